import { describe, expect, it } from "vitest";
import { playTyped } from "../../src/play/notation";
import * as choosing from "../../src/play/choosing";
import * as incoming from "../../src/play/receive";
import * as naming from "../../src/play/naming";
import * as reading from "../../src/play/state";
import { setCatalogue } from "../../src/text/text";
import { atTable, update, welcome } from "../positions";
import type { Refused, Resumed, ServerMessage, Table, View } from "../../src/protocol";

const refusal = (code: string, id: string | null = null): Refused => ({
  type: "refused",
  id,
  code,
  message: `refused: ${code}`,
  seq: null,
});

describe("coming to a table", () => {
  it("knows nothing at first", () => {
    expect(reading.view(reading.start)).toBeNull();
    expect(reading.mayAct(reading.start)).toBe(false);
  });

  it("shows the player's own view", () => {
    const state = atTable("reversi", 0, ["black"]);
    expect(reading.view(state)?.role).toBe("black");
    expect([...reading.choices(state).places].sort()).toEqual(["board:c4", "board:d3", "board:e6", "board:f5"]);
  });

  it("shows the observer's to one who holds no seat, and offers nothing", () => {
    const state = atTable("reversi", 0, []);
    expect(state.shown).toBe("observer");
    expect(reading.choices(state).places.size).toBe(0);
  });

  it("shows who is asked, of two on the same screen", () => {
    expect(atTable("reversi", 0, ["black", "white"]).shown).toBe("black");
    expect(atTable("reversi", 1, ["black", "white"]).shown).toBe("white");
  });

  it("is told when there is no such table", () => {
    expect(incoming.receive(reading.start, refusal("unknown_table")).closed?.code).toBe("unknown_table");
  });

  it("is told when the table cannot be opened, whatever the reason, but stays at one it has seen", () => {
    expect(incoming.receive(reading.start, refusal("rules")).closed?.code).toBe("rules");
    expect(incoming.receive(atTable("reversi", 0, ["black"]), refusal("internal")).closed).toBeNull();
  });

  it("knows the seats it has no more, until it has others", () => {
    const seated = atTable("reversi", 0, ["black"]);
    const opened = incoming.receive(seated, welcome("reversi", 0, []));
    expect([opened.shown, opened.lost]).toEqual(["observer", ["black"]]);
    expect(incoming.receive(opened, welcome("reversi", 0, [])).lost).toEqual(["black"]);
    expect(incoming.receive(opened, welcome("reversi", 0, ["white"])).lost).toEqual([]);
    expect(incoming.receive(seated, welcome("reversi", 0, ["white"])).lost).toEqual([]); // everybody has moved on by one seat
    expect(incoming.receive(atTable("reversi", 0, ["black", "white"]), welcome("reversi", 0, ["black"])).lost).toEqual([
      "white",
    ]);
  });

  it("is told that it is sent away where nobody looks on, and not by what is refused to a seat", () => {
    const seated = atTable("reversi", 0, ["black"]);
    expect(incoming.receive(seated, refusal("not_seated")).closed?.code).toBe("not_seated");
    expect(incoming.receive(seated, refusal("not_seated", "id1")).closed).toBeNull();
  });

  it("does not accept a message it does not know", () => {
    expect(() => incoming.receive(reading.start, { type: "surprise" } as unknown as ServerMessage)).toThrow(
      'unknown message "surprise"',
    );
  });
});

