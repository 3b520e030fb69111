// What the page of a table has brought along: all that the arena would say first, so that nothing is waited for before it is
// drawn.

import type { Preload, Welcome } from "../protocol";

let welcome: Welcome | null = null;
let known: readonly string[] | null = null;
let looked = false;

function look(): void {
  if (looked) return;
  looked = true;
  const block = document.getElementById("preload");
  if (!block) return;
  ({ welcome, languages: known } = JSON.parse(block.textContent) as Preload);
  block.remove();
}

/** The position of a table as it was when the page was fetched, for who holds so many of its seats; once, as it is old then. */
export function greeting(table: string, seats: number): Welcome | null {
  look();
  const brought = welcome;
  welcome = null;
  // The arena knew the browser by its session; who holds seats of somebody else's session is told over the socket.
  return brought && brought.table.id === table && brought.roles.length >= seats ? brought : null;
}

/** The languages there are; null where the page has not brought them. */
export function languages(): readonly string[] | null {
  look();
  return known;
}
