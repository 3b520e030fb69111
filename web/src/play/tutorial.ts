// What is said to somebody who learns a game while playing it: what the others just did, what may be done now, and one lesson
// at a time about the table. Made of the game's own words and of what is lit; knows no game. Pure, as state.ts.

import { listed, nameOf, addressed, standing, verdict } from "./naming";
import { log, mayAct, news, offered, undoable, view, type State } from "./state";
import { counted, mark, plain, say, translate } from "../text/text";

const FEW = 3; // so many things are told one by one

/** What others have done since the learner answered last, the oldest first. */
export function happened(state: State): readonly string[] {
  const fresh = news(state);
  const told = log(state).filter(
    (event) =>
      event.text !== null &&
      (fresh.has(event.number) ||
        (fresh.size === 0 && event.role !== null && event.role !== state.shown && (state.answered[state.shown] ?? 0) === 0)),
  );
  return told
    .slice(-FEW)
    .map((event) => (event.text ? plain(event.text, (role) => nameOf(state, role), addressed(state)) : ""));
}

/** What may be done now, in a sentence or two. */
export function possible(state: State): string {
  const now = view(state);
  if (!now) return "";
  if (now.over) return verdict(state);
  if (!mayAct(state)) return standing(state) ?? "";
  const { moves, places, buttons } = offered(state);
  const words = [...new Set(moves.map((move) => plain(move.describe, (role) => nameOf(state, role), addressed(state))))];
  const what =
    words.length <= FEW
      ? listed(words)
      : say("{some}, or one of {number} others", { some: words.slice(0, FEW - 1).join(", "), number: words.length - FEW + 1 });
  const where =
    places.size > 0
      ? counted("{number} place is lit: point at it.", "{number} places are lit: point at one.", places.size)
      : buttons.length > 0
        ? translate("Choose a button.")
        : "";
  return [say("Possible now: {what}.", { what }), where].filter(Boolean).join(" ");
}

interface Lesson {
  readonly name: string; // by which it is remembered
  readonly words: string;
  readonly fits: (state: State) => boolean;
}

/** What is to be learnt about any table, each when there is something to see of it. */
const LESSONS: readonly Lesson[] = [
  {
    name: "glow",
    words: mark("Gold means: here you may act. Point with mouse or finger, or go with the arrow keys and press Enter."),
    fits: (state) => mayAct(state) && offered(state).places.size > 0,
  },
  {
    name: "buttons",
    words: mark("What you may do that is nowhere on the table is a button beside the question."),
    fits: (state) => mayAct(state) && offered(state).buttons.length > 0,
  },
  {
    name: "parts",
    words: mark("This move has several parts: choose the next, or let go of what you have chosen with Cancel or Escape."),
    fits: (state) => mayAct(state) && state.chosen.length > 0,
  },
  {
    name: "marks",
    words: mark("What was done last is marked on the table, and the log tells all that has happened."),
    fits: (state) => happened(state).length > 0,
  },
  {
    name: "undo",
    words: mark("With Undo you take back your last answer, as long as nobody has learnt anything by it."),
    fits: (state) => undoable(state) !== null,
  },
  {
    name: "end",
    words: mark("The game is over. Play again, or look back at it move by move from the log."),
    fits: (state) => view(state)?.over ?? false,
  },
];

/** The lesson to give now: the first that fits and has not been given. */
export function lesson(state: State, given: readonly string[]): { readonly name: string; readonly words: string } | null {
  return LESSONS.find(({ name, fits }) => !given.includes(name) && fits(state)) ?? null;
}
