import { afterEach, expect, test, vi } from "vitest";
import { receiveLine, merged, read, send } from "../../src/play/chat";
import { chat, type Channel } from "../../src/play/store";
import type { ChatLine } from "../../src/protocol";

const line = (channel: Channel, number: number, at: number): ChatLine => ({
  type: "chat",
  channel,
  number,
  at,
  role: "",
  name: "Ann",
  badge: "",
  text: `${channel} ${number}`,
});
const texts = () => chat.value.lines.map(({ text }) => text);

function answering(answers: Readonly<Record<string, object>>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const answer = answers[path];
    return Promise.resolve(
      new Response(JSON.stringify(answer ?? { code: "no_chat", message: "no" }), { status: answer ? 200 : 403 }),
    );
  });
  return asked;
}

afterEach(() => void vi.unstubAllGlobals());

test("lines are each there once, in the order in which they were said", () => {
  const [one, two, three] = [line("table", 1, 10), line("gallery", 1, 15), line("table", 2, 20)];
  expect(merged([three!, one!], [two!, { ...one! }])).toEqual([one, two, three]);
});

test("a deleted line replaces what it said, also where an older page comes after it", () => {
  const said = line("table", 1, 10);
  const deleted = { ...said, name: "Gone abc", text: "" };
  expect(merged([said], [deleted])).toEqual([deleted]);
  expect(merged([deleted], [said])).toEqual([deleted]);
});

test("all channels that may be read are read, and what is told of meanwhile is not lost", async () => {
  const page = (channel: Channel, ...lines: ChatLine[]) => ({
    channel,
    channels: ["table", "gallery"],
    lines,
    before: null,
    muted: channel === "gallery" ? [1] : [],
  });
  answering({
    "/api/tables/t/chat?channel=&since=0": page("table", line("table", 1, 10)),
    "/api/tables/t/chat?channel=gallery&since=0": page("gallery", line("gallery", 1, 15)),
  });
  const reading = read("t");
  receiveLine(line("table", 2, 20));
  await reading;
  expect(texts()).toEqual(["table 1", "gallery 1", "table 2"]);
  expect([...chat.value.muted]).toEqual([1]); // as the arena knows it, also after the page was loaded anew
  receiveLine(line("table", 2, 20));
  expect(texts()).toHaveLength(3);
  await read(null);
  expect(chat.value).toEqual({ channels: null, lines: [], muted: new Set() });
});

test("of a channel that was closed meanwhile nothing is shown, and of the other all", async () => {
  answering({
    "/api/tables/t/chat?channel=&since=0": {
      channel: "table",
      channels: ["table", "gallery"],
      lines: [line("table", 1, 10)],
      before: null,
      muted: [],
    },
  });
  await read("t");
  expect(chat.value.channels).toEqual(["table"]);
  expect(texts()).toEqual(["table 1"]);
});

test("where there is no chat nothing is shown, and what is not taken is said", async () => {
  answering({});
  await read("t");
  expect(chat.value.channels).toEqual([]);
  await expect(send("t", "hello", "Ann", "id")).rejects.toMatchObject({ code: "no_chat" });
});

test("what had no answer is said again under the id it had, what was refused or receiveLine under another", async () => {
  const said: string[] = [];
  let answer: () => Promise<Response> = () => Promise.reject(new TypeError("cut off"));
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
    said.push((JSON.parse(String(body)) as { id: string }).id);
    return answer();
  });
  const status = (code: number, body: object) => () => Promise.resolve(new Response(JSON.stringify(body), { status: code }));
  const say = (text: string, id: string) => send("t", text, "Ann", id).catch((error: unknown) => error);
  await say("hello", "a");
  answer = status(502, {});
  await say("hello", "b");
  await say("another", "c");
  answer = status(403, { code: "muted", message: "no" });
  await say("another", "d");
  answer = status(201, line("table", 1, 10));
  await say("another", "e");
  await say("another", "f");
  expect(said).toEqual(["a", "a", "c", "c", "e", "f"]);
});
