// State of a request that a form or a button sends: whether it is running, and why it was refused.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../network/api";
import { restoreFocus } from "../app/focus";

export interface Request {
  readonly busy: boolean;
  /** Run a request; returns whether it succeeded. A refusal is kept. */
  readonly run: (what: () => Promise<unknown>) => Promise<boolean>;
  /** The refusal, if it has one of these codes: shown at the field it concerns. */
  readonly errorFor: (...codes: readonly string[]) => string | undefined;
  /** The refusal, if it has none of these codes. */
  readonly otherError: (...codes: readonly string[]) => string | undefined;
}

export function useRequest(): Request {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  // the pressed control: it is disabled meanwhile, and browsers then drop its focus
  const by = useRef<Element | null>(null);
  useLayoutEffect(() => (busy ? () => queueMicrotask(() => restoreFocus(by.current)) : undefined), [busy]);

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

  const errorFor = (...codes: readonly string[]) => (wrong && codes.includes(wrong.code) ? wrong.message : undefined);
  const otherError = (...codes: readonly string[]) => (wrong && !codes.includes(wrong.code) ? wrong.message : undefined);
  return { busy, run, errorFor, otherError };
}
