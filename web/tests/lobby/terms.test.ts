import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DRAFT, errors, termsOf, termTexts, type Participants, type TermsDraft } from "../../src/lobby/terms";

const FRIENDS: Participants = { seats: 2, people: true, mine: 1, bots: false, account: false, anybody: false };
const wish = (some: Partial<TermsDraft>): TermsDraft => ({ ...DRAFT, ...some });

describe("the terms that are asked for", () => {
  test("are the arena's own as long as nothing is chosen", () => {
    expect(termsOf(DRAFT, FRIENDS)).toEqual({
      clock: null,
      absence: { policy: "usual", after: 120, bot: "" },
      start: "at_once",
      undo: "free",
      rotate: null,
      chat: "apart",
      public: false,
      watchable: true,
      rated: false,
      reliability: 0,
    });
  });

  test("have a clock in whole seconds, whatever it was typed in", () => {
    const live = wish({ clock: "live", minutes: "2,5", increment: "12", cap: "" });
    expect(termsOf(live, FRIENDS).clock).toEqual({ kind: "fischer", initial: 150, increment: 12, cap: null });
    expect(termsOf({ ...live, cap: "4" }, FRIENDS).clock).toMatchObject({ cap: 240 });
    expect(termsOf(wish({ clock: "days", days: "1.5" }), FRIENDS).clock).toEqual({ kind: "per_move", seconds: 129_600 });
  });

  test("show a table to which anybody may come, and time nobody where none is to come", () => {
    expect(termsOf(DRAFT, { ...FRIENDS, anybody: true }).public).toBe(true);
    const alone = termsOf(wish({ clock: 0, rated: true, policy: "claim" }), { ...FRIENDS, people: false });
    expect(alone).toEqual({ public: false, watchable: true, chat: "apart", undo: "free", rotate: null });
  });

  test("name a bot only where one is to play", () => {
    expect(termsOf(wish({ policy: "bot", bot: "greedy" }), FRIENDS).absence).toMatchObject({ policy: "bot", bot: "greedy" });
    expect(termsOf(wish({ policy: "skip", bot: "greedy" }), FRIENDS).absence).toMatchObject({ policy: "skip", bot: "" });
  });
});

describe("what is wrong with them", () => {
  test.each<[keyof TermsDraft, Partial<TermsDraft>]>([
    ["minutes", { clock: "live", minutes: "" }],
    ["minutes", { clock: "live", minutes: "ten" }],
    ["minutes", { clock: "live", minutes: "0" }],
    ["increment", { clock: "live", increment: "3601" }],
    ["cap", { clock: "live", minutes: "10", cap: "9" }],
    ["days", { clock: "days", days: "91" }],
  ])("is said of %s", (field, some) => {
    expect(Object.keys(errors(wish(some), FRIENDS))).toEqual([field]);
    expect(errors(wish({ ...some, clock: "none" }), FRIENDS)).toEqual({}); // what is not asked for is not wrong
  });

  test("depends on who is to sit there", () => {
    expect(errors(wish({ policy: "claim", start: "host" }), FRIENDS)).toEqual({});
    expect(Object.keys(errors(wish({ policy: "claim" }), { ...FRIENDS, seats: 3 }))).toEqual(["policy"]);
    expect(Object.keys(errors(wish({ start: "host" }), { ...FRIENDS, mine: 0 }))).toEqual(["start"]);
  });

  test.each<[string, Partial<Participants>]>([
    ["a guest", {}],
    ["who keeps two seats", { mine: 2, account: true }],
    ["who has a bot play", { bots: true, account: true }],
  ])("is that %s wants a rated game", (_, some) => {
    expect(Object.keys(errors(wish({ rated: true }), { ...FRIENDS, ...some }))).toEqual(["rated"]);
    expect(errors(wish({ rated: true }), { ...FRIENDS, account: true })).toEqual({});
  });

  test("is what the arena would refuse, by the same bounds", () => {
    const arena = readFileSync("../src/rondel/server/lobby/terms.py", "utf8");
    for (const line of [
      "DAY: Final = 86_400",
      "LONGEST_GAME: Final = DAY",
      "LONGEST_INCREMENT: Final = 3_600",
      "LONGEST_MOVE: Final = 90 * DAY",
    ])
      expect(arena).toContain(line);
    expect(errors(wish({ clock: "live", minutes: "1440", increment: "3600", cap: "1440" }), FRIENDS)).toEqual({});
    expect(errors(wish({ clock: "days", days: "90" }), FRIENDS)).toEqual({});
  });
});

test("the terms are told, every one, with what they mean", () => {
  const words = (terms: Parameters<typeof termTexts>[0], bots: Parameters<typeof termTexts>[1] = []) =>
    termTexts(terms, bots).map((each) => each.words);
  expect(termTexts({})).toHaveLength(10);
  expect(words({})[0]).toBe("Everybody may think as long as they like.");
  expect(words({ clock: { kind: "fischer", initial: 900, increment: 10, cap: 3600 } })[0]).toBe(
    "15 min + 10 s per turn, at most 1 h. Whose time is up is out of the game.",
  );
  expect(
    words({ absence: { policy: "bot", after: 300, bot: "greedy" } }, [{ name: "greedy", label: "Greedy bot", summary: "" }])[1],
  ).toBe("For who is away for 5 min when asked, a bot plays until they are back. (Greedy bot)");
  expect(words({})).toContain("Who sits may play at once, though a seat be open.");
  // nobody's time runs before
  expect(words({ clock: { kind: "per_move", seconds: 60 } })).toContain("The game begins when every seat is taken.");
  expect(words({ undo: "never" })).toContain("No move is taken back.");
  expect(words({ reliability: 90 })[4]).toContain("finishes 90 % of games or more; newcomers");
  expect(words({ watchable: false })).toContain("Only who plays sees the table.");
  expect(words({ rotate: true })).toContain("In the next game everybody sits one seat further.");
});

test("what is as usual is told apart, by what the arena takes where nothing is said", () => {
  const other = (terms: Parameters<typeof termTexts>[0]) =>
    termTexts(terms)
      .filter(({ usual }) => !usual)
      .map(({ name }) => name);
  const always = ["Thinking time", "Absence"]; // what everybody is to know before they sit down
  expect(other({})).toEqual(always);
  expect(other(termsOf(DRAFT, FRIENDS))).toEqual(always);
  expect(
    other({ clock: { kind: "per_move", seconds: 60 }, absence: { policy: "claim", after: 60 }, undo: "never", rated: true }),
  ).toEqual(["Thinking time", "Absence", "Taking back", "Rated"]);
  expect(other({ start: "host", public: true, watchable: false, chat: "off" })).toEqual([
    ...always,
    "Beginning",
    "Lobby",
    "Looking on",
    "Chat",
  ]);
});
