// Numbers in the reader's language.

import { language } from "./text";

/** A number with at most two decimals: "1.5" or "1,5". */
export const number = (value: number) => new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(value);

/** A share as a percentage: "62%" or "62 %". */
export const percent = (share: number) =>
  new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share);
