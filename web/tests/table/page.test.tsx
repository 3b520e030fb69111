// What is drawn from a state, in a document without a browser.

import { render, type ComponentChild } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fetchContainers } from "../../src/board/containers/others";
import { Board } from "../../src/board/board";
import type { Pointing } from "../../src/board/pointing";
import { Confirm } from "../../src/table/question/confirm";
import { Question } from "../../src/table/question/question";
import { Log, LogAnnouncer } from "../../src/table/panels/log";
import { LostSeats } from "../../src/table/people/lost-seats";
import { pointingOf } from "../../src/table/pointing";
import { ConnectionStatus } from "../../src/table/panels/toolbar";
import { Players } from "../../src/table/panels/players";
import { ValuesPanel } from "../../src/table/panels/values";
import { endingText } from "../../src/table/result/ending";
import { Result, ResultSheet } from "../../src/table/result/result";
import { pointed } from "../../src/play/choosing";
import { nameOf } from "../../src/play/naming";
import { linked } from "../../src/play/receive";
import { lastPlaces, choices, view, type State } from "../../src/play/state";
import type { Seat, Terms } from "../../src/protocol";
import type { Scene, View } from "../../src/board/view";
import { atTable } from "../positions";

beforeAll(fetchContainers); // what is no grid comes later

let root: HTMLElement;
let pointedAt: string[];

beforeEach(() => {
  pointedAt = [];
  root = document.createElement("div");
  document.body.append(root);
});

afterEach(() => {
  render(null, root);
  root.remove();
});

function draw(child: ComponentChild): HTMLElement {
  act(() => render(child, root));
  return root;
}

function board(state: State): HTMLElement {
  const { places } = choices(state);
  const pointing: Pointing = {
    title: "Reversi",
    places,
    chosen: new Set(state.chosen),
    asked: null,
    last: lastPlaces(state),
    point: (place) => pointedAt.push(place),
  };
  return draw(
    <Board scene={state.scene as Scene} view={view(state) as View} pointing={pointing} name={(role) => nameOf(state, role)} />,
  );
}

const cell = (at: string) => root.querySelector<HTMLButtonElement>(`[data-place="board:${at}"]`) as HTMLButtonElement;

