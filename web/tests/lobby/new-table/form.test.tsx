// The form for a new table: what is folded away, and where; the terms that are asked for.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { DetachedWindowAPI } from "happy-dom";
import { NewTableForm } from "../../../src/lobby/new-table/form";
import type { BotInfo } from "../../../src/protocol";
import { opening } from "../../positions";

const screen = (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM;

afterEach(() => {
  act(() => render(null, document.body));
  screen.setViewport({ width: 1024 });
});

function form(options: number, bots: readonly BotInfo[] = []): HTMLDetailsElement | null {
  const sizes = ["rows", "columns", "layers"]
    .slice(0, options)
    .map((name) => ({ name, text: "", default: 6, low: 4, high: 8 }));
  const game = {
    name: "reversi",
    title: "Reversi",
    summary: "",
    roles: ["black", "white"],
    fewest: 2,
    usual: 2,
    options: sizes,
    family: "Strategy",
    like: [],
    minutes: 10,
    known: false,
    study: false,
    cooperative: false,
    picture: opening("reversi"),
  };
  act(() => render(<NewTableForm game={game} bots={bots} />, document.body));
  return document.querySelector("details");
}

const labelled = <Control extends HTMLElement>(label: string) =>
  [...document.querySelectorAll(".field")]
    .find((each) => each.querySelector("label")?.textContent === label)
    ?.querySelector<Control>("input, select");

function change(label: string, value: string): void {
  const control = labelled<HTMLInputElement | HTMLSelectElement>(label);
  if (!control) throw new Error(`the form has no field ${label}`);
  control.value = value;
  act(() => void control.dispatchEvent(new Event(control.tagName === "SELECT" ? "change" : "input")));
}

const press = () => act(() => void document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true })));

it("unfolds where a value stops the form", () => {
  const folded = form(3);
  expect(folded?.open).toBe(false);
  act(() => void folded?.querySelector("input[type=number]")?.dispatchEvent(new Event("invalid", { cancelable: true })));
  expect(folded?.open).toBe(true);
});

it("asks for the opponent and, against people, for the time", () => {
  form(0, [
    { name: "level:1", label: "Level 1 bot", summary: "A beginner." },
    { name: "level:3", label: "Level 3 bot", summary: "" },
  ]);
  const radio = (text: string) =>
    [...document.querySelectorAll(".choose label")].find((each) => each.textContent === text)?.querySelector("input");
  const pick = (text: string) => act(() => void radio(text)?.dispatchEvent(new Event("change")));
  expect([radio("A bot")?.checked, radio("3")?.checked]).toEqual([true, true]);
  expect(labelled("Thinking time")).toBeUndefined();
  pick("Anybody");
  expect(labelled<HTMLSelectElement>("Thinking time")?.value).toBe("1");
  expect(labelled<HTMLSelectElement>("White")?.value).toBe("anybody");
  pick("A bot");
  pick("1");
  expect(labelled<HTMLSelectElement>("White")?.value).toBe("level:1");
});

describe("the terms", () => {
  const folded = () => document.querySelector<HTMLDetailsElement>("details.more");

  it("are folded away, and those that concern other people are there when some are to come", () => {
    form(0, [{ name: "random", label: "Random bot", summary: "" }]);
    expect(folded()?.open).toBe(false);
    expect(labelled("Thinking time")).toBeUndefined();
    change("White", "open");
    expect(labelled("Thinking time")).toBeDefined();
    expect(labelled<HTMLInputElement>("Shown in the lobby")?.checked).toBe(false);
    change("White", "anybody");
    expect(labelled<HTMLInputElement>("Shown in the lobby")?.checked).toBe(true);
  });

  it("say what is wrong at the field, and nothing is sent until it is right", () => {
    const sent = vi.spyOn(globalThis, "fetch").mockReturnValue(new Promise(() => {}));
    form(0);
    change("White", "open");
    change("Black", "open");
    change("The game begins", "host");
    const wrong = labelled("The game begins");
    expect(wrong?.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(wrong?.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
      "keep one for yourself",
    );
    press();
    expect([folded()?.open, document.activeElement === wrong]).toEqual([true, true]);
    expect(sent).not.toHaveBeenCalled();
    change("Black", "me");
    press();
    expect(sent).toHaveBeenCalledOnce();
    expect(JSON.parse(String(sent.mock.calls[0]?.[1]?.body)).terms).toMatchObject({
      start: "host",
      public: false,
      clock: null,
    });
    sent.mockRestore();
  });
});

it("marks the terms that stand at their default, which a phone does not explain", () => {
  form(0);
  const usual = (label: string) => labelled(label)?.closest(".field")?.classList.contains("usual");
  expect([usual("Taking back"), usual("Others may look on")]).toEqual([true, true]);
  change("Taking back", "never");
  expect([usual("Taking back"), usual("Others may look on")]).toEqual([false, true]);
});
