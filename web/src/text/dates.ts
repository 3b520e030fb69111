// Dates and times in the reader's language.

import { language } from "./text";

/** A date: "5 Nov 2026". Times are in milliseconds since 1970. */
export const day = (at: number) => new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(at);

/** A date and a time. */
export const moment = (at: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
