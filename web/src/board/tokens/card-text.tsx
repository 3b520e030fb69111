// The text of cards: the name in lines, the note in small print.

import { Fragment } from "preact";
import { breadth, size, WIDE } from "./text-size";
import { translate } from "../host";

/** A card's name in one or more lines, and its note below. */
export function CardText({
  text,
  note,
  tone,
  top = false,
}: {
  readonly text: string;
  readonly note: string;
  readonly tone: string;
  readonly top?: boolean;
}) {
  const name = translate(text);
  const lines =
    breadth(name) > 5 ? wrap(name, Math.max(8, ...name.split(" ").map((word) => (WIDE.test(word) ? 0 : word.length)))) : [name];
  const longest = Math.max(...lines.map(breadth));
  const high = breadth(name) > 5 ? Math.min(13, 88 / longest) : size(name, note || top ? 19 : 34);
  const small = note ? fitted(translate(note), top ? 40 : 52) : null;
  const first = note || top ? 16 : 51 - (lines.length - 1) * high * 0.55;
  return (
    <Fragment>
      {lines.map((line, index) => (
        <Fragment key={`name${index}`}>
          <text class="letters" x="35" y={first + index * high * 1.1} font-size={high} style={{ "--own": tone }}>
            {line}
          </text>
          {blankAfter(line)}
        </Fragment>
      ))}
      {small?.lines.map((line, index) => (
        <Fragment key={`note${index}`}>
          <text
            class="card-note"
            x="35"
            y={(top ? 75 : 67) + (index - (small.lines.length - 1) / 2) * small.high * LEADING}
            font-size={small.high}
          >
            {line}
          </text>
          {blankAfter(line)}
        </Fragment>
      ))}
    </Fragment>
  );
}

/** A space between two lines, for screen readers. */
const blankAfter = (line: string) => (WIDE.test(line) ? "" : " ");

const LEADING = 1.18; // line height
const BROAD = 0.6; // width of a sans-serif letter, relative to its height

/** The line breaks with which a note is largest: 63 wide, and so high. */
function fitted(text: string, high: number): { readonly lines: readonly string[]; readonly high: number } {
  const ways = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map((most) => {
    const lines = wrap(text, most);
    return { lines, high: Math.min(10, 63 / (BROAD * Math.max(...lines.map(breadth))), high / (LEADING * lines.length)) };
  });
  return ways.reduce((best, way) => (way.high > best.high ? way : best));
}

/** The lines of a text with at most `most` letters each, where words allow it. */
function wrap(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    for (const [index, part] of (WIDE.test(word) ? [...word] : [word]).entries()) {
      const last = lines.at(-1);
      const longer = `${last ?? ""}${index === 0 ? " " : ""}${part}`;
      if (last !== undefined && (CLOSING.test(part) || breadth(longer) <= most)) lines[lines.length - 1] = longer;
      else lines.push(part);
    }
  }
  return lines;
}

const CLOSING = /^[、。，．・：；！？）」』ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]$/; // punctuation that cannot begin a line
