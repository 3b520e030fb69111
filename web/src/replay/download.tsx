// What can be taken from a replay: the address of a position, and the round as a file. And whose eyes one sees through.

import { keepsake, kept } from "../network/api";
import { holding } from "../app/local-settings";
import { Copy } from "../controls/copy";
import { Field } from "../controls/field";
import { labelOf, nameOf } from "../play/naming";
import { type State } from "../play/state";
import { language, mark, say, translate } from "../text/text";
import { addressOf } from "./address";
import { moveOf, type About, type Round } from "./round";
import { fault, look } from "./store";

const OBSERVER = "observer";

export function Share({ round }: { readonly round: Round }) {
  const { about, at } = round;
  if (!about) return null;

  function address({ table, round: number, viewer, viewers }: About): string {
    const eyes = viewer === OBSERVER || !viewers.includes(viewer) ? "" : viewer;
    return location.origin + addressOf({ table, round: number, viewer: open(viewers) ? eyes : "", move: moveOf(round, at) });
  }

  return <Copy words={translate("Copy link to this position")} address={() => address(about)} />;
}

/** Whether anybody may see through any eyes: then the observer is not the last. */
function open(viewers: readonly string[]): boolean {
  return viewers.at(-1) !== OBSERVER;
}

const FORMATS: Readonly<Record<string, string>> = { log: mark("The log (text)"), record: mark("The record (JSON)") };

export function Download({ about }: { readonly about: About }) {
  const named = (format: string) => (FORMATS[format] ? translate(FORMATS[format]) : format.toUpperCase());
  return (
    <details class="download">
      <summary class="button">{translate("Download")}</summary>
      <ul>
        {about.formats.map((format) => (
          <li key={format}>
            <a
              class="button"
              href={keepsake(about.table, about.round, format, about.viewer, language())}
              download
              onClick={(event) => seated(event, about, format)}
            >
              {named(format)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Who is known by the token of a seat only is not known by a link: the file is fetched with the token, and handed over. */
function seated(event: MouseEvent, { table, round, viewer }: About, format: string): void {
  if (Object.keys(holding(table)?.tokens ?? {}).length === 0) return;
  event.preventDefault();
  void kept(table, round, format, viewer, language())
    .then(handed)
    .catch((error: unknown) => (fault.value = error));
}

async function handed(response: Response): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "round";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function Eyes({ about, state }: { readonly about: About; readonly state: State }) {
  if (about.viewers.length < 2) return null;
  return (
    <Field label={translate("Seen by")}>
      {(id) => (
        <select id={id} value={about.viewer} onChange={(event) => void look(event.currentTarget.value)}>
          {about.viewers.map((viewer) => (
            <option key={viewer} value={viewer}>
              {viewer === OBSERVER ? translate("An onlooker") : called(state, viewer)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A player's name and role; the role alone where that is the name. */
function called(state: State, role: string): string {
  const [name, label] = [nameOf(state, role), labelOf(state, role)];
  return name === label ? label : say("{name} ({role})", { name, role: label });
}
