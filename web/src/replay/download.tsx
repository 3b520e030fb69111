// Links to a position, downloads of the round, and the choice of the viewer.

import { roundFileAddress, roundFile } from "../network/api";
import { isLocal } from "../app/address";
import { storedTable } from "../app/local-settings";
import { CopyButton } from "../controls/copy";
import { saveBlob } from "../controls/save";
import { SelectField } from "../controls/field";
import { labelOf, nameOf } from "../play/naming";
import { type State } from "../play/state";
import { language, mark, say, translate } from "../text/text";
import { addressOf } from "./address";
import { moveOf, type About, type Round } from "./round";
import { fault, viewAs } from "./store";

const OBSERVER = "observer";

export function CopyPositionLink({ round }: { readonly round: Round }) {
  const { about, at } = round;
  if (!about || isLocal()) return null; // nobody else has the tables of this browser

  function address({ table, round: number, viewer, viewers }: About): string {
    const eyes = viewer === OBSERVER || !viewers.includes(viewer) ? "" : viewer;
    return location.origin + addressOf({ table, round: number, viewer: open(viewers) ? eyes : "", move: moveOf(round, at) });
  }

  return <CopyButton words={translate("Copy link to this position")} address={() => address(about)} />;
}

/** Whether everybody may choose any viewer: then the observer is not the last of the list. */
function open(viewers: readonly string[]): boolean {
  return viewers.at(-1) !== OBSERVER;
}

const FORMATS: Readonly<Record<string, string>> = { log: mark("The log (text)"), record: mark("The record (JSON)") };

const ENDINGS: Readonly<Record<string, string>> = { log: "txt", record: "json" };

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
              href={roundFileAddress(about.table, about.round, format, about.viewer, language())}
              download
              onClick={(event) => downloadAsSeat(event, about, format)}
            >
              {named(format)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A link sends no seat tokens, and does not reach the arena of this browser: then the file is fetched and saved. */
function downloadAsSeat(event: MouseEvent, { table, round, viewer }: About, format: string): void {
  if (!isLocal() && Object.keys(storedTable(table)?.tokens ?? {}).length === 0) return;
  event.preventDefault();
  void roundFile(table, round, format, viewer, language())
    .then((response) => saveFile(response, `${table}-${round}.${ENDINGS[format] ?? format}`))
    .catch((error: unknown) => (fault.value = error));
}

async function saveFile(response: Response, name: string): Promise<void> {
  const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  saveBlob(await response.blob(), named ?? name);
}

export function ViewerSelect({ about, state }: { readonly about: About; readonly state: State }) {
  if (about.viewers.length < 2) return null;
  return (
    <SelectField
      label={translate("Seen by")}
      value={about.viewer}
      options={about.viewers.map(
        (viewer) => [viewer, viewer === OBSERVER ? translate("An onlooker") : called(state, viewer)] as const,
      )}
      set={(viewer) => void viewAs(viewer)}
    />
  );
}

/** A player's name and role; the role alone if both are the same. */
function called(state: State, role: string): string {
  const [name, label] = [nameOf(state, role), labelOf(state, role)];
  return name === label ? label : say("{name} ({role})", { name, role: label });
}
