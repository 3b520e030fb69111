// The texts of the tutorial: what the others just did, what is possible now, and one lesson at a time about the table. Made of
// the game's own texts and the lit places, so it works for every game. Pure.

import { joinNames, nameOf, addressedRole, turnText, resultText } from "../../play/naming";
import { log, mayAct, unseenEvents, choices, undoable, view, type State } from "../../play/state";
import { withLimits } from "../../play/moves";
import { counted, mark, plain, say, translate } from "../../text/text";

const FEW = 3; // so many texts are listed

/** What others have done since the player's last answer, the oldest first. */
export function recentEvents(state: State): readonly string[] {
  const fresh = unseenEvents(state);
  const told = log(state).filter(
    (event) =>
      event.text !== null &&
      (fresh.has(event.number) ||
        (fresh.size === 0 && event.role !== null && event.role !== state.shown && (state.answered[state.shown] ?? 0) === 0)),
  );
  return told
    .slice(-FEW)
    .map((event) => (event.text ? plain(event.text, (role) => nameOf(state, role), addressedRole(state)) : ""));
}

/** What is possible now, in one or two sentences. */
export function possibleMoves(state: State): string {
  const now = view(state);
  if (!now) return "";
  if (now.over) return resultText(state);
  if (!mayAct(state)) return turnText(state) ?? "";
  const { moves, places, buttons, ranges } = choices(state);
  const words = [
    ...new Set(moves.map((move) => plain(withLimits(move).describe, (role) => nameOf(state, role), addressedRole(state)))),
  ];
  const what =
    words.length <= FEW
      ? joinNames(words)
      : say("{some}, or one of {number} others", { some: words.slice(0, FEW - 1).join(", "), number: words.length - FEW + 1 });
  const where =
    places.size > 0
      ? counted("{number} place is lit: point at it.", "{number} places are lit: point at one.", places.size)
      : buttons.length > 0
        ? translate("Choose a button.")
        : ranges.length > 0
          ? translate("Choose a number.")
          : "";
  return [say("Possible now: {what}.", { what }), where].filter(Boolean).join(" ");
}

interface Lesson {
  readonly name: string; // under which it is remembered
  readonly words: string;
  readonly fits: (state: State) => boolean;
}

/** The lessons, in order; each is given when it fits. */
const LESSONS: readonly Lesson[] = [
  {
    name: "glow",
    words: mark("Gold means: here you may act. Point with mouse or finger, or go with the arrow keys and press Enter."),
    fits: (state) => mayAct(state) && choices(state).places.size > 0,
  },
  {
    name: "buttons",
    words: mark("What you may do that is nowhere on the table is a button beside the question."),
    fits: (state) => mayAct(state) && choices(state).buttons.length > 0,
  },
  {
    name: "parts",
    words: mark("This move has several parts: choose the next, or let go of what you have chosen with Cancel or Escape."),
    fits: (state) => mayAct(state) && state.chosen.length > 0,
  },
  {
    name: "marks",
    words: mark("What was done last is marked on the table, and the log tells all that has happened."),
    fits: (state) => recentEvents(state).length > 0,
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

/** The first lesson that fits and was not given yet; null for none. */
export function lesson(state: State, given: readonly string[]): { readonly name: string; readonly words: string } | null {
  return LESSONS.find(({ name, fits }) => !given.includes(name) && fits(state)) ?? null;
}
