import { afterEach, expect, it } from "vitest";
import { pieces, plain, setCatalogue } from "../src/text";

const names = (role: string) => ({ black: "Ada", white: "Bob" })[role] ?? role;

afterEach(() => setCatalogue({}));

it("says You to the one who is asked, and the name to others", () => {
  const text = { text: "{you} must play a disc", args: { you: { role: "black" } } };
  expect(plain(text, names, "black")).toBe("You must play a disc");
  expect(plain(text, names, "white")).toBe("Ada must play a disc");
});

it("says you inside a sentence", () => {
  expect(plain({ text: "now {you}", args: { you: { role: "black" } } }, names, "black")).toBe("now you");
});

it("tells players, words and the rest apart", () => {
  const text = { text: "{actplayer} plays {cell}, turns {n}", args: { actplayer: { role: "white" }, cell: "d3", n: 2 } };
  expect(pieces(text, names)).toEqual([
    { kind: "role", text: "Bob", role: "white" },
    { kind: "plain", text: " plays " },
    { kind: "word", text: "d3" },
    { kind: "plain", text: ", turns " },
    { kind: "word", text: "2" },
  ]);
});

it("puts texts into texts", () => {
  const text = { text: "{who} wins: {why}", args: { who: { role: "black" }, why: { text: "{n} discs", args: { n: 40 } } } };
  expect(plain(text, names)).toBe("Ada wins: 40 discs");
});

it("leaves a placeholder without argument in sight", () => {
  expect(plain({ text: "{actplayer} plays {cell}", args: { actplayer: { role: "black" } } }, names)).toBe("Ada plays {cell}");
});

it("speaks another language from a catalogue", () => {
  setCatalogue({ "{you} must play a disc": "{you} müssen einen Stein legen", You: "Sie" });
  expect(plain({ text: "{you} must play a disc", args: { you: { role: "black" } } }, names, "black")).toBe("Sie müssen einen Stein legen");
});
