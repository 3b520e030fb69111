// The chat at one table: what has been said in the channels one may read, as a signal; asked for over HTTP, told of over the
// socket.

import { signal } from "@preact/signals";
import { ApiError, chat as askChat, tell as sayIt } from "../network/api";
import type { ChatLine } from "../protocol";

export type Channel = ChatLine["channel"];

export interface Chat {
  readonly channels: readonly Channel[]; // those that may be read now; none where there is no chat
  readonly lines: readonly ChatLine[]; // by time
  readonly muted: ReadonlySet<number>; // for the host, of the gallery: the lines of those who are to say no more
}

const NOTHING: Chat = { channels: [], lines: [], muted: new Set() };

export const chat = signal<Chat>(NOTHING);

/** Read what there is at a table, after what is known already; without an argument, forget all of it. */
export async function read(table: string | null, known: Chat = NOTHING): Promise<void> {
  chat.value = known;
  if (table === null) return;
  try {
    const first = await askChat(table, "", 0);
    const rest = await Promise.all(
      first.channels.filter((each) => each !== first.channel).map((each) => askChat(table, each, 0)),
    );
    const pages = [first, ...rest];
    chat.value = {
      channels: first.channels,
      lines: merged(
        chat.value.lines,
        pages.flatMap((page) => page.lines),
      ),
      muted: new Set(pages.flatMap((page) => page.muted)),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // no chat here, or no arena now: then there is none to be seen
  }
}

/** The arena says that something was said. */
export function heard(line: ChatLine): void {
  chat.value = { ...chat.value, lines: merged(chat.value.lines, [line]) };
}

/** What was said last and is not known to be stored, with its id: said once more, it is the same line. */
let unheard: { readonly table: string; readonly text: string; readonly id: string } | null = null;

const own = new Set<string>();

/** Whether a line was said by this page. */
export const isOwn = (table: string, line: ChatLine) => own.has(`${table} ${keyOf(line)}`);

/** Say something; raises `ApiError`. What was said before and had no answer is said again under the `id` it had then. */
export async function tell(table: string, text: string, name: string, id: string): Promise<void> {
  const mine = unheard?.table === table && unheard.text === text ? unheard : { table, text, id };
  unheard = mine;
  try {
    const line = await sayIt(table, { id: mine.id, text, name });
    own.add(`${table} ${keyOf(line)}`);
    heard(line);
  } catch (error) {
    // it was refused: nothing is stored
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && unheard === mine) unheard = null;
    throw error;
  }
  if (unheard === mine) unheard = null;
}

/** The lines together, each once, in the order in which they were said; a deleted line replaces what it said, and is final. */
export function merged(lines: readonly ChatLine[], more: readonly ChatLine[]): readonly ChatLine[] {
  const known = new Map<string, ChatLine>();
  for (const line of [...lines, ...more]) if (known.get(keyOf(line))?.text !== "") known.set(keyOf(line), line);
  return [...known.values()].sort((one, other) => one.at - other.at || one.number - other.number);
}

export const keyOf = ({ channel, number }: ChatLine) => `${channel} ${number}`;
