// The rules in the editor: those of a shipped game at first, and then what was written last, which this browser keeps.

import { Drafts } from "./drafts";
import { sourceOf } from "./files";
import type { SharedGame } from "./link";

const ADDRESS = "/play/"; // of the draft
export const FIRST = "tic_tac_toe"; // what a new visitor sees

/** What was in the editor last; the rules of a small game at the first visit. */
export async function lastFile(): Promise<SharedGame> {
  const drafts = await Drafts.open().catch(() => null); // without storage each visit is the first
  return (await drafts?.read(ADDRESS)) ?? fileOf(FIRST);
}

/** The rules of a game as they are shipped. */
export async function fileOf(game: string): Promise<SharedGame> {
  return { file: `${game}.py`, text: await sourceOf(game), options: {}, record: null };
}

/** Keep what is in the editor; rejects with what to do where it cannot be stored. */
export async function keepFile(file: SharedGame): Promise<void> {
  await (await Drafts.open()).keep(ADDRESS, file);
}
