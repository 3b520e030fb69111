// A move marked while others think: played at once, taken back, or let go of and said so; and never another than was meant.

import { describe, expect, it } from "vitest";
import { playPremove, laid, lifted, markable, marked, type MoveShape } from "../../src/play/premove";
import { cancelled } from "../../src/play/choosing";
import { receive } from "../../src/play/receive";
import { type State } from "../../src/play/state";
import type { Move, Scene, Token, View } from "../../src/board/view";
import { atTable, update } from "../positions";

const ONE: MoveShape = { parts: 1, columns: false, actions: [] };

/** Black has answered, and waits for white. */
function waiting(): State {
  const begun = playPremove(atTable("reversi", 0, ["black"]), "x").state;
  return playPremove(receive(begun, update("reversi", 1, ["black"])), "x").state;
}

describe("where all lies open and one player is asked", () => {
  it("a cell may be marked, and taken back by marking it again or by Escape", () => {
    const state = waiting();
    const form = markable(state);
    expect(form).toEqual({ parts: 1, columns: false, actions: ["play_disc"] });
    const next = marked(state, form!, "board:a1");
    expect(next.premove?.parts).toEqual(["board:a1"]);
    expect(marked(next, form!, "board:b1").premove?.parts).toEqual(["board:b1"]);
    expect(marked(next, form!, "board:a1").premove).toBeNull();
    expect(cancelled(next).premove).toBeNull();
    expect(marked(state, form!, "elsewhere:a1")).toBe(state);
  });

  it("what a move looks like is known from what others have done, before one has been asked", () => {
    expect(markable(atTable("reversi", 2, ["white"]))?.parts).toBe(1);
    expect(markable(atTable("reversi", 0, ["white"]))).toBeNull();
  });

  it("it is played at once when it may be", () => {
    const after = receive(waiting(), update("reversi", 2, ["black"]));
    const [move] = after.views["black"]!.moves;
    const step = playPremove(receive(marked(waiting(), ONE, move!.places[0]!), update("reversi", 2, ["black"])), "id");
    expect(step.send).toEqual({ type: "play", id: "id", role: "black", move: move!.text, seq: 2 });
    expect(step.state.premove).toBeNull();
  });

  it("it waits as long as others are asked, and is let go of and said so where it is not possible", () => {
    const set = marked(waiting(), ONE, "board:a1");
    expect(playPremove(set, "id").state.premove).not.toBeNull();
    const step = playPremove(receive(set, update("reversi", 2, ["black"])), "id");
    expect(step.send).toBeUndefined();
    expect(step.state.premove).toBeNull();
    expect(step.state.refusal?.message).toBe("The move you had marked is not possible now");
  });

  it("nothing is marked by who is asked, watches or plays for all, nor when it is over", () => {
    expect(markable(atTable("reversi", 1, ["white"]))).toBeNull();
    expect(markable(atTable("reversi", 1, []))).toBeNull();
    expect(markable(atTable("reversi", 1, ["black", "white"]))).toBeNull();
    expect(markable(atTable("tic_tac_toe", 7, ["x"]))).toBeNull();
    expect(markable({ ...waiting(), agreements: { ...waiting().agreements!, begun: false } })).toBeNull();
  });

  it("nor where something is hidden, or several are asked at once", () => {
    const state = waiting();
    const now = state.views["black"]!;
    const seen = (changes: Partial<View>) => markable({ ...state, views: { black: { ...now, ...changes } } });
    expect(seen({})).not.toBeNull();
    expect(seen({ containers: { board: { backs: 1 } } })).toBeNull();
    expect(seen({ containers: {} })).toBeNull();
    expect(seen({ active: ["white", "other"] })).toBeNull();
  });
});

const KNIGHT: Token = { kind: "piece", face: "knight", owner: "white", at: "g1" };

function move(from: string, to: string, action = "move", last?: string): Move {
  return {
    text: `${action}(${[from, to, ...(last ? [last] : [])].join()})`,
    action,
    places: [`board:${from}`, `board:${to}`, ...(last ? [""] : [])],
    forced: false,
    describe: { text: "" },
  };
}

/** White at a board of pieces: waits, or is offered moves. */
function pieces(moves: readonly Move[], tokens: readonly Token[] = [KNIGHT], more: Partial<State> = {}): State {
  const state = atTable("reversi", 1, ["white"]);
  const now = {
    ...state.views["white"]!,
    moves,
    active: moves.length > 0 ? ["white"] : ["black"],
    containers: { board: { tokens } },
  };
  return { ...state, forms: { white: { parts: 2, columns: false, actions: ["move"] } }, views: { white: now }, ...more };
}

describe("a move with two parts", () => {
  const form = { parts: 2, columns: false, actions: ["move"] };
  const set = marked(marked(pieces([]), form, "board:g1"), form, "board:f3").premove;

  it("begins with something of one's own, by pointing or by dragging", () => {
    expect(set?.parts).toEqual(["board:g1", "board:f3"]);
    expect(marked(pieces([]), form, "board:e5").premove).toBeNull();
    const taken = lifted(pieces([]), form, "board:g1")!;
    expect(laid(taken, form, "board:g1", "board:f3").premove).toEqual(set);
    expect(laid(taken, form, "board:g1", null).premove).toBeNull();
    expect(lifted(pieces([]), form, "board:e5")).toBeNull();
    expect(lifted(pieces([]), ONE, "board:g1")).toBeNull();
  });

  it("is played as it was meant", () => {
    expect(playPremove(pieces([move("g1", "f3"), move("g1", "h3")], [KNIGHT], { premove: set }), "id").send?.type).toBe("play");
  });

  it("is not played with another thing that lies there by now, nor by another action", () => {
    const bishop = { ...KNIGHT, face: "bishop" };
    expect(playPremove(pieces([move("g1", "f3")], [bishop], { premove: set }), "id").state.refusal?.code).toBe("premove");
    expect(playPremove(pieces([move("g1", "f3", "swap")], [KNIGHT], { premove: set }), "id").state.refusal?.code).toBe(
      "premove",
    );
  });

  it("leaves open what is still to be chosen", () => {
    const queen = playPremove(
      pieces([move("g1", "f3", "move", "queen"), move("g1", "f3", "move", "rook")], [KNIGHT], { premove: set }),
      "id",
    );
    expect([queen.send, queen.state.chosen]).toEqual([undefined, ["board:g1", "board:f3"]]);
    const half = marked(pieces([]), form, "board:g1").premove;
    expect(playPremove(pieces([move("g1", "f3"), move("g1", "h3")], [KNIGHT], { premove: half }), "id").state.chosen).toEqual([
      "board:g1",
    ]);
  });
});

it("a column is marked by any of its cells", () => {
  const state = pieces([]);
  const scene: Scene = { ...state.scene!, containers: [{ ...state.scene!.containers[0]!, name: "board" }] };
  expect(marked({ ...state, scene }, { parts: 1, columns: true, actions: [] }, "board:d3").premove?.parts).toEqual(["board:d"]);
});
