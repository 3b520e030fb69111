// The arena of the playground: the local arena, with one table at which the rules in the editor are played. Its workers are in a
// frame. What they name a table is known here alone: for the page, and for all that it stores, the table has an id of this page.

import { LocalArena, type TableStore } from "../local/arena";
import type { ArenaRequest, ArenaResponse, TableTexts } from "../local/messages";
import type { RulesWorker } from "../local/python-worker";
import type { Arena } from "../network/local-arena";
import type { Socket } from "../network/connection";
import type { Bench, BenchRules, BenchTable, BenchTrouble, BenchWish, Problem, TreeStart } from "../protocol";
import { checkedBench } from "./check";
import type { Played } from "./rules/played";
import type { RulesFile } from "./rules/rules-file";

/** Rules as they are in the editor. */
export interface Rules {
  readonly text: string;
  readonly file: string; // its name, for messages
}

/** What the page shows of the rules. */
export interface Written {
  readonly table: string; // id of the table for the page; "" for none
  readonly read: number; // how often rules were taken
  readonly answers: number; // that the last ones have played again
  readonly trouble: BenchTrouble | null;
  readonly lost: boolean; // what was played before could not be taken in
}

export const NOTHING: Written = { table: "", read: 0, answers: 0, trouble: null, lost: false };

const RULES = "/api/dev/bench/rules";
const BENCH = "/api/dev/bench";
const TABLE = "/api/dev/bench/table";
const TREE = "/api/dev/start";
const FILES = { pyodide: "", python: "", msgspec: "", rondel: "", games: {} }; // the frame has them

export class WrittenArena implements Arena {
  private readonly arena: LocalArena;
  private bench: Bench | null = null;
  private tables = 0; // that there were
  private inForce: Rules | null = null; // the rules of the table
  private given: string | null = null; // id of the table with which it begins, until it is there
  private waiting: Rules | null = null; // rules that its answers do not fit, or that cannot begin a game
  private kept: TableTexts = {}; // the text of the table
  private takenOver = 0; // rules taken by workers that have ended
  private lost = false;

  /** It begins with what was played by these rules; `changed` is called after each answer. */
  constructor(worker: () => RulesWorker, { name, text, played }: RulesFile, changed: () => void) {
    if (played) {
      const { table, tokens } = played;
      this.kept = { [table]: played.text };
      this.bench = { number: 0, source: "", table, tokens, read: 0, answers: 0, trouble: null };
      this.inForce = { text, file: name };
      this.given = table;
    }
    const store: TableStore = {
      all: () => Promise.resolve(this.kept),
      keep: async (table, kept) => {
        this.kept = kept === null ? {} : { [table]: kept };
        changed();
      },
    };
    this.arena = new LocalArena({ worker, files: FILES, store, first: () => this.again() });
  }

  /** What was played at the table; null while there is none. */
  get played(): Played | null {
    const { table = "", tokens = {} } = this.bench ?? {};
    const text = this.kept[table];
    return text === undefined ? null : { table, tokens, text };
  }

  get ready(): Promise<void> {
    return this.arena.ready;
  }

  end(): void {
    this.arena.end();
  }

  /** Read rules; where all answers of the table fit, it goes on under them. */
  async read(rules: Rules): Promise<Written> {
    this.arena.again();
    const written = await this.ask("POST", RULES, rules);
    const { trouble } = written;
    this.waiting = trouble?.kind === "moves" || trouble?.kind === "start" ? rules : null;
    if (trouble === null) this.inForce = rules;
    return written;
  }

  /** Read rules of another game; where the table of the one before cannot go on, a new one is set up. */
  async begin(rules: Rules): Promise<Written> {
    const written = await this.read(rules);
    return written.table && this.waiting !== null ? this.wish("anew") : written;
  }

  /** Apply the author's choice. */
  async wish(what: BenchWish["what"]): Promise<Written> {
    this.arena.again();
    const written = await this.ask("POST", BENCH, { what });
    if (written.trouble === null) this.takeWaiting(what !== "dismiss");
    return written;
  }

