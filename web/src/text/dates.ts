// Dates and times in the reader's language.

import { language } from "./text";

/** A date, in the reader's time zone or that one: "5 Nov 2026". Times are in milliseconds since 1970. */
export const day = (at: number, timeZone?: string) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", ...(timeZone && { timeZone }) }).format(at);

/** A date and a time. */
export const moment = (at: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
