// The browser tells of a turn behind another tab: only then, only once it may, and it is asked by a button alone.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changeSettings, DEFAULTS, settings } from "../../src/app/local-settings";
import { TurnNoticeOffer } from "../../src/notices/turn-notice-offer";
import { offered, startTurnNotices } from "../../src/notices/turn-notices";
import { leave } from "../../src/play/session";
import { receive } from "../../src/play/receive";
import { start } from "../../src/play/state";
import { state as store } from "../../src/play/store";
import { update, welcome } from "../positions";

let shown: { title: string; tag: string | undefined; closed: boolean }[];
let asked: number;
let hidden = true;

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = "default";
  static requestPermission(): Promise<NotificationPermission> {
    asked++;
    FakeNotification.permission = "granted";
    return Promise.resolve("granted");
  }
  private readonly entry: { title: string; tag: string | undefined; closed: boolean };
  constructor(title: string, { tag }: NotificationOptions) {
    super();
    this.entry = { title, tag, closed: false };
    shown.push(this.entry);
  }
  close(): void {
    this.entry.closed = true;
    this.dispatchEvent(new Event("close"));
  }
}
vi.stubGlobal("Notification", FakeNotification);
Object.defineProperty(document, "hidden", { get: () => hidden });

let stop: () => void;
beforeEach(() => {
  [shown, asked, hidden] = [[], 0, true];
  FakeNotification.permission = "default";
  stop = startTurnNotices();
  act(() => render(<TurnNoticeOffer />, document.body));
});
afterEach(() => {
  hidden = false; // as other tests of the same document expect it
  stop();
  offered.value = false;
  changeSettings(DEFAULTS);
  leave();
  act(() => render(null, document.body));
});

/** The player's turn begins: they are white, and black moves. */
function turn(): void {
  act(() => {
    store.value = receive(start, welcome("reversi", 0, ["white"]));
    store.value = receive(store.value, update("reversi", 1, ["white"]));
  });
}

const press = (name: string) =>
  act(() => [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name)?.click());

it("asks only after a turn was missed, and the browser only by the button", async () => {
  hidden = false;
  turn();
  expect(document.querySelector(".turn-offer")).toBeNull();
  hidden = true;
  turn();
  expect(asked).toBe(0);
  expect(document.querySelector(".turn-offer")).not.toBeNull();
  press("Tell me");
  await Promise.resolve();
  expect(asked).toBe(1);
  expect(document.querySelector(".turn-offer")).toBeNull();
});

it("tells of a turn behind another tab, until that is in front", () => {
  FakeNotification.permission = "granted";
  turn();
  expect(shown.map(({ title }) => title)).toEqual(["It is your turn: Reversi"]);
  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(shown[0]?.closed).toBe(true);
  turn();
  expect(shown).toHaveLength(1);
});

it("is silent for who does not want it, and does not ask again", () => {
  turn();
  press("No");
  expect(settings.value.notices).toBe(false);
  turn();
  expect(document.querySelector(".turn-offer")).toBeNull();
  FakeNotification.permission = "granted";
  turn();
  expect(shown).toEqual([]);
});
