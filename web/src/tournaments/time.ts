// The server's time, second by second.

import { useEffect, useMemo, useState } from "preact/hooks";

/** The server's time now, which was `told` at the last answer; drawn again each second. */
export function useNow(told: number | undefined): number {
  const ahead = useMemo(() => (told === undefined ? 0 : told - Date.now()), [told]);
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return Date.now() + ahead;
}
