// Every word of the page's own goes through the catalogue: with one that makes all letters "x", no other is left.

import { render, type ComponentChild } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Board } from "../../src/board/board";
import { NotFound } from "../../src/app/not-found";
import { NewTableForm } from "../../src/lobby/new-table/form";
import { Question } from "../../src/table/question/question";
import { Header } from "../../src/app/header";
import { ConnectionStatus } from "../../src/table/panels/toolbar";
import { Log, LogAnnouncer } from "../../src/table/panels/log";
import { Players } from "../../src/table/panels/players";
import { ValuesPanel } from "../../src/table/panels/values";
import { Result, ResultSheet } from "../../src/table/result/result";
import { Undo } from "../../src/table/panels/toolbar";
import { pointed } from "../../src/play/choosing";
import { nameOf, turnText } from "../../src/play/naming";
import { linked } from "../../src/play/receive";
import { choices, start, type State, view } from "../../src/play/state";
import { setCatalogue } from "../../src/text/text";
import type { Scene, View } from "../../src/board/view";
import { atTable, opening } from "../positions";

const FOREIGN = new Proxy(
  {},
  { get: (_, msgid) => String(msgid).replace(/\{\w+\}|[a-z]/gi, (found) => (found.length > 1 ? found : "x")) },
);

beforeEach(() => setCatalogue(FOREIGN));

afterEach(() => {
  setCatalogue({});
  act(() => render(null, document.body));
});

/** All that is read: text, labels, titles. */
function wordsOf(child: ComponentChild): string {
  act(() => render(child, document.body));
  const said = (each: Element) => ["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name));
  const written = (each: Element) =>
    [...each.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : null));
  return [...document.body.querySelectorAll("*")]
    .flatMap((each) => [...said(each), ...written(each)])
    .filter(Boolean)
    .join(" ");
}

/** What is not translated: words of two letters or more that are no name. */
function left(words: string): readonly string[] {
  return words.replace(/Rondel|Ada|Bob/g, "").match(/[a-wyz]{2,}/gi) ?? [];
}

function Table({ state }: { readonly state: State }) {
  const pointing = {
    title: "x",
    places: choices(state).places,
    chosen: new Set(state.chosen),
    asked: null,
    last: [],
    point: () => {},
  };
  return (
    <>
      <Header />
      <Result state={state} open show={() => {}} />
      <ResultSheet state={state} open show={() => {}} />
      <Question state={state} />
      <Board scene={state.scene as Scene} view={view(state) as View} pointing={pointing} name={(role) => nameOf(state, role)} />
      <Players state={state} />
      <ValuesPanel state={state} />
      <ConnectionStatus state={state} />
      <Undo state={state} />
      <Log state={state} />
      <LogAnnouncer state={state} />
    </>
  );
}

it.each<[string, State]>([
  ["at the start", atTable("reversi", 0, ["black"])],
  ["while another is asked", atTable("reversi", 1, ["black"])],
  ["before a second tap", pointed(atTable("reversi", 0, ["black"]), "board:d3", "id", true).state],
  ["without a connection", linked(atTable("reversi", 2, ["black"]), "offline")],
  ["when it is over", atTable("tic_tac_toe", 7, ["o"])],
])("at a table, %s", (_, state) => {
  expect(left(wordsOf(<Table state={state} />))).toEqual([]);
  expect(left(turnText(state) ?? "")).toEqual([]);
});

it("where there is no table", () => {
  for (const code of ["unknown_table", "unknown_seat", "version", "unknown_page", "offline"]) {
    expect(left(wordsOf(<NotFound id="t" why={{ code, message: "of the arena" }} />))).toEqual([]);
  }
  expect(turnText(start)).toBeNull();
});

it("in the form for a new table", () => {
  const game = {
    name: "reversi",
    title: "Reversi",
    summary: "",
    roles: ["black", "white"],
    fewest: 1,
    usual: 2,
    options: ["board_size", "captures", "passes"].map((name) => ({ name, text: "", default: true, values: [true, false] })),
    family: "Strategy",
    like: [],
    minutes: 10,
    known: false,
    study: false,
    cooperative: false,
    picture: opening("reversi"),
  };
  const bots = [{ name: "mcts", label: "Thinking bot", summary: "Looks ahead." }];
  const words = wordsOf(<NewTableForm game={game} bots={bots} />);
  expect(left(words)).toEqual([]);
  expect(words).toContain("Xxxxx"); // a role's label, as a title
});
