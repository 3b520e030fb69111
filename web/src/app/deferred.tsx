// Deferred chunks: components that are loaded after the first drawing, and drawn when they are there.

import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";

const AGAIN = 3000; // ms before a failed download is tried again

/** Loads a chunk; tries again until that succeeds. */
async function loadWithRetries<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.warn("a part of the page is fetched again:", error);
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

/** A deferred chunk: `fetched` loads it, `part` makes a component of it that draws nothing until it is loaded. */
export function deferred<Chunk extends object>(load: () => Promise<Chunk>) {
  const chunk = signal<Chunk | null>(null);
  let coming: Promise<Chunk> | null = null;

  /** The chunk, once it is loaded. */
  function fetched(): Promise<Chunk> {
    coming ??= loadWithRetries(load).then((found) => (chunk.value = found));
    return coming;
  }

  function part<Props extends object>(of: (chunk: Chunk) => FunctionComponent<Props>): FunctionComponent<Props> {
    return function Deferred(props: Props) {
      useEffect(() => void fetched(), []);
      const Part = chunk.value && of(chunk.value);
      return Part && <Part {...props} />;
    };
  }

  return { fetched, part };
}
