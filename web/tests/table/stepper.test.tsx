// An answer of several numbers is set part by part; only listed moves can be played.

import { expect, it } from "vitest";
import { numericActions } from "../../src/play/moves";
import { nearest } from "../../src/table/question/stepper";
import type { Move } from "../../src/board/view";

const move = (text: string): Move => ({
  text,
  action: text.slice(0, text.indexOf("(")),
  places: ["", ""],
  forced: false,
  describe: { text: "", args: {} },
});

it("takes actions of several whole numbers with many moves", () => {
  const bids = ["1,1", "1,2", "2,1", "2,2", "3,1", "3,2"].map((parts) => move(`bid(${parts})`));
  expect(numericActions([...bids, move("liar")])).toEqual([bids]);
  expect(numericActions(bids.slice(0, 3))).toEqual([]);
  expect(numericActions(bids.map(({ text }) => move(text.replace(")", ",red)"))))).toEqual([]);
});

it("keeps what was set as far as a move has it", () => {
  const tuples = [
    [5, 4],
    [5, 6],
    [6, 1],
    [6, 4],
  ];
  expect(nearest(tuples, [])).toEqual([5, 4]);
  expect(nearest(tuples, [6, 4])).toEqual([6, 4]);
  expect(nearest(tuples, [5, 1])).toEqual([5, 4]); // not so low with five dice
});
