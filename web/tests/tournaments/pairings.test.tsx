// The games of a round, at tables of two and of more.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import type { Entrant, Tournament, TournamentGame } from "../../src/protocol";
import { Pairings } from "../../src/tournaments/pairings";

const NAMES = ["Ada", "Bob", "Cleo", "Dan"];

const CUP = {
  listed: {
    id: "cup",
    state: "running",
    terms: {
      format: "swiss",
      seats: 4,
      teams: [
        [0, 2],
        [1, 3],
      ],
    },
  },
  entrants: NAMES.map((name, index) => ({ number: index + 1, seed: index + 1, name, state: "in" }) as Entrant),
  me: null,
} as unknown as Tournament;

const GAME: TournamentGame = { round: 1, board: 1, game: 1, players: [1, 2, 3, 4], points: null, played: true, table: "x" };

afterEach(() => act(() => render(null, document.body)));

const lines = (game: Partial<TournamentGame>) => {
  act(() => render(<Pairings tournament={{ ...CUP, games: [{ ...GAME, ...game }] }} />, document.body));
  return [...document.querySelectorAll("ol > li")].map((each) => each.textContent);
};

it("lists a table team by team while it goes on, and by points when it is over", () => {
  expect(lines({})).toEqual(["AdaCleo", "BobDan"]);
  expect(document.querySelector("a.versus")?.getAttribute("href")).toBe("/table/x");
  expect(lines({ points: [0, 1, 0, 1] })).toEqual(["BobDan1", "AdaCleo0"]);
  expect(document.querySelectorAll(".won")).toHaveLength(1);
  expect(document.querySelector("a.versus")?.getAttribute("href")).toBe("/replay/x");
  expect(lines({ players: [4], points: [0.5], played: false, table: "" })).toEqual(["Dan½"]);
  expect(document.querySelector("span.versus")?.textContent).toBe("bye");
});
