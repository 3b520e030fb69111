// The whole page against axe's rules that need no layout; contrast is held by contrast.mjs.

import axe from "axe-core";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { fetchContainers } from "../../src/board/containers/others";
import { Board } from "../../src/board/board";
import { Question } from "../../src/table/question/question";
import { Header } from "../../src/app/header";
import { Log, LogAnnouncer } from "../../src/table/panels/log";
import { Players } from "../../src/table/panels/players";
import { Result, ResultSheet } from "../../src/table/result/result";
import { lastPlaces, choices, view, type State } from "../../src/play/state";
import type { Scene, View } from "../../src/board/view";
import { atTable } from "../positions";

beforeAll(fetchContainers); // what is no grid comes later

afterEach(() => render(null, document.body));

function Whole({ state }: { readonly state: State }) {
  const pointing = {
    title: "Reversi",
    places: choices(state).places,
    chosen: new Set<string>(),
    asked: null,
    last: lastPlaces(state),
    point: () => {},
  };
  return (
    <>
      <Header crumb="Reversi" />
      <main>
        <Result state={state} open show={() => {}} />
        <ResultSheet state={state} open show={() => {}} />
        {!view(state)?.over && <Question state={state} />}
        <Board scene={state.scene as Scene} view={view(state) as View} pointing={pointing} name={(role) => role} />
        <Players state={state} />
        <Log state={state} />
        <LogAnnouncer state={state} />
      </main>
    </>
  );
}

it.each([
  ["to the player who is asked", atTable("reversi", 2, ["black"])],
  ["to who waits", atTable("reversi", 2, ["white"])],
  ["when the game is over", atTable("tic_tac_toe", 7, ["x"])],
])("breaks no rule of accessibility %s", async (_, state) => {
  document.documentElement.lang = "en";
  document.title = "Reversi";
  act(() => render(<Whole state={state} />, document.body));
  const { violations, passes } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
  expect(passes.length).toBeGreaterThan(12); // it did look
  expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
});
