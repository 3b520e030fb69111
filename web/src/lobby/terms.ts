// The terms of a table: their form, and their texts. Pure; the server decides what is valid.

import { clockWords, span } from "../play/agreements";
import type { Absence, BotInfo, Terms } from "../protocol";
import { mark, say, translate } from "../text/text";

const SECOND = 1000;
const MINUTE = 60; // seconds, the unit of all times in terms
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The choices for the time after which a player counts as absent. */
export const ABSENCE_TIMES: readonly number[] = [30, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, DAY];

/** The predefined clocks. */
export const CLOCKS: readonly NonNullable<Terms["clock"]>[] = [
  { kind: "fischer", initial: 3 * MINUTE, increment: 2 },
  { kind: "fischer", initial: 10 * MINUTE, increment: 5 },
  { kind: "fischer", initial: 30 * MINUTE, increment: 20 },
  { kind: "per_move", seconds: DAY },
  { kind: "per_move", seconds: 3 * DAY },
];

/** The choices so far; numbers as typed. */
export interface TermsDraft {
  readonly clock: number | "none" | "live" | "days"; // a number: index in CLOCKS
  readonly minutes: string;
  readonly increment: string; // seconds
  readonly cap: string; // minutes; empty for no cap
  readonly days: string;
  readonly policy: NonNullable<Absence["policy"]>;
  readonly after: number; // seconds
  readonly bot: string;
  readonly start: NonNullable<Terms["start"]>;
  readonly undo: NonNullable<Terms["undo"]>;
  readonly chat: NonNullable<Terms["chat"]>;
  readonly public: boolean;
  readonly watchable: boolean;
  readonly rated: boolean;
  readonly rotate: boolean | null; // null: where two play
  readonly reliability: number; // percent; 0 for anybody
}

/** The defaults, those of the server. */
export const DRAFT: TermsDraft = {
  clock: "none",
  minutes: "15",
  increment: "10",
  cap: "",
  days: "2",
  policy: "usual",
  after: 2 * MINUTE,
  bot: "",
  start: "at_once",
  undo: "free",
  chat: "apart",
  public: false,
  watchable: true,
  rated: false,
  rotate: null,
  reliability: 0,
};

/** The choices for the share of games that others have finished, in percent. */
export const SHARES: readonly number[] = [0, 60, 80, 90, 95];

/** The share that quick match asks for where one is asked for. */
export const USUAL_SHARE = 80;

/** What the terms depend on: who will sit at the table. */
export interface Participants {
  readonly seats: number;
  readonly people: boolean; // other people may join, to whom clocks and absence apply
  readonly mine: number; // seats of the table's creator
  readonly bots: boolean;
  readonly account: boolean; // the creator has an account
  readonly anybody: boolean; // a seat is open to the lobby
}

/** The terms of a draft. Those that do not apply are left out. */
export function termsOf(draft: TermsDraft, company: Participants): Terms {
  const shown = {
    public: draft.public || company.anybody,
    watchable: draft.watchable,
    chat: draft.chat,
    undo: draft.undo,
    rotate: draft.rotate,
  };
  if (!company.people) return shown;
  const { policy, after, bot, start, rated, reliability } = draft;
  const absence = { policy, after, bot: policy === "bot" ? bot : "" };
  return { ...shown, clock: clockOf(draft), absence, start, rated, reliability };
}

function clockOf(draft: TermsDraft): NonNullable<Terms["clock"]> | null {
  if (draft.clock === "none") return null;
  if (draft.clock === "days") return { kind: "per_move", seconds: seconds(draft.days, DAY) };
  if (draft.clock !== "live") return CLOCKS[draft.clock] ?? null;
  return {
    kind: "fischer",
    initial: seconds(draft.minutes, MINUTE),
    increment: seconds(draft.increment, 1),
    cap: draft.cap.trim() === "" ? null : seconds(draft.cap, MINUTE),
  };
}

