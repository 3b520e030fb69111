// Clocks as they are seen and heard.

import { render, type ComponentChild } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClockAnnouncer } from "../../../src/table/help/clock-announcer";
import { ClockLine } from "../../../src/table/panels/clock";
import { Players } from "../../../src/table/panels/players";
import type { Standing } from "../../../src/protocol";
import type { Socket } from "../../../src/network/connection";
import { join } from "../../../src/play/session";
import type { State } from "../../../src/play/state";
import { atTable, welcome } from "../../positions";

const PLAIN: Standing = { begun: true, clocks: {}, offers: [], departed: {}, away: [], outcome: null };

function table(standing: Partial<Standing>, roles: readonly string[] = ["black"]): State {
  return { ...atTable("reversi", 1, roles), agreements: { ...PLAIN, ...standing } };
}

function read(child: ComponentChild): string {
  act(() => render(child, document.body));
  return document.body.textContent ?? "";
}

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  act(() => render(null, document.body));
  vi.useRealTimers();
});

test("all clocks stand in one line; one that has run out stays and shows nought", () => {
  const state = table({ clocks: { white: { left: 61_000, runs: false } }, departed: { black: "time" } });
  expect(read(<ClockLine state={state} />)).toBe("AdaTime left: 0:00BobTime left: 1:01");
  expect(read(<Players state={state} />)).toContain("0:00");
  expect(read(<ClockLine state={table({ departed: { black: "resigned" } })} />)).toBe("");
});

test("a minute and ten seconds before one's own time is up, it is said, once and not of the others'", () => {
  const said = (wait: number) => {
    act(() => void vi.advanceTimersByTime(wait));
    return document.body.textContent;
  };
  expect(read(<ClockAnnouncer state={table({ clocks: { black: { left: 65_000, runs: true } } })} />)).toBe("");
  expect([said(4_999), said(2), said(50_000), said(60_000)]).toEqual([
    "",
    "One minute left on your clock",
    "Ten seconds left on your clock",
    "Ten seconds left on your clock",
  ]);
  expect(
    read(
      <ClockAnnouncer
        state={table({ clocks: { white: { left: 11_000, runs: true }, black: { left: 11_000, runs: false } } })}
      />,
    ),
  ).toBe("");
  expect(said(5_000)).toBe("");
  expect(read(<ClockAnnouncer state={table({ clocks: { black: { left: 9_000, runs: true } } })} />)).toBe("");
  expect(said(5_000)).toBe("");
  // longer than a timer can wait
  expect(read(<ClockAnnouncer state={table({ clocks: { black: { left: 40 * 86_400_000, runs: true } } })} />)).toBe("");
  expect(said(5_000)).toBe("");
});

test("the connection is checked each second while the own clock runs, and only then", () => {
  const said: string[] = [];
  const socket: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (frame) => void said.push(frame),
    close: () => {},
  };
  const hears = (black: boolean) => {
    const clocks = { black: { left: 60_000, runs: black }, white: { left: 60_000, runs: !black } };
    const message = { ...welcome("reversi", 1, ["black"]), standing: { ...PLAIN, clocks } };
    act(() => socket.onmessage?.({ data: JSON.stringify(message) }));
    said.length = 0;
    vi.advanceTimersByTime(1000);
  };
  join("7Q4K", [], () => socket);
  hears(true);
  expect(said).toEqual(['{"type":"ping"}']);
  hears(false);
  expect(said).toEqual([]);
});
