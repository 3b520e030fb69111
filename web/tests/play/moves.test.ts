import { describe, expect, it } from "vitest";
import {
  argumentsOf,
  chosenText,
  chooseParts,
  moveOfText,
  narrowMoves,
  numbered,
  parts,
  choosePlace,
  withNumber,
} from "../../src/play/moves";
import { movesTyped } from "../../src/play/notation";
import type { Move } from "../../src/board/view";

function move(text: string, ...places: string[]): Move {
  return { text, action: text.split("(")[0] ?? text, places, forced: false, describe: { text } };
}

const discs = [move("play_disc(d3)", "board:d3"), move("play_disc(c4)", "board:c4")];
const kings = [
  move("move(a1,a2)", "board:a1", "board:a2"),
  move("move(a1,b2)", "board:a1", "board:b2"),
  move("move(c1,b2)", "board:c1", "board:b2"),
  move("wait"),
];
const pawn = [move("push(a7,a8,queen)", "board:a7", "board:a8", ""), move("push(a7,a8,knight)", "board:a7", "board:a8", "")];

describe("a move of one part", () => {
  it("is offered where it is, and pointing there is the whole move", () => {
    expect([...narrowMoves(discs, []).places]).toEqual(["board:d3", "board:c4"]);
    expect(choosePlace(discs, [], "board:d3")).toEqual({ move: discs[0] });
  });

  it("is not offered elsewhere", () => {
    expect(choosePlace(discs, [], "board:a1")).toBeNull();
  });
});

describe("a move of a set of cells", () => {
  const dice = ["a", "b", "a+b"].map((each) => move(`reroll(${each})`, `dice:${each}`));
  const all = [...dice, move("write(ones)", "sheet:ones")];

  it("has its cells marked in any order, and taken back", () => {
    expect([...narrowMoves(all, []).places]).toEqual(["dice:a", "dice:b", "sheet:ones"]);
    expect(choosePlace(all, [], "dice:b")).toEqual({ chosen: ["dice:b"] });
    expect(choosePlace(all, ["dice:b"], "dice:a")).toEqual({ chosen: ["dice:b", "dice:a"] });
    expect(choosePlace(all, ["dice:b", "dice:a"], "dice:b")).toEqual({ chosen: ["dice:a"] });
  });

  it("is played by a button once exactly its cells are marked", () => {
    expect(narrowMoves(all, []).buttons).toEqual([]);
    expect(narrowMoves(all, ["dice:b"]).buttons.map((button) => button.move)).toEqual([dice[1]]);
    expect(narrowMoves(all, ["dice:b", "dice:a"]).buttons.map((button) => button.move)).toEqual([dice[2]]);
  });

  it("gives way to another move that is pointed at", () => {
    expect(choosePlace(all, ["dice:b"], "sheet:ones")).toEqual({ move: all[3] });
  });
});

describe("a move of several parts", () => {
  it("narrows by what is chosen", () => {
    expect([...narrowMoves(kings, []).places]).toEqual(["board:a1", "board:c1"]);
    expect([...narrowMoves(kings, ["board:a1"]).places]).toEqual(["board:a2", "board:b2"]);
  });

  it("waits for its second part even when only one is left", () => {
    expect(choosePlace(kings, [], "board:c1")).toEqual({ chosen: ["board:c1"] });
    expect(choosePlace(kings, ["board:c1"], "board:b2")).toEqual({ move: kings[2] });
  });

  it("is let go by pointing again, and begun anew by pointing at another first part", () => {
    expect(choosePlace(kings, ["board:a1"], "board:a1")).toEqual({ chosen: [] });
    expect(choosePlace(kings, ["board:a1"], "board:c1")).toEqual({ chosen: ["board:c1"] });
  });
});

