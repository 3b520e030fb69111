// The data that the document of a table contains, so that the table is drawn before the socket is open.

import type { Preload, Welcome } from "../protocol";

let welcome: Welcome | null = null;
let languages: readonly string[] | null = null;
let hasRead = false;

function readDocument(): void {
  if (hasRead) return;
  hasRead = true;
  const block = document.getElementById("preload");
  if (!block) return;
  ({ welcome, languages } = JSON.parse(block.textContent) as Preload);
  block.remove();
}

/** The welcome message in the document, if it has at least so many seats of this browser; only once, as it grows old. */
export function preloadedWelcome(table: string, seats: number): Welcome | null {
  readDocument();
  const brought = welcome;
  welcome = null;
  // The server knew the session only; seats of another session come over the socket.
  return brought && brought.table.id === table && brought.roles.length >= seats ? brought : null;
}

/** The languages in the document; null for none. */
export function preloadedLanguages(): readonly string[] | null {
  readDocument();
  return languages;
}
