// Days and times as the reader's language writes them.

import { language } from "./text";

/** A day: "5 Nov 2026". Times are in milliseconds since 1970, as the arena sends them. */
export const day = (at: number) => new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(at);

/** A day and the time on it. */
export const moment = (at: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