describe("playing", () => {
  it("sends the move with the position it answers, and offers nothing until it is stored", () => {
    const { state, send } = choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "id1");
    expect(send).toEqual({ type: "play", id: "id1", role: "black", move: "play_disc(d3)", seq: 0 });
    expect(reading.choices(state).places.size).toBe(0);
    const stored = incoming.receive(
      incoming.receive(state, { type: "accepted", id: "id1", seq: 1 }),
      update("reversi", 1, ["black"]),
    );
    expect(stored.pending).toBeNull();
    expect(reading.lastPlaces(stored)).toEqual(["board:d3"]);
  });

  it("sends nothing for a place that is not offered", () => {
    expect(choosing.pointed(atTable("reversi", 0, ["black"]), "board:a1", "id1").send).toBeUndefined();
  });

  it("sends nothing while another move is on its way", () => {
    const { state } = choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "id1");
    expect(choosing.pointed(state, "board:c4", "id2").send).toBeUndefined();
  });

  it("asks once more before a move, when told to", () => {
    const first = choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "id1", true);
    expect(first.send).toBeUndefined();
    expect(first.state.asked?.text).toBe("play_disc(d3)");
    expect(choosing.pointed(first.state, "board:d3", "id2", true).send).toMatchObject({ move: "play_disc(d3)" });
    expect(choosing.pointed(first.state, "board:c4", "id3", true).state.asked?.text).toBe("play_disc(c4)");
    expect(choosing.cancelled(first.state).asked).toBeNull();
  });

  it("says why a move was refused, and lets the player act again", () => {
    const { state } = choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "id1");
    const refused = incoming.receive(state, refusal("not_saved", "id1"));
    expect(refused.refusal?.code).toBe("not_saved");
    expect(reading.mayAct(refused)).toBe(true);
  });

  it("sends a move once more where somebody else was quicker and the question is the same", () => {
    const { state } = choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "id1");
    const refused = incoming.receive(state, refusal("stale", "id1"));
    expect([refused.refusal, reading.mayAct(refused), choosing.sendNext(refused, "id2").send]).toEqual([
      null,
      false,
      undefined,
    ]);
    const gone = {
      ...update("reversi", 0, ["black"]).views["black"],
      question: { text: "nobody else is asked any longer" },
    } as View;
    const moved = incoming.receive(refused, { ...update("reversi", 0, ["black"]), seq: 1, views: { black: gone } });
    const again = choosing.sendNext(moved, "id2");
    expect(again.send).toEqual({ type: "play", id: "id2", role: "black", move: "play_disc(d3)", seq: 1 });
    const stored = incoming.receive(again.state, { type: "accepted", id: "id2", seq: 2 });
    expect(incoming.receive(stored, { ...update("reversi", 0, ["black"]), seq: 2 }).queue).toBeNull();
  });

  it("says that the game has gone on where the question is another", () => {
    const { state } = choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "id1");
    const refused = incoming.receive(state, refusal("stale", "id1"));
    const { state: moved, send } = choosing.sendNext(incoming.receive(refused, update("reversi", 2, ["black"])), "id2");
    expect([send, moved.refusal?.code, reading.mayAct(moved)]).toEqual([undefined, "stale", true]);
  });

  it("leaves in the hand what is chosen while others act, until something else is asked", () => {
    const chosen = choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "id1", true).state;
    const same = incoming.receive(chosen, { ...update("reversi", 0, ["black"]), seq: 1 });
    expect(same.asked?.text).toBe("play_disc(d3)");
    expect(incoming.receive(same, update("reversi", 2, ["black"])).asked).toBeNull();
  });

  it("keeps what is on its way over a lost connection", () => {
    const { state } = choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "id1");
    const back = incoming.receive(incoming.linked(state, "offline"), welcome("reversi", 0, ["black"]));
    expect(back.pending?.id).toBe("id1");
  });
});

describe("taking up and laying down", () => {
  /** Reversi whose discs are moved: two parts for each move. */
  function stones(): reading.State {
    const state = atTable("reversi", 0, ["black"]);
    const [first, ...others] = reading.view(state)!.moves;
    const two = (start: string, end: string) => ({
      ...first!,
      text: `move(${start},${end})`,
      places: [`board:${start}`, `board:${end}`],
    });
    return {
      ...state,
      views: {
        black: { ...reading.view(state)!, moves: [two("d4", "d3"), two("d4", "c4"), two("e5", "f5"), ...others.slice(0, 1)] },
      },
    };
  }

  it("chooses the first part, and the second where it is laid down", () => {
    const held = choosing.grabbed(stones(), "board:d4")!;
    expect(held.chosen).toEqual(["board:d4"]);
    expect(choosing.dropped(held, "board:d4", "board:c4", true, "a").send).toMatchObject({ move: "move(d4,c4)" });
  });

  it("lets go of what is laid down where it may not lie, and keeps what is laid down where it was", () => {
    const held = choosing.grabbed(stones(), "board:d4")!;
    expect(choosing.dropped(held, "board:d4", "board:a8", true, "a")).toEqual({ state: { ...held, chosen: [] } });
    expect(choosing.dropped(held, "board:d4", "board:d4", false, "a").state.chosen).toEqual(["board:d4"]);
  });

  it("plays what has no other part as soon as it is laid down elsewhere, and not before", () => {
    const state = atTable("reversi", 0, ["black"]);
    const held = choosing.grabbed(state, "board:d3")!;
    expect(held.chosen).toEqual([]);
    expect(choosing.dropped(held, "board:d3", null, false, "a").send).toBeUndefined();
    expect(choosing.dropped(held, "board:d3", null, true, "a").send).toMatchObject({ move: "play_disc(d3)" });
  });

  it("takes nothing up that may not be moved", () => {
    expect(choosing.grabbed(stones(), "board:a1")).toBeNull();
    expect(choosing.grabbed(atTable("reversi", 0, ["white"]), "board:d3")).toBeNull();
  });
});