function press(key: string): void {
  act(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
}

it("leads from the name of who has an account to who that is, beside the table", () => {
  const state = atTable("reversi", 0, ["black"]);
  const seats = state.table!.seats.map((seat) => (seat.role === "white" ? { ...seat, badge: "account" } : seat));
  draw(<Players state={{ ...state, table: { ...state.table!, seats } }} />);
  expect([...root.querySelectorAll("a")].map((each) => [each.textContent, each.getAttribute("href"), each.target])).toEqual([
    ["Bob", "/people/Bob", "_blank"],
  ]);
});

describe("the board", () => {
  it("has a button for each cell, which says what is there and what may be done", () => {
    board(atTable("reversi", 0, ["black"]));
    expect(root.querySelectorAll("button")).toHaveLength(64);
    expect(cell("d3").getAttribute("aria-label")).toBe("d3, empty, you may play here");
    expect(cell("d4").getAttribute("aria-label")).toBe("d4, white disc");
    expect(cell("a1").getAttribute("aria-disabled")).toBe("true");
    expect(cell("d3").getAttribute("aria-disabled")).toBeNull();
  });

  it("shows gold only where the moves are", () => {
    board(atTable("reversi", 0, ["black"]));
    expect([...root.querySelectorAll(".legal")].map((each) => each.getAttribute("data-place"))).toEqual([
      "board:d3",
      "board:c4",
      "board:f5",
      "board:e6",
    ]);
  });

  it("draws each token by its face, where it is", () => {
    board(atTable("reversi", 0, ["black"]));
    expect(root.querySelectorAll("[data-token] [data-shape=disc]")).toHaveLength(4);
    board(atTable("tic_tac_toe", 2, ["x"]));
    expect(root.querySelectorAll("[data-shape=cross]")).toHaveLength(1);
    expect(root.querySelectorAll("[data-shape=ring]")).toHaveLength(1);
  });

  it("marks the last move with more than a colour, and says so", () => {
    board(atTable("reversi", 1, ["black"]));
    expect(root.querySelectorAll("path.last")).toHaveLength(1);
    expect(cell("d3").getAttribute("aria-label")).toBe("d3, black disc, last move");
  });

  it("is pointed at by a click", () => {
    board(atTable("reversi", 0, ["black"]));
    cell("d3").click();
    expect(pointedAt).toEqual(["board:d3"]);
  });

  it("is one stop of the tab key, and walked by the arrow keys", () => {
    board(atTable("reversi", 0, ["black"]));
    const stops = () =>
      [...root.querySelectorAll("button")].filter((each) => each.tabIndex === 0).map((each) => each.dataset["place"]);
    expect(stops()).toEqual(["board:d3"]); // where a move is
    cell("d3").focus();
    for (const key of ["ArrowRight", "ArrowDown"]) press(key);
    expect((document.activeElement as HTMLElement).dataset["place"]).toBe("board:e4");
    expect(stops()).toEqual(["board:e4"]);
  });
});

describe("hands and rows", () => {
  const scene: Scene = {
    game: "hearts",
    title: "Hearts",
    version: 1,
    options: {},
    roles: ["south", "west", "north", "east"].map((name) => ({ name, label: name, colour: "#1d6b57", shape: "disc" })),
    containers: [
      { name: "hand_south", layout: "hand" },
      { name: "hand_west", layout: "hand" },
      { name: "trick", layout: "row" },
      { name: "deck", layout: "pile" },
    ],
    kinds: { card: { faces: { QS: { shape: "card", text: "Q♠" }, "7H": { shape: "card", text: "7♥" } } } },
    open: false,
    owners: {},
    labels: {},
    written: {},
    quiet: [],
    says: {},
    counters: [],
    teams: [],
    stats: [],
  };
  const hearts = {
    ...(view(atTable("reversi", 0, ["black"])) as View),
    role: "south",
    containers: {
      hand_south: {
        tokens: [
          { id: 1, at: 0, kind: "card", face: "QS" },
          { id: 2, at: 1, kind: "card", face: "7H" },
        ],
      },
      hand_west: { backs: 13 },
      trick: { tokens: [] },
      deck: { backs: 20 },
    },
  };
  const pointing: Pointing = {
    title: "Hearts",
    places: new Set(["hand_south:0"]),
    chosen: new Set(),
    asked: null,
    last: [],
    point: (place) => pointedAt.push(place),
  };
  const table = () => draw(<Board scene={scene} view={hearts} pointing={pointing} name={(role) => role} />);

  it("shows my cards, and of others only backs", () => {
    table();
    expect([...root.querySelectorAll("button")].map((each) => each.getAttribute("aria-label"))).toEqual([
      "Q of spades, you may play here",
      "7 of hearts",
    ]);
    expect(root.querySelectorAll(".side-left .card-back")).toHaveLength(13);
    expect(root.querySelectorAll(".centre .pile .card-back")).toHaveLength(1); // a pile shows its top
  });

  const played = (...owners: (string | null)[]) => {
    const trick = owners.map((owner, at) => ({
      id: 10 + at,
      at,
      kind: "card",
      face: at % 2 ? "7H" : "QS",
      ...(owner !== null && { owner }),
    }));
    const now = { ...hearts, containers: { ...hearts.containers, trick: { tokens: trick } } };
    draw(<Board scene={scene} view={now} pointing={pointing} name={(role) => role.toUpperCase()} />);
    return [...root.querySelectorAll(".centre .row .card")].map((each) => [
      each.className.replace(/^card ?/, ""),
      each.querySelector(".card-from")?.getAttribute("data-name"),
    ]);
  };

  it("lays what each has played before its seat, with the name", () => {
    expect(played("west", "north", "south")).toEqual([
      ["from left", "WEST"],
      ["from top", "NORTH"],
      ["from bottom", "SOUTH"],
      ["empty from right", undefined],
    ]); // who is still to play
    expect(root.querySelector(".centre .cross button")?.getAttribute("aria-label")).toBe("Q of spades, WEST");
  });

  it("lays side by side what is nobody's, and where somebody has several", () => {
    expect(played("west", null)).toEqual([
      ["", undefined],
      ["", undefined],
    ]);
    expect(played("west", "west")).toEqual([
      ["", undefined],
      ["", undefined],
    ]);
    expect(root.querySelector(".cross")).toBeNull();
  });

  it("makes quiet what may not be played, without hiding it", () => {
    table();
    expect(root.querySelectorAll(".side-bottom .quiet")).toHaveLength(1);
    root.querySelector("button")?.click();
    expect(pointedAt).toEqual(["hand_south:0"]);
  });
});

describe("the answers that are nowhere on the board", () => {
  const bids = (most: number) =>
    Array.from({ length: most }, (_, count) =>
      ["low", "high"].map((face) => ({
        text: `bid(${count + 1},${face})`,
        action: "bid",
        places: ["", ""],
        forced: false,
        describe: { text: "" },
      })),
    ).flat();
  const asked = (most: number, chosen: readonly string[] = []): State => {
    const state = atTable("reversi", 0, ["black"]);
    return { ...state, chosen, views: { black: { ...(view(state) as View), moves: bids(most) } } };
  };
  const words = (selector: string) => [...root.querySelectorAll(selector)].map((each) => each.textContent);

  it("are named whole where they are few", () => {
    draw(<Question state={asked(2)} />);
    expect([words(".lead"), words(".act")]).toEqual([[], ["Bid 1", "Bid 2"]]);
  });

  it("have what many begin with said once, though each is still named whole to a screen reader", () => {
    draw(<Question state={asked(6)} />);
    expect([words(".lead"), words(".act")]).toEqual([["Bid"], ["1", "2", "3", "4", "5", "6"]]);
    expect(root.querySelector(".act")?.getAttribute("aria-label")).toBe("Bid 1");
  });

  it("stand behind what has been chosen already", () => {
    draw(<Question state={asked(6, ["=4"])} />);
    expect([words(".lead"), words(".act")]).toEqual([["Bid 4"], ["Low", "High"]]);
  });
});

it("the last move is named in the question's bar where it has a name on a board, not by a number in a hand", () => {
  const state = atTable("reversi", 1, ["white"]);
  draw(<Question state={state} />);
  expect(root.querySelector(".aside b")?.textContent).toBe("d3");
  const scene = state.scene as Scene;
  draw(
    <Question
      state={{ ...state, scene: { ...scene, containers: scene.containers.map((each) => ({ ...each, layout: "hand" })) } }}
    />,
  );
  expect(root.querySelector(".aside b")).toBeNull();
});

it("an answer that waits for the connection is said to be kept, and its place stays marked", () => {
  const sent = pointed(atTable("reversi", 0, ["black"]), "board:d3", "id").state;
  const bar = (state: State) => draw(<Question state={state} />).querySelector(".ask")!;
  const [under, kept] = [sent, linked(sent, "offline")];
  expect([bar(under).querySelector("h1")?.textContent, bar(under).classList.contains("mine")]).toEqual(["Place a disc", true]);
  expect([bar(kept).querySelector("h1")?.textContent, bar(kept).classList.contains("mine")]).toEqual([
    "Your move is kept until the connection is back",
    false,
  ]);
  expect([[...pointingOf(under, "").chosen], [...pointingOf(kept, "").chosen]]).toEqual([[], ["board:d3"]]);
});

it("who has lost their seat is told what became of it", () => {
  const state = { ...atTable("reversi", 0, []), lost: ["black"] };
  const told = (kind: Seat["kind"], name: string) => {
    const seats = state.table!.seats.map((seat) => (seat.role === "black" ? { ...seat, kind, name } : seat));
    return draw(<LostSeats state={{ ...state, table: { ...state.table!, seats } }} />).querySelector("[role=alert] .lead")
      ?.textContent;
  };
  expect([told("open", ""), told("bot", "Greedy bot"), told("person", "Eve")]).toEqual([
    "Your seat as black is open again",
    "Greedy bot has your seat as black now",
    "Eve has your seat as black now",
  ]);
  expect(root.textContent).toContain("You are watching now.");
});

describe("the panels", () => {
  it("ask the one, and tell the other who is asked", () => {
    expect(draw(<Question state={atTable("reversi", 0, ["black"])} />).querySelector("h1")?.textContent).toBe("Place a disc");
    expect(draw(<Question state={atTable("reversi", 0, ["white"])} />).querySelector("h1")?.textContent).toBe(
      "Ada must play a disc",
    );
  });

  it("name the seat that acts where one browser plays several", () => {
    const question = (step: number, names: string[]) =>
      draw(<Question state={atTable("reversi", step, ["black", "white"], names)} />).querySelector("h1")?.textContent;
    expect([question(0, ["Ann", "Ann"]), question(1, ["Ann", "Ann"])]).toEqual(["Black: Place a disc", "White: Place a disc"]);
    expect(question(1, ["Ada", "Bob"])).toBe("Bob: Place a disc");
    expect(draw(<LogAnnouncer state={atTable("reversi", 1, ["black", "white"], ["Ann", "Ann"])} />).textContent).toBe(
      "Black plays d3. White: Place a disc",
    );
  });

  it("ask for the second tap in the words of the rules, beside the question", () => {
    const { state } = pointed(atTable("reversi", 0, ["black"]), "board:d3", "id", true);
    expect(draw(<Confirm state={state} />).textContent).toBe("Play d3Play itCancel");
    expect(draw(<Question state={state} />).querySelectorAll("h1, button")).toHaveLength(1);
  });

  it("shows a hundred lines of a long one, the newest, and more when asked", () => {
    const state = atTable("reversi", 2, ["black"]);
    const [first] = state.events["black"]!;
    const many = Array.from({ length: 250 }, (_, number) => ({ ...first!, number, move: number + 1 }));
    draw(<Log state={{ ...state, events: { black: many } }} />);
    const numbers = () => [...root.querySelectorAll(".log .number")].map((each) => Number(each.textContent));
    expect([numbers().length, numbers()[0], numbers().at(-1)]).toEqual([100, 250, 151]);
    const earlier = root.querySelector<HTMLButtonElement>(".earlier button");
    expect(earlier?.textContent).toBe("Show 150 earlier");
    act(() => earlier?.click());
    expect(numbers()).toHaveLength(250);
    expect(root.querySelector(".earlier")).toBeNull();
  });

  it("tell what happened, the newest first", () => {
    const lines = [...draw(<Log state={atTable("reversi", 2, ["black"])} />).querySelectorAll("li")].map(
      (each) => each.textContent,
    );
    expect(lines).toEqual(["2Bob plays c3", "1Ada plays d3"]);
  });

  it("say the newest and the question to a screen reader", () => {
    expect(draw(<LogAnnouncer state={atTable("reversi", 1, ["black"])} />).textContent).toBe(
      "Ada plays d3. Bob must play a disc",
    );
  });

  it("tell the winner, and offer the next game to those who play", () => {
    const sheet = (state: State) => draw(<ResultSheet state={state} open show={() => {}} />);
    const result = (roles: string[], open: boolean) =>
      draw(<Result state={atTable("tic_tac_toe", 7, roles)} open={open} show={() => {}} />);
    const ways = (terms: Terms) => {
      const state = atTable("tic_tac_toe", 7, ["x"]);
      const links = sheet({ ...state, table: { ...state.table!, terms } }).querySelectorAll("a");
      return [...links].map((each) => each.getAttribute("href"));
    };
    expect([ways({}).length, ways({ rated: true })[1]]).toEqual([2, "/games/tic_tac_toe/leaderboard"]);
    expect(result(["x"], true).querySelector(".verdict")?.textContent).toBe("You win");
    expect(result(["o"], true).querySelector(".verdict")?.textContent).toBe("Ada wins as X");
    const words = (root: Element) => [...root.querySelectorAll(".acts button")].map((each) => each.textContent);
    expect(words(sheet(atTable("tic_tac_toe", 7, ["x"])))).toEqual(["Play again"]);
    const toggles = [true, false].map((open) => result([], open).querySelector("button"));
    expect(toggles.map((each) => each?.textContent)).toEqual(["Result", "Result"]);
    expect(result(["x"], false).querySelector("button")?.getAttribute("aria-expanded")).toBe("false"); // the sheet was put aside
  });

  it("tell how the game ended, in the words of the rules or of an agreement", () => {
    const state = atTable("tic_tac_toe", 7, ["x"]);
    const ending = { text: "by checkmate", args: {} };
    const ended: State = { ...state, views: { x: { ...state.views["x"]!, ending } } };
    expect(endingText(state)).toBeNull();
    expect(endingText(ended)).toBe("By checkmate");
    const outcome = { reason: "resigned" as const, ranks: {} };
    expect(endingText({ ...ended, agreements: { ...state.agreements!, outcome } })).toBe("by resignation");
  });

  it("set the winner's score and discs apart, once it is over", () => {
    const state = atTable("reversi", 2, ["black"]);
    const now = view(state) as View;
    const over: State = {
      ...state,
      views: { black: { ...now, over: true, active: [], moves: [], scores: { black: 41, white: 23 }, winners: ["black"] } },
    };
    expect(
      [...draw(<ResultSheet state={over} open show={() => {}} />).querySelectorAll(".places .best")].map(
        (each) => each.textContent,
      ),
    ).toEqual(["Ada41"]);
    expect([...draw(<Players state={over} />).querySelectorAll(".won")].map((each) => each.getAttribute("data-role"))).toEqual([
      "black",
    ]);
    const blacks = now.containers["board"]?.tokens?.filter((token) => token.owner === "black").length;
    board(over);
    expect(root.querySelectorAll(".laurel")).toHaveLength(blacks ?? -1);
    board(state);
    expect(root.querySelectorAll(".laurel")).toHaveLength(0);
  });

  it("tell whether all is saved", () => {
    const state = atTable("reversi", 0, ["black"]);
    const sent = pointed(state, "board:d3", "id").state;
    const words = (each: State) => draw(<ConnectionStatus state={each} />).textContent;
    expect([words(state), words(sent), words(linked(sent, "offline"))]).toEqual([
      "Saved",
      "Sending",
      "Offline: your move is kept and sent later",
    ]);
    // what app/style/screens.css fixes to the foot of a phone's screen
    expect(draw(<ConnectionStatus state={linked(sent, "offline")} />).querySelector(".link.off[role=status]")).not.toBeNull();
    const early = { ...state, link: "connecting" } as const;
    expect([words(early), words({ ...early, pending: sent.pending })]).toEqual(["Connecting", "Sending"]);
  });
});

describe("the props", () => {
  function holding(props: Record<string, unknown>): State {
    const state = atTable("reversi", 0, ["black"]);
    const now = { ...(view(state) as View), props: props as View["props"] };
    return { ...state, views: { ...state.views, black: now } };
  }

  it("are listed by name, players by theirs, and not at all where there is nothing to say", () => {
    draw(
      <ValuesPanel
        state={holding({ turns_left: 7, starts: "white", tricks: { black: 2, white: 0 }, led: null, open: true, castling: "" })}
      />,
    );
    const found = [...root.querySelectorAll("dl > div")].map((each) => each.textContent);
    expect(found).toEqual(["Turns left7", "StartsBob", "TricksAda: 2, Bob: 0", "OpenYes", "Castling–"]);
    draw(<ValuesPanel state={holding({ led: null })} />);
    expect(root.querySelector("dl")).toBeNull();
  });

  it("leave out what is counted on the table, and what is for programs", () => {
    const state = holding({ bank: 3, seen: "b1", turns_left: 7 });
    const scene = {
      ...(state.scene as Scene),
      counters: [{ name: "bank", layout: "counter", least: 0, most: 5 }],
      quiet: ["seen"],
    };
    draw(<ValuesPanel state={{ ...state, scene }} />);
    expect([...root.querySelectorAll("dl > div")].map((each) => each.textContent)).toEqual(["Turns left7"]);
  });
});
