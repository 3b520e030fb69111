// The library's search and tags.

import { expect, it } from "vitest";
import { alike, families, found, inOrder, tags } from "../../src/lobby/library/search";
import type { GameInfo } from "../../src/protocol";
import { opening } from "../positions";

const game = (name: string, some: Partial<GameInfo> = {}): GameInfo => ({
  name,
  title: name,
  summary: "",
  roles: ["black", "white"],
  fewest: 2,
  usual: 2,
  family: "Strategy",
  like: [],
  minutes: 0,
  known: false,
  study: false,
  cooperative: false,
  options: [],
  picture: opening("reversi"),
  ...some,
});
const GAMES = [
  game("Gomoku", { summary: "Five in a row win." }),
  game("Poker", { family: "Cards", roles: ["a", "b", "c"], minutes: 20 }),
  game("Häsch", { family: "Cards" }),
  game("Kuhn", { family: "Study", study: true }),
];
const names = (typed: string, family = "") => found(GAMES, typed, family).map(({ name }) => name);

it("finds games by every typed word, in title, summary or tags, without accents", () => {
  expect(names("")).toHaveLength(4);
  expect(names("five ROW")).toEqual(["Gomoku"]);
  expect(names("hasch")).toEqual(["Häsch"]);
  expect(names("cards 20 min")).toEqual(["Poker"]);
  expect(names("cards", "Strategy")).toEqual([]);
});

it("lists the families, the largest first, without those of study pieces", () => {
  expect(families(GAMES)).toEqual(["Cards", "Strategy"]);
});

it("finds the games like one: those that are named and offered, then those of its family for as many players", () => {
  const games = [
    game("hex", { like: ["y", "gone", "go"] }),
    game("y"),
    game("go", { family: "Territory" }),
    game("own", { usual: 4 }),
    game("many", { usual: 7 }),
    game("two", { usual: 2, family: "Strategy" }),
    game("small", { study: true }),
    game("alone", { family: "" }),
  ];
  const like = (name: string) => alike(games, name).map((each) => each.name);
  expect(like("hex")).toEqual(["y", "go", "two"]);
  expect(like("own")).toEqual(["hex", "y", "two"]);
  expect(like("go")).toEqual([]);
  expect([like("alone"), like("unknown")]).toEqual([[], []]);
});

it("tells players, minutes and family, and leaves out what is not known", () => {
  expect(tags(GAMES[1]!)).toEqual(["2 to 3 players", "20 min", "Cards"]);
  expect(tags(game("solo", { roles: ["one"], fewest: 1, family: "" }))).toEqual(["For one"]);
});

it("puts games that are played now first, then those that people know, study pieces last", () => {
  const games = [game("Study", { study: true }), game("New"), game("Chess", { known: true }), game("Dice")];
  const order = (played: readonly string[]) => inOrder(games, played).map(({ name }) => name);
  expect(order([])).toEqual(["Chess", "New", "Dice", "Study"]);
  expect(order(["Dice", "New", "Dice"])).toEqual(["Dice", "New", "Chess", "Study"]);
});
