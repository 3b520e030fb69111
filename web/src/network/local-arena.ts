// The arena of this browser, for pages at whose address there is no server's (app/address.ts). It is started by the page in
// local/page.tsx; requests wait for it.

import type { ArenaRequest, ArenaResponse } from "../local/messages";
import type { Socket } from "./connection";

/** An arena as a page uses it. */
export interface Arena {
  /** Opens a socket. */
  open(): Socket;
  /** The answer to a request of the HTTP API. */
  request(request: ArenaRequest): Promise<ArenaResponse>;
}

let started: Arena | null = null;
let announce: (arena: Arena) => void = () => {};
const whenStarted = new Promise<Arena>((resolve) => (announce = resolve));

/** Use that arena from now on. */
export function useLocalArena(arena: Arena): void {
  started = arena;
  announce(arena);
}

/** A socket to a table of this browser. */
export function localSocket(): Socket {
  if (!started) throw new Error("the arena of this browser has not been started");
  return started.open();
}

/** The body of the answer to a request, as text. */
export async function localText(path: string): Promise<string> {
  const response = await localFetch("GET", path, undefined, "");
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

/** The response to a request, as `fetch` gives it. */
export async function localFetch(method: string, path: string, body: unknown, tokens: string): Promise<Response> {
  const arena = await whenStarted;
  const said = body === undefined ? "" : JSON.stringify(body);
  const answer = await arena.request({ method, path, body: said, tokens: tokens.split(" ").filter(Boolean) });
  return new Response(answer.body, { status: answer.status });
}