/** Error texts of a draft, by field. The limits are those of src/rondel/server/lobby/terms.py. */
export function errors(draft: TermsDraft, company: Participants): Readonly<Partial<Record<keyof TermsDraft, string>>> {
  if (!company.people) return {};
  const live = draft.clock === "live";
  const initial = seconds(draft.minutes, MINUTE);
  const out = (text: string, unit: number, least: number, most: number) =>
    !(seconds(text, unit) >= least && seconds(text, unit) <= most);
  return {
    ...(live &&
      out(draft.minutes, MINUTE, 1, DAY) && {
        minutes: say("So many minutes: more than 0 and at most {most}", { most: DAY / MINUTE }),
      }),
    ...(live && out(draft.increment, 1, 0, HOUR) && { increment: say("So many seconds: 0 to {most}", { most: HOUR }) }),
    ...(live &&
      draft.cap.trim() !== "" &&
      out(draft.cap, MINUTE, initial || 1, DAY) && {
        cap: say("So many minutes as there are to begin with, or more, and at most {most}; or nothing", { most: DAY / MINUTE }),
      }),
    ...(draft.clock === "days" &&
      out(draft.days, DAY, 1, 90 * DAY) && { days: say("So many days: more than 0 and at most {most}", { most: 90 }) }),
    ...(draft.policy === "claim" && company.seats !== 2 && { policy: translate("The win can be claimed only where two play") }),
    ...(draft.start === "host" &&
      company.mine === 0 && { start: translate("Who starts the game has a seat at the table: keep one for yourself") }),
    ...(draft.rated && whyUnrated(company) && { rated: whyUnrated(company) }),
  };
}

/** Why these participants cannot play a rated game; empty if they can. */
function whyUnrated({ mine, bots, account }: Participants): string {
  if (bots) return translate("A rated game is between people: leave seats open where bots would sit");
  if (mine > 1) return translate("A rated game is between different people: keep one seat at most");
  return mine === 1 && !account ? translate("A rated game is between people with accounts: log in or make one first") : "";
}

/** A typed number in whole seconds; NaN for no number. */
function seconds(text: string, unit: number): number {
  return text.trim() === "" ? Number.NaN : Math.round(Number(text.replace(",", ".")) * unit);
}

/** Name and meaning of each choice. */
type Choices<Value extends string> = Readonly<Record<Value, readonly [name: string, meaning: string]>>;

export const ABSENCES: Choices<TermsDraft["policy"]> = {
  usual: [
    mark("As usual for the thinking time"),
    mark("With a clock for minutes, who is away for 2 min loses their turn or the game; with one for days, the clock decides."),
  ],
  wait: [mark("The others wait"), mark("Nothing happens when somebody stays away: the others wait for them.")],
  skip: [
    mark("They are passed over"),
    mark("Who is away for {time} when asked is passed over, as the rules say of the absent."),
  ],
  bot: [mark("A bot plays for them"), mark("For who is away for {time} when asked, a bot plays until they are back.")],
  claim: [mark("The other may claim the win"), mark("When one is away for {time} though asked, the other may claim the win.")],
  vote: [
    mark("The others may end the game"),
    mark("When somebody is away for {time} though asked, the others may end the game without a result."),
  ],
};

export const STARTS: Choices<TermsDraft["start"]> = {
  at_once: [mark("At once"), mark("Who sits may play at once, though a seat be open.")],
  full: [mark("When every seat is taken"), mark("The game begins when every seat is taken.")],
  host: [mark("When the host says so"), mark("When every seat is taken, the host starts the game.")],
};

export const UNDOS: Choices<TermsDraft["undo"]> = {
  free: [
    mark("Freely"),
    mark("A move may be taken back as long as nobody has learnt anything or been asked since; later, if the others agree."),
  ],
  asked: [mark("If the others agree"), mark("A move may be taken back if the others agree.")],
  never: [mark("Never"), mark("No move is taken back.")],
};

export const CHATS: Choices<TermsDraft["chat"]> = {
  apart: [mark("Apart until the end"), mark("Who looks on reads what the players say when the game is over.")],
  open: [
    mark("For all to read"),
    mark("Who looks on reads what the players say at once; the players read nothing of the others until the game is over."),
  ],
  off: [mark("Nobody talks"), mark("There is no chat.")],
};

/** The two meanings of a switch. */
type Either = readonly [yes: string, no: string];

