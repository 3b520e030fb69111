// Something is asked of the arena by a form or a button: whether it is under way, and why it was refused.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../network/api";
import { giveBack } from "../app/focus";

export interface Asking {
  readonly busy: boolean;
  /** Do it; what the arena refuses is kept, to be shown. Says whether it was done. */
  readonly run: (what: () => Promise<unknown>) => Promise<boolean>;
  /** Why it was refused, where that concerns a field by its codes: shown there. */
  readonly at: (...codes: readonly string[]) => string | undefined;
  /** Why it was refused, where no field was asked about it. */
  readonly elsewhere: (...codes: readonly string[]) => string | undefined;
}

export function useAsking(): Asking {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  // what was pressed: it cannot be used meanwhile, and a browser takes the focus from it
  const by = useRef<Element | null>(null);
  useLayoutEffect(() => (busy ? () => queueMicrotask(() => giveBack(by.current)) : undefined), [busy]);

  async function run(what: () => Promise<unknown>): Promise<boolean> {
    by.current = document.activeElement;
    setBusy(true);
    setWrong(null);
    try {
      await what();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWrong(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const at = (...codes: readonly string[]) => (wrong && codes.includes(wrong.code) ? wrong.message : undefined);
  const elsewhere = (...codes: readonly string[]) => (wrong && !codes.includes(wrong.code) ? wrong.message : undefined);
  return { busy, run, at, elsewhere };
}
