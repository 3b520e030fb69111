// Moves as players write them. The positions and how their moves are written: Laws of Chess, appendix C; PGN standard, 8.2.3.

import { expect, it } from "vitest";
import { spellings, movesWritten } from "../../src/play/notation";
import type { Move, Scene, Token, View } from "../../src/board/view";

const WRITTEN = {
  king: "K",
  queen: "Q",
  rook: "R",
  bishop: "B",
  knight: "N",
  pawn: "",
  "king e1 g1": "O-O",
  "king e1 c1": "O-O-O",
};
const SCENE = { written: WRITTEN } as unknown as Scene;

const view = (lying: Readonly<Record<string, string>>) =>
  ({
    containers: { board: { tokens: Object.entries(lying).map(([at, face]): Token => ({ kind: "piece", at, face })) } },
  }) as unknown as View;

function move(from: string, to: string, becomes?: string): Move {
  const words = [from, to, ...(becomes ? [becomes] : [])];
  return {
    text: `move(${words.join()})`,
    action: "move",
    places: [`board:${from}`, `board:${to}`, ...(becomes ? [""] : [])],
    forced: false,
    describe: { text: "" },
  };
}

function found(lying: Readonly<Record<string, string>>, moves: readonly Move[], text: string): readonly string[] {
  const now = view(lying);
  return movesWritten(text, moves, (each) => spellings(SCENE, now, each)).map((each) => each.text);
}

it.each([
  ["Nf3", ["move(g1,f3)"]],
  ["nf3", ["move(g1,f3)"]],
  ["Nxf3+", ["move(g1,f3)"]],
  ["Nd2", ["move(b1,d2)", "move(f3,d2)"]],
  ["Nbd2", ["move(b1,d2)"]],
  ["N3d2", ["move(f3,d2)"]],
  ["Nb1-d2", ["move(b1,d2)"]],
  ["exd5", ["move(e4,d5)"]],
  ["ed5", ["move(e4,d5)"]],
  ["d5", ["move(d4,d5)"]],
  ["bc4", ["move(b3,c4)"]],
  ["Bc4", ["move(f1,c4)"]],
  ["O-O", ["move(e1,g1)"]],
  ["0-0", ["move(e1,g1)"]],
  ["o-o-o", ["move(e1,c1)"]],
  ["Ke2", ["move(e1,e2)"]],
  ["a8=Q", ["move(a7,a8,queen)"]],
  ["a8N#", ["move(a7,a8,knight)"]],
  ["Qe4", []],
  ["", []],
])("%s", (text, moves) => {
  const lying = {
    g1: "knight",
    b1: "knight",
    f3: "knight",
    e4: "pawn",
    d4: "pawn",
    b3: "pawn",
    f1: "bishop",
    e1: "king",
    a7: "pawn",
  };
  const offered = [
    "g1 f3",
    "b1 d2",
    "f3 d2",
    "e4 d5",
    "d4 d5",
    "b3 c4",
    "f1 c4",
    "e1 g1",
    "e1 c1",
    "e1 e2",
    "a7 a8 queen",
    "a7 a8 knight",
  ];
  expect(
    found(
      lying,
      offered.map((each) => move(...(each.split(" ") as [string, string]))),
      text,
    ),
  ).toEqual(moves);
});

it("where a game has no notation nothing is written so", () => {
  expect(spellings({} as Scene, view({ a1: "knight" }), move("a1", "b3"))).toEqual([]);
});
