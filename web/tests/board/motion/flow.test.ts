// Where things came from and went to: as much as the viewer can tell, and no more.

import { expect, it } from "vitest";
import { flow } from "../../../src/board/motion/flow";
import type { Contents, View } from "../../../src/board/view";

const view = (containers: Record<string, Contents>) => ({ containers }) as unknown as View;
const card = (id: number, face: string) => ({ id, at: "0", kind: "card", face });

it("a card that is dealt comes from the pile that has one less", () => {
  const went = flow(
    view({ deck: { backs: 10 }, hand: { tokens: [card(1, "QS")] } }),
    view({ deck: { backs: 8 }, hand: { tokens: [card(1, "QS"), card(2, "2C"), card(3, "5D")] } }),
  );
  expect([...went.from]).toEqual([
    ["2", "deck"],
    ["3", "deck"],
  ]);
});

it("a card that another player plays comes from that hand, also while a pile grows", () => {
  const went = flow(
    view({ west: { backs: 5 }, trick: { tokens: [] }, taken: { tokens: [] } }),
    view({ west: { backs: 4 }, trick: { tokens: [card(7, "QS")] }, taken: { backs: 1 } }),
  );
  expect([...went.from]).toEqual([["7", "west"]]);
});

it("what is gone went to where there is one more", () => {
  const went = flow(
    view({ trick: { tokens: [card(7, "QS")] }, taken: { backs: 3 } }),
    view({ trick: { tokens: [] }, taken: { backs: 4 } }),
  );
  expect([...went.to]).toEqual([["7", "taken"]]);
});

it("what lies face down and is turned up has come from nowhere else", () => {
  const went = flow(
    view({ pile: { backs: 3 }, hand: { backs: 2 } }),
    view({ pile: { backs: 2, tokens: [card(4, "KH")] }, hand: { backs: 2 } }),
  );
  expect([...went.from]).toEqual([["4", "pile"]]);
});

it("the same card with another handle elsewhere is the one that moved", () => {
  const went = flow(
    view({ field: { tokens: [card(1, "QS")] }, bag: {} }),
    view({ field: { tokens: [] }, bag: { tokens: [card(9, "QS")] } }),
  );
  expect([...went.again]).toEqual([["9", "1"]]);
  expect(went.to.size).toBe(0);
});

it("what was captured went nowhere", () => {
  expect(flow(view({ board: { tokens: [card(1, "QS")] } }), view({ board: { tokens: [] } })).to.size).toBe(0);
});
