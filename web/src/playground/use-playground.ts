// The playground as its page sees it: how far it has started, and the table that follows the rules in the editor.

import { useEffect, useRef, useState } from "preact/hooks";
import { useLocalArena } from "../network/local-arena";
import type { BenchTrouble, BenchWish } from "../protocol";
import { frameFiles } from "./files";
import { FramedWorkers } from "./framed-workers";
import { NOTHING, WrittenArena, type Written } from "./written-arena";

const PATIENCE = 750; // ms that rules may take

export type Start = { readonly part: number } | { readonly failed: string } | "ready";

export interface Playground {
  readonly start: Start;
  readonly written: Written;
  readonly reading: boolean; // the rules are on their way to the table
  /** Have the table follow these rules; those of another game get a new table. */
  readonly read: (text: string, other?: boolean) => void;
  readonly wish: (what: BenchWish["what"]) => void;
  /** Ask what went wrong during the game; `otherwise` is what the player was told. */
  readonly look: (otherwise: string) => void;
}

export function usePlayground(): Playground {
  const arena = useRef<WrittenArena | null>(null);
  const [start, setStart] = useState<Start>({ part: 0 });
  const [written, setWritten] = useState<Written>(NOTHING);
  const [reading, setReading] = useState(false);
  const next = useRef<{ readonly text: string; readonly other: boolean } | null>(null); // rules that wait while others are read
  const busy = useRef(false);

  useEffect(() => {
    let [left, end] = [false, () => {}];
    void open((part) => !left && setStart({ part })).then(
      (opened) => {
        if (left) return opened.end();
        end = opened.end;
        arena.current = opened.arena;
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
    setWritten(await job(arena.current));
    busy.current = false;
    setReading(false);
    await readNext();
  }

  async function readNext(): Promise<void> {
    const rules = next.current;
    if (rules === null || busy.current || !arena.current) return;
    next.current = null;
    await work((each) => (rules.other ? each.begin(rules.text) : each.read(rules.text)));
  }

  return {
    start,
    written,
    reading,
    read(text, other = false) {
      next.current = { text, other };
      void readNext();
    },
    wish: (what) => void work((each) => each.wish(what)),
    look: (otherwise) =>
      void work(async (each) => {
        const standing = await each.standing();
        return standing.trouble ? standing : { ...standing, trouble: told(otherwise) };
      }),
  };
}

interface Opened {
  readonly arena: WrittenArena;
  readonly end: () => void;
}

async function open(progress: (part: number) => void): Promise<Opened> {
  const workers = await FramedWorkers.open(await frameFiles(progress));
  progress(1);
  const arena = new WrittenArena(workers.worker, PATIENCE);
  await arena.ready;
  return {
    arena,
    end() {
      arena.end();
      workers.close();
    },
  };
}

/** What a player is told, as trouble without a place. */
function told(message: string): BenchTrouble {
  return { kind: "rules", message, file: "", line: null, inside: "", code: "", role: "", move: "", kept: 0, of: 0 };
}