describe("a move whose parts are a combination", () => {
  const colours = ["pearl", "ruby", "onyx", "opal"];
  const bank = (...names: string[]) => move(`take(${names.join()})`, ...names.map((name) => `bank:${name}`));
  const threes = colours.map((left) => bank(...colours.filter((colour) => colour !== left)));

  it("is chosen in any order", () => {
    expect([...narrowMoves(threes, []).places].sort()).toEqual(["bank:onyx", "bank:opal", "bank:pearl", "bank:ruby"]);
    expect(choosePlace(threes, [], "bank:opal")).toEqual({ chosen: ["bank:opal"] });
    expect([...narrowMoves(threes, ["bank:opal", "bank:pearl"]).places].sort()).toEqual(["bank:onyx", "bank:ruby"]);
    expect(choosePlace(threes, ["bank:opal", "bank:pearl"], "bank:ruby")).toEqual({
      move: bank("pearl", "ruby", "opal"),
    });
  });

  it("loses a part that is pointed at again", () => {
    expect(choosePlace(threes, ["bank:opal", "bank:pearl"], "bank:opal")).toEqual({ chosen: ["bank:pearl"] });
  });

  it("may lack some combinations where the parts are cards", () => {
    const pairs = [
      move("discard(7S,7H)", "hand:0", "hand:1"),
      move("discard(7S,9S)", "hand:0", "hand:2"),
      move("discard(9S,9H)", "hand:2", "hand:3"),
    ];
    expect(choosePlace(pairs, ["hand:2"], "hand:0")).toEqual({ move: pairs[1] });
    expect([...narrowMoves(pairs, ["hand:2"]).places].sort()).toEqual(["hand:0", "hand:3"]);
  });

  it("is not one where a cell is the start of one move and the goal of another", () => {
    const stacks = [move("climb(a1,a2)", "board:a1", "board:a2"), move("climb(a2,a3)", "board:a2", "board:a3")];
    expect([...narrowMoves(stacks, []).places]).toEqual(["board:a1", "board:a2"]);
    expect(choosePlace(stacks, ["board:a1"], "board:a3")).toBeNull();
  });
});

describe("what is nowhere on the board", () => {
  it("is a button", () => {
    expect(narrowMoves(kings, []).buttons).toEqual([
      { key: "wait", label: "Wait", verb: null, rest: "Wait", move: kings[3], part: null },
    ]);
  });

  it("is a button too when it is a later part, named by its argument", () => {
    expect(narrowMoves(pawn, []).buttons).toEqual([]);
    expect(narrowMoves(pawn, ["board:a7", "board:a8"]).buttons.map((button) => button.label)).toEqual(["Queen", "Knight"]);
    expect(chooseParts(pawn, ["board:a7", "board:a8", "=queen"])).toEqual({ move: pawn[0] });
  });

  it("is named by its whole argument, commas and all", () => {
    const payments = ["1 ruby, 2 gold", "1 ruby, 1 onyx"].map((text) => move(`pay(${text})`, ""));
    expect(narrowMoves(payments, []).buttons.map(({ label }) => label)).toEqual(["Pay 1 ruby, 2 gold", "Pay 1 ruby, 1 onyx"]);
    const turned = [move("lay(0,-1,left)", "land:0,-1", ""), move("lay(0,-1,right)", "land:0,-1", "")];
    expect(narrowMoves(turned, ["land:0,-1"]).buttons.map(({ label }) => label)).toEqual(["Left", "Right"]);
  });

  it("reads as the sentence about the move has it, where a sign stands between its parts", () => {
    const said = (text: string, sentence: string): Move => {
      const [quantity, face] = argumentsOf(text).map(Number);
      return {
        ...move(text, "", ""),
        describe: { text: sentence, args: { actplayer: { role: "ruby" }, quantity: quantity ?? 0, face: face ?? 0 } },
      };
    };
    const bids = ["bid(16,2)", "bid(16,16)", "bid(17,1)"].map((text) => said(text, "{actplayer} bids {quantity} × {face}"));
    expect(narrowMoves(bids, []).buttons.map(({ label }) => label)).toEqual(["Bid 16", "Bid 17"]);
    expect(chosenText(bids, ["=16"])).toBe("Bid 16 ×");
    expect(chosenText(bids, ["=16", "=2"])).toBe("Bid 16 × 2");
    const words = [said("bid(16,2)", "{actplayer} bids {quantity} of the face {face}")];
    expect([chosenText(words, ["=16"]), chosenText(words, ["=16", "=2"])]).toEqual(["Bid 16", "Bid 16 2"]);
  });

  it("is asked for once, when several moves share it", () => {
    const bids = [move("bid(3,a1)", "", "board:a1"), move("bid(3,a2)", "", "board:a2"), move("bid(4,a1)", "", "board:a1")];
    expect(narrowMoves(bids, []).buttons.map((button) => button.label)).toEqual(["Bid 3", "Bid 4"]);
    expect(narrowMoves(bids, []).buttons.map(({ verb, rest }) => [verb, rest])).toEqual([
      ["Bid", "3"],
      ["Bid", "4"],
    ]);
    expect(chooseParts(bids, ["=3"])).toEqual({ chosen: ["=3"] });
    expect(chosenText(narrowMoves(bids, ["=3"]).moves, ["=3"])).toBe("Bid 3");
    expect(chosenText(bids, [])).toBeNull();
    expect(chosenText(pawn, ["board:a7", "board:a8"])).toBeNull();
    expect([...narrowMoves(bids, ["=3"]).places]).toEqual(["board:a1", "board:a2"]);
  });

  it("is a choice between two actions at one place", () => {
    const both = [move("open(a1)", "board:a1"), move("flag(a1)", "board:a1")];
    expect(choosePlace(both, [], "board:a1")).toEqual({ chosen: ["board:a1"] });
    expect(narrowMoves(both, ["board:a1"]).buttons.map((button) => button.label)).toEqual(["Open", "Flag"]);
  });
});