describe("since one's last turn", () => {
  it("is what others did after what the arena says, and after one's own answer", () => {
    const state = atTable("reversi", 2, ["black"]);
    const others = (from: number) =>
      state.events["black"]!.filter((event) => event.number >= from && event.role !== "black").map((event) => event.number);
    expect([...reading.unseenEvents(state)]).toEqual([]);
    const back = { ...state, answered: { black: 1 } };
    expect([...reading.unseenEvents(back)]).toEqual(others(1));
    expect(others(1).length).toBeGreaterThan(0);
    const { state: sent } = choosing.play(
      {
        ...back,
        views: {
          black: {
            ...reading.view(back)!,
            moves: [{ text: "play_disc(a1)", action: "play_disc", places: [], forced: false, describe: { text: "" } }],
          },
        },
      },
      { text: "play_disc(a1)", action: "play_disc", places: [], forced: false, describe: { text: "" } },
      "a",
    );
    const accepted = incoming.receive(sent, { type: "accepted", id: "a", seq: 4 });
    expect([...reading.unseenEvents(accepted)]).toEqual([]);
    // The same, answered at another page.
    const [first] = state.events["black"]!;
    const own = { ...first!, number: 7, role: "black" };
    const reply = { ...first!, number: 8, role: "white" };
    const told = incoming.receive(back, {
      ...update("reversi", 2, ["black"]),
      seq: 9,
      events: { black: [own, reply] },
    });
    expect([...reading.unseenEvents(told)]).toEqual([8]);
  });

  it("is counted by the numbers of the events, of which a long game is shown the latest", () => {
    const state = atTable("reversi", 2, ["black"]);
    const [first] = state.events["black"]!;
    const late = { ...state, events: { black: [{ ...first!, number: 5000, role: "white" }] } };
    expect(incoming.since(late)?.events).toEqual({ black: 5001 });
    const move = { text: "play_disc(a1)", action: "play_disc", places: [], forced: false, describe: { text: "" } };
    const { state: sent } = choosing.play({ ...late, views: { black: { ...reading.view(late)!, moves: [move] } } }, move, "a");
    expect(incoming.receive(sent, { type: "accepted", id: "a", seq: 4 }).answered).toEqual({ black: 5001 });
  });
});

describe("a typed move", () => {
  it("is sent when one move fits, and refused with the reason otherwise", () => {
    const state = atTable("reversi", 0, ["black"]);
    expect(playTyped(state, "D3", "a").send).toMatchObject({ move: "play_disc(d3)" });
    expect(playTyped(state, "a1", "a").state.refusal?.message).toBe(
      "I do not understand a1. You can play play_disc(d3), play_disc(c4), play_disc(f5), play_disc(e6).",
    );
  });
});

describe("the log", () => {
  it("grows by what is new and holds nothing twice", () => {
    const state = incoming.receive(atTable("reversi", 1, ["black"]), update("reversi", 2, ["black"]));
    expect(reading.log(state).map((event) => event.number)).toEqual([0, 1]);
  });

  it("keeps what was taken back, and points at nothing of it", () => {
    const before = atTable("reversi", 2, ["black"]);
    const undo = { number: 2, name: "undo", role: "black", text: null, args: { since: 0, until: 2 }, changes: [] };
    const state = incoming.receive(before, { ...update("reversi", 0, ["black"]), seq: 3, events: { black: [undo] } });
    expect(reading.log(state).map((event) => event.name)).toEqual(["play_disc", "play_disc", "undo"]);
    expect([...reading.undoneEvents(reading.log(state))]).toEqual([0, 1]);
    expect(reading.lastPlaces(before)).not.toEqual([]);
    expect(reading.lastPlaces(state)).toEqual([]);
  });

  it("does not go back to an older position", () => {
    const state = atTable("reversi", 2, ["black"]);
    expect(incoming.receive(state, update("reversi", 1, ["black"]))).toBe(state);
  });
});

