// The arena of this browser, for pages at whose address there is no server's (app/address.ts). It is started by the page in
// local/page.tsx; requests wait for it.

import type { LocalArena } from "../local/arena";
import type { Socket } from "./connection";

let started: LocalArena | null = null;
let announce: (arena: LocalArena) => void = () => {};
const whenStarted = new Promise<LocalArena>((resolve) => (announce = resolve));

/** Use that arena from now on. */
export function useLocalArena(arena: LocalArena): void {
  started = arena;
  announce(arena);
}

/** A socket to a table of this browser. */
export function localSocket(): Socket {
  if (!started) throw new Error("the arena of this browser has not been started");
  return started.open();
}

/** The response to a request, as `fetch` gives it. */
export async function localFetch(method: string, path: string, body: unknown, tokens: string): Promise<Response> {
  const arena = await whenStarted;
  const said = body === undefined ? "" : JSON.stringify(body);
  const answer = await arena.request({ method, path, body: said, tokens: tokens.split(" ").filter(Boolean) });
  return new Response(answer.body, { status: answer.status });
}