  /** Begin anew at a table like that; rejects with what the rules refuse. */
  async setUp(table: BenchTable): Promise<Written> {
    this.arena.again();
    const answer = await this.send("POST", TABLE, table);
    if (answer.status !== 200) throw new Error(messageOf(answer));
    this.takeWaiting(true);
    return this.take(answer);
  }

  /** The state now; its trouble is what went wrong during the game. */
  standing(): Promise<Written> {
    return this.ask("GET", BENCH);
  }

  readonly open = (): Socket => {
    const socket = this.arena.open();
    const send = socket.send.bind(socket);
    return Object.assign(socket, { send: (frame: string) => send(this.named(frame)) });
  };

  request({ method, path, body }: ArenaRequest): Promise<ArenaResponse> {
    const { table = "", tokens = {} } = this.bench ?? {};
    const named = path.replace(/^\/api\/tables\/[^/?]+/, `/api/tables/${encodeURIComponent(table)}`);
    const start = path === TREE && "table" in (JSON.parse(body) as TreeStart);
    const said = start ? JSON.stringify({ table } satisfies TreeStart) : body;
    return this.arena.request({ method, path: named, body: said, tokens: Object.values(tokens) });
  }

  /** What a worker is asked first that takes over from one that has ended. */
  private again(): ArenaRequest | null {
    if (this.inForce === null) return null;
    const { table = "", tokens = {}, read = 0 } = this.bench ?? {};
    this.takenOver += read;
    const body: BenchRules = { ...this.inForce, table, tokens };
    return { method: "POST", path: RULES, body: JSON.stringify(body), tokens: [] };
  }

  private async ask(method: string, path: string, body?: BenchRules | BenchWish): Promise<Written> {
    return this.take(await this.send(method, path, body));
  }

  private async send(method: string, path: string, body?: BenchRules | BenchWish | BenchTable): Promise<ArenaResponse> {
    const answer = await this.arena.request({ method, path, body: body ? JSON.stringify(body) : "", tokens: [] });
    this.arena.prepare(); // rules that are being written loop now and then
    return answer;
  }

  /** The rules that waited are those of the table, or are forgotten. */
  private takeWaiting(taken: boolean): void {
    if (taken && this.waiting !== null) this.inForce = this.waiting;
    this.waiting = null;
  }

  private take(answer: ArenaResponse): Written {
    const bench = answer.status === 200 ? checkedBench(answer.body) : null;
    if (!bench) return { ...this.written(), trouble: troubleOf(answer) };
    if (bench.table !== this.bench?.table) this.tables += 1;
    this.lost = this.given !== null && bench.table !== this.given;
    this.given = null;
    this.bench = bench;
    return this.written();
  }

  private written(): Written {
    const { bench } = this;
    if (!bench) return NOTHING;
    const table = bench.table && `written-${this.tables}`;
    const { answers, trouble } = bench;
    return { table, read: this.takenOver + bench.read, answers, trouble, lost: this.lost };
  }

  /** A greeting names the table and its seats as the worker does. */
  private named(frame: string): string {
    const message = JSON.parse(frame) as { readonly type: string };
    if (message.type !== "hello") return frame;
    const { table = "", tokens = {} } = this.bench ?? {};
    return JSON.stringify({ ...message, table, tokens: Object.values(tokens) });
  }
}

function messageOf({ body }: ArenaResponse): string {
  let message = "";
  try {
    ({ message } = JSON.parse(body) as Problem);
  } catch {
    // said below
  }
  return String(message || "the rules gave an answer that cannot be read");
}

/** Why rules could not even be read: they do not come to an end, or have ended the worker. */
function troubleOf(answer: ArenaResponse): BenchTrouble {
  return {
    kind: "file",
    message: messageOf(answer),
    file: "",
    line: null,
    inside: "",
    code: "",
    role: "",
    move: "",
    kept: 0,
    of: 0,
  };
}
