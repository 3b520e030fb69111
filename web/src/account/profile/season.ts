// Seasons: their names in the reader's language, by their months. Times are UTC.

import type { Season } from "../../protocol";
import { day } from "../../text/dates";
import { language, say } from "../../text/text";

/** "October – December 2026". */
export function seasonText({ starts, ends }: Pick<Season, "starts" | "ends">): string {
  const months = new Intl.DateTimeFormat(language(), { month: "long", year: "numeric", timeZone: "UTC" });
  return months.formatRange(starts, ends - 1);
}

/** Whether it is over: "until 31 Dec 2026", "ended on 31 Dec 2026". */
export function seasonEndText({ ends, over }: Pick<Season, "ends" | "over">): string {
  const last = { day: day(ends - 1, "UTC") };
  return over ? say("ended on {day}", last) : say("until {day}", last);
}