it("reads the parts off a move", () => {
  expect(argumentsOf("pass")).toEqual([]);
  expect(argumentsOf("move(a1,b2)")).toEqual(["a1", "b2"]);
  expect(parts(move("bid(3)", ""))).toEqual(["=3"]);
});

it("a typed move is found by its text, its parts, or one part that tells enough", () => {
  const told = (text: string, args: Record<string, string>): Move => ({ ...move(text), describe: { text: "", args } });
  const moves = [
    told("move(e2,e4)", { start: "e2", goal: "e4" }),
    told("move(e2,e3)", { start: "e2", goal: "e3" }),
    told("move(g1,e3)", { start: "g1", goal: "e3" }),
  ];
  const found = (text: string) => movesTyped(moves, text).map((each) => each.text);
  expect(found("MOVE(e2, e3)")).toEqual(["move(e2,e3)"]);
  expect(found("e2-e4")).toEqual(["move(e2,e4)"]);
  expect(found("move g1 e3")).toEqual(["move(g1,e3)"]);
  expect(found("e4")).toEqual(["move(e2,e4)"]);
  expect(found("e3")).toHaveLength(2);
  expect(found("e2 e9")).toEqual([]);
  expect(found(" ")).toEqual([]);
});

describe("a range of numbers", () => {
  const bet: Move = {
    ...move("bet(1)", ""),
    describe: { text: "{actplayer} bets {amount}", args: { actplayer: "red", amount: "1" } },
    numbers: { least: 1, most: 200, step: 1, before: "bet(", after: ")", part: "amount" },
  };
  const raise: Move = {
    ...move("raise(side,20)", "", ""),
    numbers: { least: 20, most: 100, step: 10, before: "raise(side,", after: ")", part: "amount" },
  };
  const moves = [move("fold"), bet, raise];

  it("is no button, and never chosen without its number", () => {
    const { buttons, ranges } = narrowMoves(moves, []);
    expect([buttons.map(({ label }) => label), ranges]).toEqual([["Fold", "Raise side"], [bet]]);
    expect(narrowMoves(moves, ["=side"]).ranges).toEqual([raise]);
    expect(chooseParts(moves, ["=side"])).toEqual({ chosen: ["=side"] });
  });

  it("has a move for each number, with its own text and description", () => {
    expect(withNumber(bet, 40)).toEqual({
      ...move("bet(40)", ""),
      describe: { text: "{actplayer} bets {amount}", args: { actplayer: "red", amount: "40" } },
    });
    expect(moveOfText(moves, "raise(side,30)")?.text).toBe("raise(side,30)");
    expect(
      ["raise(side,25)", "raise(side,110)", "bet(201)", "bet(0)", "bet(x)", "bet(1.5)"].map((text) => moveOfText(moves, text)),
    ).toEqual(Array(6).fill(null));
  });

  it("may be typed", () => {
    expect(numbered(bet, "bet 40")?.text).toBe("bet(40)");
    expect(movesTyped([numbered(bet, "40")!], "40").map(({ text }) => text)).toEqual(["bet(40)"]);
    expect(numbered(bet, "fold")).toBeNull();
  });
});