describe("between stored and seen", () => {
  it("offers nothing of the old position", () => {
    const sent = choosing.pointed(atTable("reversi", 0, ["black", "white"]), "board:d3", "m1").state;
    const stored = incoming.receive(sent, { type: "accepted", id: "m1", seq: 1 });
    expect(reading.mayAct(stored)).toBe(false);
    const seen = incoming.receive(stored, update("reversi", 1, ["black", "white"]));
    expect([seen.pending, reading.mayAct(seen)]).toEqual([null, true]);
  });

  it("is nothing where the position came first, as after a lost connection", () => {
    const sent = choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "m1").state;
    const back = incoming.receive(sent, welcome("reversi", 1, ["black"]));
    expect(back.pending).not.toBeNull();
    expect(incoming.receive(back, { type: "accepted", id: "m1", seq: 1 }).pending).toBeNull();
  });
});

describe("taking back", () => {
  it("takes back the role that answered last, of two on the same screen", () => {
    expect(choosing.undo(atTable("reversi", 1, ["black", "white"]), "u1").send).toMatchObject({ type: "undo", role: "black" });
    expect(choosing.undo(atTable("reversi", 2, ["black", "white"]), "u2").send).toMatchObject({ type: "undo", role: "white" });
  });

  it("is offered only where the arena says that nobody needs to be asked", () => {
    const state = atTable("reversi", 2, ["black", "white"]);
    expect(choosing.undo({ ...state, undoable: ["black"] }, "u1").send).toMatchObject({ role: "black" });
    expect(choosing.undo({ ...state, undoable: [] }, "u1").send).toBeUndefined();
    expect(incoming.receive(state, { ...update("reversi", 2, ["black", "white"]), undoable: [] }).undoable).toEqual([]);
  });

  it("is not there before the first answer, nor for who watches", () => {
    expect(choosing.undo(atTable("reversi", 0, ["black"]), "u1").send).toBeUndefined();
    expect(choosing.undo(atTable("reversi", 2, []), "u1").send).toBeUndefined();
  });

  it("says why it is not possible instead of asking in vain", () => {
    const why = (state: reading.State) => choosing.undo(state, "u1").state.refusal?.code;
    expect(why(atTable("reversi", 0, ["black"]))).toBe("nothing_to_undo");
    expect(why({ ...atTable("reversi", 2, ["black"]), undoable: [] })).toBe("undo_barrier");
    expect(why({ ...atTable("reversi", 1, ["white"]), undoable: [] })).toBe("nothing_to_undo"); // only the other has answered
    expect(why(choosing.pointed(atTable("reversi", 0, ["black"]), "board:d3", "m1").state)).toBe("wait");
    expect(why(atTable("reversi", 2, []))).toBeUndefined();
    expect(reading.undoRefusal(atTable("reversi", 1, ["black"]))).toBeNull();
  });
});

describe("the end", () => {
  it("lets the players ask for the next game", () => {
    expect(choosing.again(atTable("tic_tac_toe", 7, ["x"]), "a1").send).toEqual({ type: "again", id: "a1" });
    expect(choosing.again(atTable("tic_tac_toe", 3, ["x"]), "a1").send).toBeUndefined();
  });

  it("is no reason to refuse a game that both have asked for at once", () => {
    const { pending } = choosing.again(atTable("tic_tac_toe", 7, ["x"]), "a1").state;
    const refused = (state: reading.State) =>
      incoming.receive(
        { ...state, pending },
        { type: "refused", id: "a1", code: "not_over", message: "the next game starts when this one is over", seq: 8 },
      );
    const begun = refused(atTable("tic_tac_toe", 0, ["x"]));
    expect([begun.pending, begun.refusal]).toEqual([null, null]);
    expect(refused(atTable("tic_tac_toe", 7, ["x"])).refusal?.code).toBe("not_over");
  });
});

