import { afterEach, expect, test, vi } from "vitest";
import { chat, heard, merged, read, tell, type Channel } from "../src/chat";
import type { ChatLine } from "../src/protocol";

const line = (channel: Channel, number: number, at: number): ChatLine => ({ type: "chat", channel, number, at, role: "", name: "Ann", badge: "", text: `${channel} ${number}` });
const texts = () => chat.value.lines.map(({ text }) => text);

function answering(answers: Readonly<Record<string, object>>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const answer = answers[path];
    return Promise.resolve(new Response(JSON.stringify(answer ?? { code: "no_chat", message: "no" }), { status: answer ? 200 : 403 }));
  });
  return asked;
}

afterEach(() => void vi.unstubAllGlobals());

test("lines are each there once, in the order in which they were said", () => {
  const [one, two, three] = [line("table", 1, 10), line("gallery", 1, 15), line("table", 2, 20)];
  expect(merged([three!, one!], [two!, { ...one! }])).toEqual([one, two, three]);
});

test("all channels that may be read are read, and what is told of meanwhile is not lost", async () => {
  const page = (channel: Channel, ...lines: ChatLine[]) => ({ channel, channels: ["table", "gallery"], lines, before: null });
  answering({
    "/api/tables/t/chat?channel=&since=0": page("table", line("table", 1, 10)),
    "/api/tables/t/chat?channel=gallery&since=0": page("gallery", line("gallery", 1, 15)),
  });
  const reading = read("t");
  heard(line("table", 2, 20));
  await reading;
  expect(texts()).toEqual(["table 1", "gallery 1", "table 2"]);
  heard(line("table", 2, 20));
  expect(texts()).toHaveLength(3);
  await read(null);
  expect(chat.value).toEqual({ channels: [], lines: [] });
});

test("where there is no chat nothing is shown, and what is not taken is said", async () => {
  answering({});
  await read("t");
  expect(chat.value.channels).toEqual([]);
  await expect(tell("t", "hello", "Ann", "id")).rejects.toMatchObject({ code: "no_chat" });
});
