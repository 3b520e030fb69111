// The chat of a table: fetched over HTTP, new lines come over the socket.

import { ApiError, chat as fetchChat, postChat } from "../network/api";
import type { ChatLine } from "../protocol";
import { mark, translate } from "../text/text";
import { chat, NO_CHAT, type Chat } from "./store";

/** Lines that are said with one click, and that every reader sees in their own language. */
export const PHRASES: readonly string[] = [
  mark("Hello!"),
  mark("Good luck!"),
  mark("Well played!"),
  mark("Oops!"),
  mark("One moment, please."),
  mark("Thanks for the game!"),
];

export const isPhrase = ({ text }: ChatLine) => PHRASES.includes(text);

/** A line as the reader sees it. */
export const lineText = (line: ChatLine) => (isPhrase(line) ? translate(line.text) : line.text);

/** Fetch the chat of a table and add it to `known`; with null, clear the chat. */
export async function read(table: string | null, known: Chat = NO_CHAT): Promise<void> {
  chat.value = known;
  if (table === null) return;
  try {
    const first = await fetchChat(table, "", 0);
    const others = first.channels.filter((each) => each !== first.channel);
    const rest = await Promise.all(others.map((each) => fetchChat(table, each, 0).catch(closed)));
    const pages = [first, ...rest.filter((page) => page !== null)];
    chat.value = {
      channels: pages.map((page) => page.channel),
      lines: merged(
        chat.value.lines,
        pages.flatMap((page) => page.lines),
      ),
      muted: new Set(pages.flatMap((page) => page.muted)),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    chat.value = { ...chat.value, channels: chat.value.channels ?? [] }; // no chat here, or no server now: nothing is shown
  }
}

/** Nothing, where a channel may no longer be read: the next game has begun meanwhile. */
function closed(error: unknown): null {
  if (error instanceof ApiError && error.code === "no_chat") return null;
  throw error;
}

/** Add a line that came over the socket. */
export function receiveLine(line: ChatLine): void {
  chat.value = { ...chat.value, lines: merged(chat.value.lines, [line]) };
}

/** The last line whose request failed, with its idempotency key: the same text is sent again under the same key. */
let unconfirmed: { readonly table: string; readonly text: string; readonly id: string } | null = null;

const own = new Set<string>();

/** Whether this page sent a line. */
export const isOwn = (table: string, line: ChatLine) => own.has(`${table} ${keyOf(line)}`);

/** Send a line; raises `ApiError`. A text whose request failed before is sent under its first `id`. */
export async function send(table: string, text: string, name: string, id: string): Promise<void> {
  const mine = unconfirmed?.table === table && unconfirmed.text === text ? unconfirmed : { table, text, id };
  unconfirmed = mine;
  try {
    const line = await postChat(table, { id: mine.id, text, name });
    own.add(`${table} ${keyOf(line)}`);
    receiveLine(line);
  } catch (error) {
    // refused: the server has stored nothing
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && unconfirmed === mine) unconfirmed = null;
    throw error;
  }
  if (unconfirmed === mine) unconfirmed = null;
}

/** All lines by time, each once. An empty text is a deleted line, and replaces the line for good. */
export function merged(lines: readonly ChatLine[], more: readonly ChatLine[]): readonly ChatLine[] {
  const known = new Map<string, ChatLine>();
  for (const line of [...lines, ...more]) if (known.get(keyOf(line))?.text !== "") known.set(keyOf(line), line);
  return [...known.values()].sort((one, other) => one.at - other.at || one.number - other.number);
}

export const keyOf = ({ channel, number }: ChatLine) => `${channel} ${number}`;
