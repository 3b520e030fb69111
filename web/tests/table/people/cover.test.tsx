// People who share a screen: what one sees is covered before the next one comes, where anything is secret.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it } from "vitest";
import { Cover } from "../../../src/table/people/cover";
import { play } from "../../../src/play/choosing";
import { receive, uncovered } from "../../../src/play/receive";
import { mayAct, start, view, type State } from "../../../src/play/state";
import { state as store } from "../../../src/play/store";
import { update, welcome } from "../../positions";

afterEach(() => act(() => render(null, document.body)));

const ROLES = ["black", "white"];

/** A table of Ada and Bob, who share a screen, where nothing is hidden or something is. */
function shared(open: boolean): State {
  const come = welcome("reversi", 0, ROLES);
  return receive({ ...start, link: "open", shared: true }, { ...come, scene: { ...come.scene, open } });
}

describe("a screen that is passed round", () => {
  it("is covered for who comes first, and again when the turn passes", () => {
    const first = shared(false);
    expect([first.shown, first.covered, mayAct(first)]).toEqual(["black", true, false]);
    const seen = uncovered(first);
    expect(mayAct(seen)).toBe(true);
    const move = view(seen)?.moves[0];
    if (!move) throw new Error("no move");
    expect(play(first, move, "m").send).toBeUndefined();
    const passed = receive(play(seen, move, "m").state, update("reversi", 1, ROLES));
    expect([passed.shown, passed.covered]).toEqual(["white", true]);
    // A connection that comes back uncovers nothing.
    expect(receive(passed, { ...welcome("reversi", 1, ROLES), scene: { ...passed.scene!, open: false } }).covered).toBe(true);
  });

  it("just goes on where nothing is hidden", () => {
    const first = shared(true);
    expect([first.shown, first.covered]).toEqual(["black", false]);
    const passed = receive(first, update("reversi", 1, ROLES));
    expect([passed.shown, passed.covered]).toEqual(["white", false]);
  });

  it("is never covered for one person who plays several seats", () => {
    const come = welcome("reversi", 0, ROLES);
    expect(receive({ ...start, link: "open" }, { ...come, scene: { ...come.scene, open: false } }).covered).toBe(false);
  });

  it("names who is to come, and shows nothing else of the table", () => {
    store.value = shared(false);
    act(() => render(<Cover state={store.value} title="Reversi" />, document.body));
    expect(document.querySelector("h1")?.textContent).toBe(" Pass the screen to Ada");
    expect(document.querySelector(".board")).toBeNull();
    const come = document.querySelector<HTMLButtonElement>("main button");
    expect(document.activeElement).toBe(come);
    act(() => come?.click());
    expect(store.value.covered).toBe(false);
  });
});
