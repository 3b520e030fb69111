// The playground as its page sees it: how far it has started, and the table that follows the rules in the editor.

import { useEffect, useRef, useState } from "preact/hooks";
import { useLocalArena } from "../network/local-arena";
import type { BenchTable, BenchTrouble, BenchWish } from "../protocol";
import type { Finding } from "../local/messages";
import { Checker } from "./checker";
import { frameFiles } from "./files";
import { FramedWorkers } from "./framed-workers";
import type { Played } from "./rules/played";
import type { FirstFile } from "./rules/rules-file";
import { NOTHING, WrittenArena, type Rules, type Written } from "./written-arena";

export type Start = { readonly part: number } | { readonly failed: string } | "ready";

export interface Playground {
  readonly start: Start;
  readonly written: Written;
  readonly reading: boolean; // the rules are on their way to the table
  readonly findings: readonly Finding[]; // in the rules that were read last
  /** What was played at the table. */
  readonly played: () => Played | null;
  /** Have the table follow the rules in that file; those of another game get a new table. */
  readonly read: (rules: Rules, other?: boolean) => void;
  readonly wish: (what: BenchWish["what"]) => void;
  /** Begin anew at a table like that; rejects with what the rules refuse. */
  readonly setUp: (table: BenchTable) => Promise<void>;
  /** Ask what went wrong during the game; `otherwise` is what the player was told. */
  readonly look: (otherwise: string) => void;
}

/** `first` are the rules to begin with; `changed` is called after each answer at the table. */
export function usePlayground(first: Promise<FirstFile>, changed: () => void): Playground {
  const arena = useRef<WrittenArena | null>(null);
  const [start, setStart] = useState<Start>({ part: 0 });
  const [written, setWritten] = useState<Written>(NOTHING);
  const [reading, setReading] = useState(false);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const checker = useRef<Checker | null>(null);
  const latest = useRef(""); // the rules that were read last
  const fine = useRef(false); // nothing was wrong with them, nor at the table since
  const next = useRef<{ readonly rules: Rules; readonly other: boolean } | null>(null); // rules that wait while others are read
  const busy = useRef(false);

  useEffect(() => {
    let [left, end] = [false, () => {}];
    const found = (text: string, all: readonly Finding[]) => text === latest.current && setFindings(all);
    void open(first, changed, found, (part) => !left && setStart({ part })).then(
      (opened) => {
        if (left) return opened.end();
        end = opened.end;
        arena.current = opened.arena;
        checker.current = opened.checker;
        useLocalArena(opened.arena);
        setStart("ready");
        void readNext();
      },
      (error: unknown) => setStart({ failed: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      left = true;
      end();
    };
  }, []);

  async function work(job: (arena: WrittenArena) => Promise<Written>): Promise<void> {
    if (!arena.current) return;
    busy.current = true;
    setReading(true);
    try {
      const now = await job(arena.current);
      fine.current = now.trouble === null;
      setWritten(now);
    } finally {
      busy.current = false;
      setReading(false);
      void readNext();
    }
  }

  async function readNext(): Promise<void> {
    if (next.current === null || busy.current || !arena.current) return;
    const { rules, other } = next.current;
    next.current = null;
    if (rules.text === latest.current && fine.current && !other) return; // so that nothing beside begins anew
    latest.current = rules.text;
    await work((each) => (other ? each.begin(rules) : each.read(rules)));
    checker.current?.check(rules);
  }

  return {
    start,
    written,
    reading,
    findings,
    played: () => arena.current?.played ?? null,
    read(rules, other = false) {
      next.current = { rules, other };
      void readNext();
    },
    wish: (what) => void work((each) => each.wish(what)),
    setUp: (table) => work((each) => each.setUp(table)),
    look: (otherwise) =>
      void work(async (each) => {
        const standing = await each.standing();
        return standing.trouble ? standing : { ...standing, trouble: told(otherwise) };
      }),
  };
}

interface Opened {
  readonly arena: WrittenArena;
  readonly checker: Checker;
  readonly end: () => void;
}

async function open(
  first: Promise<FirstFile>,
  changed: () => void,
  found: (text: string, findings: readonly Finding[]) => void,
  progress: (part: number) => void,
): Promise<Opened> {
  const workers = await FramedWorkers.open(await frameFiles(progress));
  progress(1);
  const { file } = await first;
  const arena = new WrittenArena(workers.worker, file, changed);
  await arena.ready;
  const checker = new Checker(workers.worker, found);
  return {
    arena,
    checker,
    end() {
      checker.end();
      arena.end();
      workers.close();
    },
  };
}

/** What a player is told, as trouble without a place. */
function told(message: string): BenchTrouble {
  return { kind: "rules", message, file: "", line: null, inside: "", code: "", role: "", move: "", kept: 0, of: 0 };
}
