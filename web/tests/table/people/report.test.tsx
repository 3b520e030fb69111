// Who can be reported at a table, and what the arena is told of them.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { chat } from "../../../src/play/store";
import { LazyDetails, Reports } from "../../../src/table/people/lazy-details";
import { ReportForm } from "../../../src/table/people/report";
import type { ChatLine, Seat } from "../../../src/protocol";
import type { State } from "../../../src/play/state";
import { state as store } from "../../../src/play/store";
import { atTable } from "../../positions";

let root: HTMLElement;
let posted: Record<string, unknown>[];
let answers: (() => Promise<Response>)[];
const settled = () => act(() => new Promise<void>((done) => setTimeout(done, 5)));
const line = (number: number, name: string, text: string): ChatLine => ({
  type: "chat",
  channel: "gallery",
  number,
  at: number,
  role: "",
  name,
  badge: "",
  text,
});

beforeEach(() => {
  [root, posted, answers] = [document.createElement("div"), [], []];
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
    posted.push(JSON.parse(String(body)) as Record<string, unknown>);
    return answers.shift()?.() ?? Promise.resolve(new Response("{}"));
  });
});
afterEach(() => {
  act(() => render(null, root));
  chat.value = { channels: [], lines: [], muted: new Set() };
  vi.unstubAllGlobals();
});

const draw = (state: State) => act(() => render(<ReportForm id="7Q4K" state={state} />, root));
const options = () => [...root.querySelectorAll("select")[0]!.options].map((each) => each.textContent);
const send = async () => {
  act(() => void root.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true })));
  await settled();
};

it("is whoever else plays, and whoever has said something, by each line: two guests may be called the same", () => {
  chat.value = { channels: ["table", "gallery"], lines: [line(1, "", "you fool"), line(2, "", "hi")], muted: new Set() };
  draw(atTable("reversi", 0, ["black"]));
  expect(options()).toEqual(["Bob", "Guest: “hi”", "Guest: “you fool”"]);
});

it("is told once, though the first answer was lost, and what is written is sent along", async () => {
  answers.push(() => Promise.reject(new TypeError("cut off")));
  draw(atTable("reversi", 0, ["black"]));
  const text = root.querySelector("input")!;
  text.value = "insults";
  act(() => void text.dispatchEvent(new Event("input")));
  await send();
  expect(root.querySelector(".refusal")?.textContent).toContain("cannot be reached");
  await send();
  expect(posted).toHaveLength(2);
  expect(posted[1]).toEqual({ id: posted[0]!["id"], reason: "chat", role: "white", text: "insults" });
  expect(root.querySelector("[role=status]")?.textContent).toContain("Thank you");
  const other = root.querySelector<HTMLButtonElement>("button")!;
  expect(other.parentElement?.className).toBe("acts"); // as wide as its words, as every button
  act(() => other.click()); // there is something else
  expect([options(), root.querySelector("input")!.value]).toEqual([["Bob"], ""]);
});

it("is told of a line of the gallery by its number", async () => {
  chat.value = { channels: ["gallery"], lines: [line(7, "", "spam")], muted: new Set() };
  const alone = atTable("reversi", 0, ["black", "white"]);
  draw(alone);
  await send();
  expect(posted[0]).toMatchObject({ channel: "gallery", number: 7 });
  expect(posted[0]).not.toHaveProperty("role");
});

it("is never about a line that was deleted, and shows no words of one that is deleted while it is chosen", () => {
  chat.value = { channels: ["gallery"], lines: [line(1, "Eve", "you fool"), line(2, "", "")], muted: new Set() };
  draw(atTable("reversi", 0, ["black"]));
  expect(options()).toEqual(["Bob", "Eve: “you fool”"]);
  const select = root.querySelector("select")!;
  select.value = [...select.options].at(-1)!.value;
  act(() => void select.dispatchEvent(new Event("change")));
  act(
    () => void (chat.value = { channels: ["gallery"], lines: [line(1, "Nobody", ""), line(3, "Kim", "hi")], muted: new Set() }),
  );
  expect(options()).toEqual(["Bob", "Kim: “hi”", "Nobody: “deleted with the account”"]);
  // and nobody else is reported instead
  expect(select.selectedOptions[0]!.textContent).toBe("Nobody: “deleted with the account”");
});

it("is about who was chosen and what they said then, though they say more; and what is changed after a lost answer is another report", async () => {
  const lines = [line(1, "Eve", "you fool")];
  chat.value = { channels: ["gallery"], lines, muted: new Set() };
  answers.push(() => Promise.reject(new TypeError("cut off")));
  draw(atTable("reversi", 0, ["black"]));
  const select = root.querySelector("select")!;
  select.value = [...select.options].at(-1)!.value;
  act(() => void select.dispatchEvent(new Event("change")));
  act(() => void (chat.value = { channels: ["gallery"], lines: [...lines, line(2, "Eve", "sorry")], muted: new Set() }));
  expect(options()).toEqual(["Bob", "Eve: “sorry”", "Eve: “you fool”"]);
  await send();
  const text = root.querySelector("input")!;
  text.value = "insults";
  act(() => void text.dispatchEvent(new Event("input")));
  await send();
  expect(posted.map(({ channel, number, text }) => [channel, number, text])).toEqual([
    ["gallery", 1, ""],
    ["gallery", 1, "insults"],
  ]);
  expect(posted[1]!["id"]).not.toBe(posted[0]!["id"]);
});

it("is offered where somebody else is there", () => {
  const alone = atTable("reversi", 0, ["black", "white"]);
  const offered = (state: State) => {
    act(() => render(<Reports id="7Q4K" state={state} />, root));
    return root.querySelector("summary")?.textContent;
  };
  const among = { ...alone, roles: ["black"] };
  const bots: Seat[] = alone.table!.seats.map((seat) => ({ ...seat, kind: "bot" }));
  expect([alone, { ...among, table: { ...alone.table!, seats: bots } }, among].map(offered)).toEqual([
    undefined,
    undefined,
    "Report somebody",
  ]);
});

it("says so where the form cannot be fetched, and can be tried again", async () => {
  act(() =>
    render(
      <LazyDetails
        inner={{ id: "7Q4K", state: atTable("reversi", 0, ["black"]) }}
        words="Seats"
        load={() => Promise.reject(new TypeError("cut off"))}
      />,
      root,
    ),
  );
  const folder = root.querySelector("details")!;
  folder.open = true;
  act(() => void folder.dispatchEvent(new Event("toggle")));
  await settled();
  expect([folder.open, store.value.refusal?.code]).toEqual([false, "offline"]);
});
