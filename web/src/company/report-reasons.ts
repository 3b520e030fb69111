// Why somebody is reported, as the forms say it.

import type { Report } from "../protocol";
import { mark } from "../text/text";

export const REASONS: Readonly<Record<Report["reason"], string>> = {
  chat: mark("What they say"),
  name: mark("What they call themselves"),
  play: mark("How they play: help, stalling, losing on purpose"),
  other: mark("Something else"),
};
