// The rules in the editor, with what was played by them: where they come from when the page is opened, and how they outlast it. What is
// written on the page of a link is kept apart, so that a link takes the place of nothing.

import { Drafts, OF_LINK } from "./drafts";
import { sourceOf } from "../files";
import { fromLinkData, linkData, LinkError } from "./link";
import { playedOf, type Played } from "./played";

export const FIRST = "tic_tac_toe"; // what a new visitor sees

export interface RulesFile {
  readonly name: string; // "nim.py"
  readonly text: string;
  readonly played: Played | null;
}

/** What is in the editor at first, and what could not be had of it; "" for nothing. */
export interface FirstFile {
  readonly file: RulesFile;
  readonly problem: string;
}

const LINK = /^#game=(.*)$/;
const MARK = 11; // characters at the end of a link: the checksum of what is in it

const linked = () => LINK.exec(location.hash)?.[1] ?? null;

/** Whether the address has a game in it. */
export const isLinked = () => linked() !== null;

/** What a draft of this page is called. */
function address(): string {
  const data = linked();
  return data === null ? "play" : `${OF_LINK}${data.slice(-MARK)}`;
}

let drafts: Promise<Drafts> | null = null; // opened once
const openDrafts = () => (drafts ??= Drafts.open());

/** What was in the editor of this page last, else the game of its link, else the rules of a small game. */
export async function firstFile(): Promise<FirstFile> {
  let problem = "";
  try {
    const draft = await openDrafts().then((each) => each.read(address()));
    if (draft) return { file: { name: draft.file, text: draft.text, played: playedOf(draft.record) }, problem };
  } catch (error) {
    problem = said(error);
  }
  const data = linked();
  if (data !== null) {
    try {
      const { file, text, record } = await fromLinkData(data);
      return { file: { name: file, text, played: playedOf(record) }, problem };
    } catch (error) {
      problem = said(error);
    }
  }
  return { file: await fileOf(FIRST), problem };
}

/** The rules of a game as they are shipped. */
export async function fileOf(game: string): Promise<RulesFile> {
  return { name: `${game}.py`, text: await sourceOf(game), played: null };
}

/** Keep what is in the editor of this page; returns what prevents it, "" for nothing. */
export async function keepFile({ name, text, played }: RulesFile): Promise<string> {
  try {
    await (await openDrafts()).keep(address(), { file: name, text, record: played });
    return "";
  } catch (error) {
    return said(error);
  }
}

/** The address of a page with these rules and what was played. Where that is too long, it has the rules alone. */
export async function linkTo({ name, text, played }: RulesFile): Promise<string> {
  const game = { file: name, text, record: played };
  const data = await linkData(game).catch((error: unknown) => {
    if (error instanceof LinkError && played !== null) return linkData({ ...game, record: null });
    throw error;
  });
  return new URL(`/play/#game=${data}`, location.href).href;
}

export const said = (error: unknown) => (error instanceof Error ? error.message : String(error));