export const LISTED: Either = [
  mark("The lobby shows the table, and whoever comes may take an open seat."),
  mark("The table is found by its link only."),
];
export const WATCHABLE: Either = [
  mark("Who does not play may look on, and sees nothing that is hidden."),
  mark("Only who plays sees the table."),
];
export const RATED: Either = [
  mark("The result counts for the ratings; who sits down has an account."),
  mark("The result changes nobody's rating."),
];

export const PAUSING: Either = [
  mark("If all agree, the clocks stand for 15 minutes at most; where there are days for each answer, for 14 days."),
  mark("The clocks do not stand."),
];

export const ROTATING: Either = [
  mark("In the next game everybody sits one seat further."),
  mark("In the next game everybody sits where they sit now."),
];

/** A time in words: "2 min". */
export const timeWords = (time: number) => span(time * SECOND);

/** A term in words. */
export interface TermText {
  readonly name: string;
  readonly words: string;
  readonly usual: boolean; // it has its default value
}

/** All terms in words, the most important first. */
export function termTexts(terms: Terms, bots: readonly BotInfo[] = []): readonly TermText[] {
  const {
    clock,
    absence,
    start = "at_once",
    undo = "free",
    chat = "apart",
    public: shown = false,
    watchable = true,
    rated = false,
    rotate = false,
    pauses = true,
    reliability = 0,
  } = terms;
  const bot = absence?.policy === "bot" ? bots.find(({ name }) => name === absence.bot)?.label : undefined;
  const away = say(ABSENCES[absence?.policy ?? "wait"][1], { time: timeWords(absence?.after ?? 2 * MINUTE) });
  return [
    {
      name: translate("Thinking time"),
      words: clock ? clockSentence(terms) : translate("Everybody may think as long as they like."),
      usual: false,
    },
    { name: translate("Absence"), words: bot ? `${away} (${translate(bot)})` : away, usual: false },
    { name: translate("Taking back"), words: translate(UNDOS[undo][1]), usual: undo === DRAFT.undo },
    ...(clock ? [{ name: translate("Pauses"), words: meaningOf(PAUSING, pauses), usual: pauses }] : []),
    { name: translate("Rated"), words: meaningOf(RATED, rated), usual: rated === DRAFT.rated },
    { name: translate("Reliability"), words: shareMeaning(reliability), usual: reliability === DRAFT.reliability },
    {
      name: translate("Beginning"),
      words: translate(STARTS[effectiveStart(start, Boolean(clock))][1]),
      usual: start === DRAFT.start,
    },
    { name: translate("Next game"), words: meaningOf(ROTATING, rotate ?? false), usual: !rotate },
    { name: translate("Lobby"), words: meaningOf(LISTED, shown), usual: shown === DRAFT.public },
    { name: translate("Looking on"), words: meaningOf(WATCHABLE, watchable), usual: watchable === DRAFT.watchable },
    { name: translate("Chat"), words: translate(CHATS[chat][1]), usual: chat === DRAFT.chat },
  ];
}

/** When the game starts effectively: with a clock, not before all seats are taken. */
export const effectiveStart = (start: TermsDraft["start"], timed: boolean): TermsDraft["start"] =>
  start === "at_once" && timed ? "full" : start;

/** A share of games that is asked for, as a choice. */
export const shareText = (share: number) =>
  share === 0 ? translate("Anybody") : say("Who finishes {percent} % of games", { percent: share });

/** What such a share means. */
export const shareMeaning = (share: number) =>
  share === 0
    ? translate("Anybody may take an open seat.")
    : say(
        "Who takes an open seat has an account and finishes {percent} % of games or more; newcomers with fewer than five games are welcome, and so is who is invited by name.",
        { percent: share },
      );

/** The meaning of a switch. */
export const meaningOf = ([yes, no]: Either, so: boolean) => translate(so ? yes : no);

function clockSentence(terms: Terms): string {
  const { clock } = terms;
  const cap = clock?.kind === "fischer" && clock.cap ? say("at most {time}", { time: timeWords(clock.cap) }) : null;
  const words = [clockWords(terms) ?? "", cap].filter(Boolean).join(", ");
  return say("{time}. Whose time is up is out of the game.", { time: words });
}
