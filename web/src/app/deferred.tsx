// Parts of the page that are in a file of their own: drawn as soon as it is there, so that nothing else has to wait for it.

import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";

const AGAIN = 3000; // ms: the line may have been gone for a moment

/** What is loaded, however often that has to be tried. */
async function arrived<There>(load: () => Promise<There>): Promise<There> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.warn("a part of the page is fetched again:", error);
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

/** What is in a file that comes later: how it is fetched, and its parts, which are nothing until then. */
export function deferred<There extends object>(load: () => Promise<There>) {
  const there = signal<There | null>(null);
  let coming: Promise<There> | null = null;

  /** All that is in it, once it is there. */
  function fetched(): Promise<There> {
    coming ??= arrived(load).then((found) => (there.value = found));
    return coming;
  }

  function part<Props extends object>(of: (there: There) => FunctionComponent<Props>): FunctionComponent<Props> {
    return function Deferred(props: Props) {
      useEffect(() => void fetched(), []);
      const Part = there.value && of(there.value);
      return Part && <Part {...props} />;
    };
  }

  return { fetched, part };
}
