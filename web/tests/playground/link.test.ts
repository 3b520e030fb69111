// Games in links: what goes in comes out; a link that is cut, changed, forged or too large says so.

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fromLinkData, LARGEST, linkData, LinkError, LONGEST, type SharedGame } from "../../src/playground/rules/link";

const NIM: SharedGame = {
  file: "nim.py",
  text: '"""Nim: das Übliche, 日本語, 😀."""\n'.repeat(50),
  record: { answers: [["first", "take(3)"]] },
};

/** A link that was made by hand. */
const forged = (content: string | Buffer, version = "1") => `${version}.${gzipSync(content).toString("base64url")}`;

const problem = (data: string) =>
  fromLinkData(data).then(
    () => "no problem",
    (error: unknown) => (error instanceof LinkError ? error.message : `no LinkError: ${String(error)}`),
  );

describe("a game in a link", () => {
  it("comes out as it went in", async () => {
    const data = await linkData(NIM);
    expect(data).toMatch(/^1\.[\w-]+$/);
    expect(data.length).toBeLessThan(NIM.text.length / 4);
    expect(await fromLinkData(data)).toEqual(NIM);
  });

  it("may be empty, and as large as it gets", async () => {
    const empty = { file: "a.py", text: "", record: null };
    expect(await fromLinkData(await linkData(empty))).toEqual(empty);
    const large = { ...empty, text: "# a\n".repeat(LARGEST / 5 - 20) };
    expect((await fromLinkData(await linkData(large))).text).toBe(large.text);
  });

  it("is read from what other programs compress", async () => {
    expect(await fromLinkData(forged(JSON.stringify(NIM)))).toEqual(NIM);
    const { record: _, ...more } = NIM;
    expect(await fromLinkData(forged(JSON.stringify({ ...more, unknown: 1 })))).toEqual({ ...NIM, record: null });
  });

  it("is refused where it is too long, with what to do", async () => {
    const letters = Array.from({ length: LONGEST }, (_, at) => ((at * 7919 * (at % 97)) % 65521).toString(36)).join("");
    await expect(linkData({ ...NIM, text: letters })).rejects.toThrow(
      /too long for a link: \d+ kB, and 64 kB fit\. Save its file/,
    );
    await expect(linkData({ ...NIM, text: "a".repeat(LARGEST) })).rejects.toThrow(LinkError);
  });
});

describe("a damaged link", () => {
  it("says that it is not whole, wherever it was cut", async () => {
    const data = await linkData(NIM);
    for (let length = 0; length < data.length; length += 1)
      expect(await problem(data.slice(0, length)), data.slice(0, length)).toMatch(
        /^This link is not whole: .* ask for it again\.$/,
      );
  });

  it("says so where a letter was changed or added", async () => {
    const data = await linkData(NIM);
    // Before are what gzip says of time and system; the last letter may hold bits that belong to no byte.
    for (let at = 2 + 16; at < data.length - 1; at += 1) {
      const letter = data[at] === "A" ? "B" : "A";
      const changed = `${data.slice(0, at)}${letter}${data.slice(at + 1)}`;
      expect(await problem(changed), changed).toMatch(/^This link is not whole/);
    }
    for (const added of [" ", "%", ".", "=", "é"]) expect(await problem(data + added)).toMatch(/^This link is not whole/);
  });

  it("names another version", async () => {
    expect(await problem(forged(JSON.stringify(NIM), "2"))).toMatch(/another version of Rondel/);
  });
});

describe("a forged link", () => {
  it.each([
    ["no JSON", "nim"],
    ["no object", "null"],
    ["a list", "[1]"],
    ["no text", JSON.stringify({ ...NIM, text: 5 })],
    ["a path for a file", JSON.stringify({ ...NIM, file: "../etc/passwd" })],
    ["no Python file", JSON.stringify({ ...NIM, file: "nim.html" })],
    ["no UTF-8", Buffer.from([0xff, 0xfe])],
  ])("with %s holds no game", async (_, content) => {
    expect(await problem(forged(content))).toBe("There is no game in this link. Ask for the file instead.");
  });

  it("that would fill the memory is not read to its end", async () => {
    const bomb = forged(Buffer.alloc(30_000_000, 0x20));
    expect(bomb.length).toBeLessThan(LONGEST);
    expect(await problem(bomb)).toMatch(/no game/);
    expect(await problem(`1.${"A".repeat(LONGEST)}`)).toMatch(/too long/);
  });
});
