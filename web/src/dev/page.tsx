// The developer's view: panels about one game. In English, like rules and their errors; the server has it only with --dev.

import { useEffect, useState } from "preact/hooks";
import "./dev.css";
import { ApiError, developer, games as askGames, table as askTable } from "../network/api";
import { here as pageAddress, isLocal, rename } from "../app/address";
import { storedTables } from "../app/local-settings";
import { NotFound } from "../app/not-found";
import { Header } from "../app/header";
import type { GameInfo, Json, Table, TreeAnswer, TreeStart } from "../protocol";
import { seatName } from "../play/naming";
import { translate } from "../text/text";
import { TimeTravel } from "./time-travel";
import { Panel } from "./panel";
import { begin, errorText, fault, root, tree } from "./store";
import type { Path } from "./tree";
import { TreePanels } from "./tree-panels";

/** The page at `/dev/tree`, `/dev/tree/game/NAME` and `/dev/tree/table/ID`. */
export function DeveloperPage({ address }: { readonly address: URL }) {
  const [given, setGiven] = useState<TreeStart | null>(startOf(address));
  if (given === null) return <Choose chosen={(record) => setGiven({ record })} />;
  return <TreePage wanted={given} path={pathOf(address)} />;
}

function TreePage({ wanted, path }: { readonly wanted: TreeStart; readonly path: Path }) {
  useEffect(() => void begin(wanted, path), []);
  const from = root.value;
  const here = tree.value.here;
  useEffect(() => {
    if (!from) return;
    const { pathname, search } = pageAddress();
    rename(pathname + search + (here.length > 0 ? `#${encodeURIComponent(JSON.stringify(here))}` : ""));
  }, [from, here]);
  if (isNotFound(fault.value)) return <NotFound id={null} why={{ code: "unknown_page", message: "" }} />;
  return (
    <>
      <Header
        crumb={from ? `${translate(from.scene.title)} · ${isLocal() ? "tree" : "developer's view"}` : "Developer's view"}
      />
      <main class="dev" lang="en">
        <TreePanels wanted={wanted} />
        {from && <TimeTravel root={from} path={here} />}
      </main>
    </>
  );
}

/** The choice of a game, where the address names none. */
function Choose({ chosen }: { readonly chosen: (record: Json) => void }) {
  const [games, setGames] = useState<readonly GameInfo[]>([]);
  const [tables, setTables] = useState<readonly Table[]>([]);
  const [why, setWhy] = useState("");
  const [there, setThere] = useState(true);
  useEffect(() => {
    Promise.all([developer.panels(), askGames(), ownTables()])
      .then(([, found, own]) => {
        setGames(found);
        setTables(own);
      })
      .catch((error: unknown) => (isNotFound(error) ? setThere(false) : setWhy(errorText(error))));
  }, []);
  if (!there) return <NotFound id={null} why={{ code: "unknown_page", message: "" }} />;

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      const record: unknown = JSON.parse(await file.text());
      if (typeof record !== "object" || record === null || Array.isArray(record)) throw new TypeError("it is no JSON object");
      chosen(record as Json);
    } catch (error) {
      setWhy(`${file.name} holds no record: ${errorText(error)}`);
    }
  }

  return (
    <>
      <Header crumb="Developer's view" />
      <main class="dev" lang="en">
        {why && (
          <p class="refusal sheet" role="alert">
            {why}
          </p>
        )}
        <Panel name="games" title="The tree of a game">
          <ul class="links">
            {games.map((game) => (
              <li key={game.name}>
                <a href={`/dev/tree/game/${game.name}`}>{translate(game.title)}</a>
                <span class="sub">{game.name}</span>
              </li>
            ))}
          </ul>
          <p class="sub">
            Options and seats go behind the address: <code>reversi?size=6</code>, <code>liars_dice?seats=4</code>.
          </p>
        </Panel>
        <Panel name="records" title="From where a game stands">
          <div class="acts">
            <label class="button choose-file">
              Open a record
              <input
                type="file"
                accept=".json,application/json"
                class="nowhere"
                onChange={(event) => void read(event.currentTarget.files?.[0])}
              />
            </label>
            <span class="sub">
              as <code>rondel play --record</code> writes it
            </span>
          </div>
          <p class="sub">
            A table: <code>/dev/tree/table/</code> and the last part of its address.
            {tables.length > 0 && " This browser has a seat at:"}
          </p>
          <ul class="links long">
            {tables.map(({ id, title, seats }) => (
              <li key={id}>
                <a href={`/dev/tree/table/${id}`}>{translate(title)}</a>
                <span class="sub">{seats.map((seat) => seatName(seat) || seat.role).join(", ")}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </main>
    </>
  );
}

/** Whether the server has no developer's view. */
function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === "not_found";
}

/** The tables of this browser that still exist. */
async function ownTables(): Promise<readonly Table[]> {
  const found = await Promise.allSettled(storedTables().map(askTable));
  return found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

/** The tree that an address names; null for none. */
export function startOf({ pathname, searchParams }: URL): TreeStart | null {
  const [, kind, name] = /^\/dev\/tree\/(game|table)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (!kind || !name) return null;
  if (kind === "table") return { table: decodeURIComponent(name) };
  const given = [...searchParams].filter(([option]) => option !== "seats" && option !== "lang");
  const seats = searchParams.get("seats");
  return {
    game: decodeURIComponent(name),
    options: Object.fromEntries(given.map(([option, text]) => [option, valueOf(text)])),
    ...(seats && { seats: Number(seats) }),
  };
}

function valueOf(text: string): unknown {
  if (/^-?\d+$/.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : text;
}

/** The node in an address's fragment; the root for none. */
export function pathOf({ hash }: URL): Path {
  try {
    const said: unknown = JSON.parse(decodeURIComponent(hash.slice(1)) || "[]");
    return Array.isArray(said) ? said.filter(isAnswer) : [];
  } catch {
    return []; // truncated or invalid
  }
}

function isAnswer(each: unknown): each is TreeAnswer {
  return (
    typeof each === "object" &&
    each !== null &&
    "role" in each &&
    "move" in each &&
    typeof each.role === "string" &&
    typeof each.move === "string"
  );
}
