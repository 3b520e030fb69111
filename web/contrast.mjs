// Holds the colours of src/app/style/colours.css, and of each theme of boards, to WCAG AA, light and dark: text 4.5, large text and marks 3.
// Run by `npm run check`; exit code 1 lists every pair that is too weak.

import { readFileSync } from "node:fs";

const COLOUR = /--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g;
const read = (css) => [...css.matchAll(COLOUR)].map(([, name, light, dark]) => [name, { light, dark }]);
const file = (name) => readFileSync(new URL(`src/app/style/${name}`, import.meta.url), "utf8");
const natural = read(file("colours.css"));
const themes = [...file("board-themes.css").matchAll(/\[data-board="(\w+)"\] \{([^}]*)\}/g)];
const boards = new Map([["natural", []], ...themes.map(([, name, css]) => [name, read(css)])]);

// The ships and pegs of Battleship lie on water.
const fleet = readFileSync(new URL("../src/rondel/shelf/battleship/ships.py", import.meta.url), "utf8");
const [, names, values] = /^(STEEL[\w, ]+) = (.+)$/m.exec(fleet);
const pegs = names.split(", ").map((name, index) => [name, values.match(/#[0-9a-f]{6}/g)[index]]);
natural.push(...pegs.map(([name, colour]) => [name, { light: colour, dark: colour }]));

const TEXT = 4.5;
const MARK = 3;
const pairs = [
  ["ink", "paper", TEXT],
  ["ink", "sheet", TEXT],
  ["ink", "asked", TEXT],
  ["muted", "paper", TEXT],
  ["muted", "sheet", TEXT],
  ["muted", "asked", TEXT],
  ["accent-ink", "accent", TEXT],
  ["alarm", "paper", TEXT],
  ["alarm", "sheet", TEXT],
  ["felt-ink", "felt", TEXT],
  ["panel", "paper", MARK],
  ["felt-ink", "felt-odd", TEXT],
  ["card-red", "card", TEXT],
  ["card-black", "card", TEXT],
  ["card-black", "card-quiet", TEXT],
  ["card-red", "card-quiet", MARK],
  ["accent", "sheet", TEXT],
  ["accent", "asked", TEXT],
  ["warm", "sheet", TEXT],
  ["warm", "asked", TEXT],
  ["control", "paper", MARK],
  ["control", "sheet", MARK],
  ["control", "asked", MARK],
  ["accent", "paper", MARK],
  ["accent", "sheet", MARK],
  ["warm", "paper", MARK],
  ["glow", "felt", MARK],
  ["glow", "felt-odd", MARK],
  ["glow-edge", "sheet", MARK],
  ["glow-edge", "card", MARK, ["light"]], // in the dark, gold around a bright card is told by the card's height too
  ["last", "sheet", MARK],
  ["last-felt", "felt", MARK],
  ["last-felt", "felt-odd", MARK],
  ["glow", "water", MARK],
  ["glow", "water-odd", MARK],
  ["last-water", "water", MARK],
  ["last-water", "water-odd", MARK],
  ["felt-ink", "water", MARK],
  ["last-wood", "wood", MARK],
  ["last-wood", "wood-odd", MARK],
  ["felt-ink", "felt", MARK],
  ["accent", "asked", MARK],
  ["sheet-line", "sheet", MARK],
  ["wood-line", "wood", MARK],
  ["back-line", "back", MARK],
  ...pegs.flatMap(([name]) => ["water", "water-odd"].map((water) => [name, water, MARK])),
];

const weak = [...boards].flatMap(([board, own]) => {
  const colours = new Map([...natural, ...own]);
  return pairs
    .filter(([front, back]) => board === "natural" || own.some(([name]) => name === front || name === back))
    .flatMap(([front, back, least, schemes = ["light", "dark"]]) =>
      schemes.flatMap((scheme) => {
        const ratio = contrast(hex(colours, front, scheme), hex(colours, back, scheme));
        return ratio < least ? [`${board}, ${scheme}: --${front} on --${back} is ${ratio.toFixed(2)}, needs ${least}`] : [];
      }),
    );
});
for (const line of weak) console.error(line);
console.log(`${pairs.length} pairs of colours on ${boards.size} kinds of boards, ${weak.length} too weak`);
process.exit(weak.length > 0 ? 1 : 0);

function hex(colours, name, scheme) {
  const colour = colours.get(name);
  if (!colour) throw new Error(`colours.css has no --${name}: light-dark(#rrggbb, #rrggbb)`);
  return colour[scheme];
}

function contrast(one, other) {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