describe("the standing, for the tab", () => {
  it("is whose turn it is, and then how it ended", () => {
    expect(naming.turnText(atTable("reversi", 0, ["black"]))).toBe("Your turn");
    expect(naming.turnText(atTable("reversi", 0, ["white"]))).toBe("Ada to move");
    expect(naming.turnText(atTable("reversi", 0, ["black", "white"]))).toBe("Ada to move");
    expect(naming.turnText(atTable("tic_tac_toe", 7, ["o"]))).toBe("Ada wins as X");
    expect(naming.turnText(reading.start)).toBeNull();
  });
});

describe("names", () => {
  it("are listed as in a sentence", () => {
    expect([["Ada"], ["Ada", "Bob"], ["Ada", "Bob", "Cleo"]].map(naming.joinNames)).toEqual([
      "Ada",
      "Ada and Bob",
      "Ada, Bob and Cleo",
    ]);
  });

  it("are the players', or the roles' where two are called the same", () => {
    expect(naming.nameOf(atTable("reversi", 0, ["black"]), "white")).toBe("Bob");
    expect(naming.nameOf(atTable("reversi", 0, ["black"], ["Ada", "Ada"]), "white")).toBe("White");
    expect(naming.nameOf(atTable("reversi", 0, ["black"], ["", ""]), "black")).toBe("Black");
  });

  it("follow those who sit down", () => {
    const seats = [
      { role: "black", kind: "person", name: "Ada", present: true, bot: "", number: 0, badge: "" },
      { role: "white", kind: "person", name: "Cleo", present: true, bot: "", number: 0, badge: "" },
    ] as const;
    expect(
      naming.nameOf(incoming.receive(atTable("reversi", 0, ["black"]), { type: "seats", watching: 0, seats }), "white"),
    ).toBe("Cleo");
  });
});

it("is told only what it missed when it comes back, and shows the position as it is", () => {
  const before = atTable("reversi", 0, ["black"]);
  expect(incoming.since(before)).toEqual({ seq: 0, events: { black: 0 } });
  expect(incoming.since(reading.start)).toBeNull();
  const now = update("reversi", 1, ["black"]);
  const table = { ...(before.table as Table), round: 1 };
  const resumed: Resumed = { ...now, type: "resumed", version: 1, table, roles: ["black"], answered: {} };
  const after = incoming.receive({ ...before, chosen: [{ part: "x" }] as never }, resumed);
  expect(after.seq).toBe(1);
  expect(after.views).toEqual(incoming.receive(before, now).views);
  expect(after.events).toEqual(incoming.receive(before, now).events);
  expect(after.chosen).toEqual([]);
  expect(incoming.receive(after, resumed).events).toEqual(after.events);
  const chosen = ["board:d3"];
  expect(incoming.receive({ ...after, chosen }, resumed).chosen).toEqual(chosen); // and is asked the same as before
});

it("says of a program that plays from elsewhere that it is one, whatever its name", () => {
  const seat = (name: string, badge: string) => ({
    role: "black",
    kind: "person" as const,
    name,
    present: true,
    bot: "",
    number: 0,
    badge,
  });
  expect(naming.seatName(seat("Ada", "bot"))).toBe("Ada (bot)");
  expect([naming.seatName(seat("Ada", "account")), naming.seatName(seat("Ada", ""))]).toEqual(["Ada", "Ada"]);
});

it("calls bots of one kind by their numbers, in the reader's language", () => {
  const bots = ["black", "white"].map((role, index) => ({
    role,
    kind: "bot" as const,
    name: "Thinking bot",
    present: true,
    bot: "mcts",
    number: index + 1,
    badge: "",
  }));
  const now = incoming.receive(atTable("reversi", 0, []), { type: "seats", watching: 0, seats: bots });
  expect(["black", "white"].map((role) => naming.nameOf(now, role))).toEqual(["Thinking bot 1", "Thinking bot 2"]);
  setCatalogue({ "Thinking bot": "考えるボット", "{bot} {number}": "{bot}{number}" }, "ja");
  expect(naming.nameOf(now, "white")).toBe("考えるボット2");
  setCatalogue({});
});
