import { afterEach, expect, it } from "vitest";
import { midSentence, counted, pieces, plain, say, setCatalogue, translate } from "../../src/text/text";
import { partName } from "../../src/board/labels";

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

it("writes numbers as the language does", () => {
  setCatalogue({}, "de");
  expect(say("{number} of {all}", { number: 1.5, all: 1000 })).toBe("1,5 of 1000");
  expect(plain({ text: "rank {n}", args: { n: 0.25 } }, names)).toBe("rank 0,25");
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
  expect(plain({ text: "{you} must play a disc", args: { you: { role: "black" } } }, names, "black")).toBe(
    "Sie müssen einen Stein legen",
  );
});

const SHEEP = { text: "{n} sheep is out", plural: "{n} sheep are out", count: "n" };
const flocks = (...numbers: readonly number[]) => numbers.map((n) => plain({ ...SHEEP, args: { n } }, names));

it("counts in English by itself", () => {
  expect(flocks(0, 1, 2)).toEqual(["0 sheep are out", "1 sheep is out", "2 sheep are out"]);
  expect([0, 1, 2].map((n) => counted("{number} move", "{number} moves", n))).toEqual(["0 moves", "1 move", "2 moves"]);
});

it.each<[string, readonly number[], readonly string[], readonly string[]]>([
  ["ja", [0], ["羊{n}頭"], ["羊0頭", "羊1頭", "羊2頭", "羊5頭", "羊22頭"]],
  ["de", [1, 0], ["{n} Schaf", "{n} Schafe"], ["0 Schafe", "1 Schaf", "2 Schafe", "5 Schafe", "22 Schafe"]],
  ["pl", [1, 2, 0], ["{n} owca", "{n} owce", "{n} owiec"], ["0 owiec", "1 owca", "2 owce", "5 owiec", "22 owce"]],
])("counts in %s by the rules of the browser, in the order of the catalogue", (lang, samples, forms, said) => {
  setCatalogue({ "{n} sheep is out": forms, "{number} move": forms.map((form) => form.replace("n", "number")) }, lang, samples);
  expect(flocks(0, 1, 2, 5, 22)).toEqual(said);
  expect(counted("{number} move", "{number} moves", 22)).toBe(said[4]);
});

it("says a name, with the verb that goes with it, to who is not addressed", () => {
  setCatalogue(
    { "{you} must play": "{you} musst spielen", "{actplayer} must play": "{actplayer} muss spielen", You: "Du" },
    "de",
  );
  const text = { text: "{you} must play", args: { you: { role: "black" } } };
  expect(plain(text, names, "black")).toBe("Du musst spielen");
  expect(plain(text, names, "white")).toBe("Ada muss spielen");
  expect(plain(text, names, "")).toBe("Ada muss spielen");
});

it("looks up words that are arguments, and lists players", () => {
  setCatalogue({ hearts: "Herz", yes: "ja", "{n} of {suit}": "{suit}-{n}" }, "de");
  expect(
    plain(
      { text: "{card}, {hidden}", args: { card: { text: "{n} of {suit}", args: { n: 7, suit: "hearts" } }, hidden: true } },
      names,
    ),
  ).toBe("Herz-7, ja");
  expect(
    pieces({ text: "{who}", args: { who: [{ role: "black" }, { role: "white" }] } }, names).map((piece) => piece.kind),
  ).toEqual(["role", "plain", "role"]);
});

it("knows braces that mean themselves", () => {
  expect(plain({ text: "{{{n}}}", args: { n: 1 } }, names)).toBe("{1}");
});

it("calls the parts of the table by their owners", () => {
  setCatalogue({ Fleet: "Flotte", "Turns left": "Züge übrig", "{thing} of {player}": "{thing} von {player}" }, "de");
  expect(partName("fleet_black", ["black", "white"], names)).toBe("Flotte von Ada");
  expect(partName("fleet_of_white", ["black", "white"], names)).toBe("Flotte von Bob");
  expect(partName("turns_left", ["black", "white"], names)).toBe("Züge übrig");
  expect(partName("fleet_black", ["black", "white"], names, { labels: { fleet_black: "Fleet" } })).toBe("Flotte");
  expect(partName("fleet_of_black", ["black", "of_black"], names, { owners: { fleet_of_black: "black" } })).toBe(
    "Flotte von Ada",
  );
});

it("writes nouns small in English only", () => {
  expect(midSentence("Black")).toBe("black");
  expect([midSentence("o"), midSentence("X")]).toEqual(["O", "X"]);
  setCatalogue({}, "de");
  expect(midSentence("Schwarz")).toBe("Schwarz");
});

it("reads in English what a catalogue does not have", () => {
  setCatalogue({ hearts: "Herz" }, "de", [1, 0]);
  expect(translate("spades")).toBe("spades");
  expect(say("{some} and {last}", { some: "a", last: "b" })).toBe("a and b");
  expect(flocks(1, 2)).toEqual(["1 sheep is out", "2 sheep are out"]);
});
