import { expect, test } from "vitest";
import type { TournamentGame } from "../../src/protocol";
import { placeOf, tournamentAddress } from "../../src/tournaments/address";
import { countdown, points, resultWords, roundsOf, stateWords, termWords } from "../../src/tournaments/words";

const LISTED = {
  id: "t",
  title: "Cup",
  game: "chess",
  game_title: "Chess",
  terms: { format: "swiss", clock: { kind: "fischer", initial: 300, increment: 3 }, rounds: 5, rated: true },
  state: "open",
  host: "Ada",
  starts_at: 100_000,
  ended_at: null,
  round: 0,
  rounds: 0,
  entrants: 2,
  mine: false,
  winner: "",
} as const;

const GAME: TournamentGame = { round: 1, board: 1, game: 1, players: [1, 2], points: null, played: true, table: "x" };

test("an address is that of the list, of a tournament, or of neither", () => {
  expect(placeOf("/tournaments")).toEqual({ page: "list" });
  expect(placeOf(tournamentAddress("aB_9-c"))).toEqual({ page: "tournament", id: "aB_9-c" });
  expect(placeOf("/tournaments/a/b")).toBeNull();
});

test("a time that is left is read at a glance", () => {
  expect([0, 999, 61_000, 3_600_000, 3 * 86_400_000].map(countdown)).toEqual(["0:00", "0:01", "1:01", "1:00:00", "3 days"]);
});

test("half points are written as such", () => {
  expect([0, 0.5, 2.5, 3].map(points)).toEqual(["0", "½", "2½", "3"]);
});

test("a game says its result, a forfeit its signs, and a bye what it is", () => {
  expect(resultWords(GAME)).toBeNull();
  expect(resultWords({ ...GAME, points: [0.5, 0.5] })).toBe("½ – ½");
  expect(resultWords({ ...GAME, points: [1, 0], played: false })).toBe("+ – −");
  expect(resultWords({ ...GAME, players: [1], points: [1], played: false })).toBe("bye");
  expect(roundsOf([GAME, { ...GAME, round: 3 }, { ...GAME, round: 2 }, GAME])).toEqual([3, 2, 1]);
});

test("a tournament says how far it is", () => {
  expect(stateWords(LISTED, 40_000)).toBe("Begins in 1:00");
  expect(stateWords({ ...LISTED, state: "running", round: 2, rounds: 5 }, 0)).toBe("Round 2 of 5");
  expect(stateWords({ ...LISTED, state: "ended", winner: "Bob" }, 0)).toBe("Bob has won");
  expect(termWords(LISTED).filter(Boolean).join(" · ")).toBe("Swiss · 5 rounds · 5 min + 3 s per turn · rated");
});

test("tables of more than two have their size, and points in hundredths", () => {
  const many = { ...LISTED, terms: { ...LISTED.terms, seats: 4 } };
  expect(termWords(many).filter(Boolean).join(" · ")).toBe("Swiss · tables of 4 · 5 rounds · 5 min + 3 s per turn · rated");
  expect([5 / 3, 1 / 3, 2.5].map(points)).toEqual(["1.67", "0.33", "2½"]);
  const game = { ...GAME, players: [1, 2, 3] };
  expect(resultWords(game)).toBeNull();
  expect(resultWords({ ...game, points: [1, 0.5, 0] })).toBe("over");
  expect(resultWords({ ...game, points: [0, 0, 0], played: false })).toBe("not played");
});
