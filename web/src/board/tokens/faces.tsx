// The look of tokens: the faces of the scene, drawn in a box of 100×100 (cards 70×100).

import { Fragment } from "preact";
import { longName, playingCard, PlayingCardDrawing } from "./playing-card";
import { translate } from "../host";
import type { Face, Scene, TokenShape, Token } from "../view";

export const PLAIN = "#8a7f6f"; // colour of a token without one

/** The face of a token: its own, its owner's, or a plain stone; with the game's own drawing if there is one. */
export function faceOf(scene: Scene, token: Pick<Token, "kind" | "owner" | "face">): Face {
  const face = plainFace(scene, token);
  const { svg, drawn } = scene.look ?? {};
  const id = svg && [token.face, token.owner].map((each) => `${token.kind}-${each}`).find((each) => drawn?.includes(each));
  return id ? { ...face, drawing: `${svg}#${id}` } : face;
}

function plainFace(scene: Scene, token: Pick<Token, "kind" | "owner" | "face">): Face {
  const faces = scene.kinds[token.kind]?.faces ?? {};
  const role = scene.roles.find((each) => each.name === token.owner);
  const face =
    faces[`${token.owner} ${token.face}`] ??
    (token.face ? faces[token.face] : undefined) ??
    (token.owner ? faces[token.owner] : undefined);
  // a card does not take its owner's colour
  if (face) return { ...face, colour: face.colour ?? (face.shape === "card" ? null : role?.colour) ?? null };
  const called = token.face && token.kind === "card" ? longName(token.face) : null;
  if (called) return { shape: "card", text: called };
  if (token.face) return { shape: "text", text: token.face, colour: role?.colour ?? null };
  return { shape: role?.shape === "disc" || !role ? "stone" : role.shape, colour: role?.colour ?? PLAIN };
}

/**
 * The marker of a seat: its token, if all seats' tokens differ in shape or brightness, so that colour alone never tells them
 * apart; else the role's own shape.
 */
export function seatFace(scene: Scene, role: string): Face {
  for (const kind of Object.keys(scene.kinds)) {
    const faces = scene.roles.map((each) => scene.kinds[kind]?.faces[each.name] && faceOf(scene, { kind, owner: each.name }));
    const looks = faces.map((face) => face && `${face.shape} ${face.path ?? face.text ?? ""} ${isLight(face.colour ?? PLAIN)}`);
    if (looks.every(Boolean) && new Set(looks).size === looks.length)
      return faces[scene.roles.findIndex((each) => each.name === role)] ?? faceOf(scene, { kind, owner: role });
  }
  const known = scene.roles.find((each) => each.name === role);
  return { shape: known?.shape ?? "stone", colour: known?.colour ?? PLAIN };
}

/** All colours of some scenes; each has a gradient. */
function colours(scenes: readonly Scene[]): readonly string[] {
  const faces = scenes.flatMap((scene) => Object.values(scene.kinds)).flatMap((kind) => Object.values(kind.faces));
  return [
    ...new Set([
      PLAIN,
      ...scenes.flatMap((scene) => scene.roles.map((role) => role.colour)),
      ...faces.flatMap((face) => face.colour ?? []),
    ]),
  ];
}

/** The gradients of all drawings; once per page. */
export function Gradients({ scenes }: { readonly scenes: readonly Scene[] }) {
  return (
    <svg class="nowhere" aria-hidden="true" width="0" height="0">
      <defs>
        {colours(scenes).map((colour) => (
          <radialGradient key={colour} id={gradient(colour)} cx=".35" cy=".29" r=".92">
            <stop offset="0" stop-color={mix(colour, "#ffffff", isLight(colour) ? 0.95 : 0.3)} />
            <stop offset=".74" stop-color={mix(colour, "#000000", isLight(colour) ? 0.06 : 0.04)} />
            <stop offset="1" stop-color={mix(colour, "#000000", isLight(colour) ? 0.19 : 0.3)} />
          </radialGradient>
        ))}
        <radialGradient id="cast">
          <stop offset=".78" stop-color="#140e04" stop-opacity=".5" />
          <stop offset="1" stop-color="#140e04" stop-opacity="0" />
        </radialGradient>
        <linearGradient id="daylight" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stop-color="#fff" stop-opacity=".06" />
          <stop offset=".45" stop-color="#fff" stop-opacity="0" />
          <stop offset=".55" stop-color="#000" stop-opacity="0" />
          <stop offset="1" stop-color="#000" stop-opacity=".07" />
        </linearGradient>
      </defs>
    </svg>
  );
}

/** A face in a box of 100×100. */
export function FaceDrawing({ face }: { readonly face: Face }) {
  if (face.drawing && face.shape !== "card") return <use href={face.drawing} width="100" height="100" />;
  const colour = face.colour ?? PLAIN;
  const round = { fill: `url(#${gradient(colour)})` };
  switch (face.shape) {
    case "disc":
      return (
        <Fragment>
          <ellipse class="cast" cx="50" cy="54" rx="45" ry="44" />
          <circle cx="50" cy="50" r="39" {...round} />
          <circle class="rim" cx="50" cy="50" r="38.4" />
        </Fragment>
      );
    case "stone":
      return (
        <Fragment>
          <ellipse class="cast" cx="50" cy="55" rx="46" ry="42" />
          <ellipse cx="50" cy="50" rx="40" ry="37" {...round} />
        </Fragment>
      );
    case "ring":
      return <circle class="stroke" cx="50" cy="50" r="28" style={ownColour(face)} />;
    case "cross":
      return <path class="stroke" d="M25 25 75 75M75 25 25 75" style={ownColour(face)} />;
    case "square":
      return (
        <Fragment>
          <SolidShape d="M17 22a7 7 0 0 1 7-7h52a7 7 0 0 1 7 7v52a7 7 0 0 1-7 7H24a7 7 0 0 1-7-7Z" colour={colour} />
          {face.path && (
            <path d={face.path} transform="translate(27 25) scale(.46)" fill={isLight(colour) ? "#1b1814" : "#fffdf8"} />
          )}
        </Fragment>
      );
    case "triangle":
      return (
        <SolidShape d="M44.5 17a6.5 6.5 0 0 1 11 0L86 71a6.5 6.5 0 0 1-5.5 10H19.5A6.5 6.5 0 0 1 14 71Z" colour={colour} />
      );
    case "diamond":
      return (
        <SolidShape d="M46 12a6 6 0 0 1 8 0L87 45a6 6 0 0 1 0 9L54 87a6 6 0 0 1-8 0L13 54a6 6 0 0 1 0-9Z" colour={colour} />
      );
    case "die":
      return (
        <Fragment>
          <SolidShape
            d="M14 27a13 13 0 0 1 13-13h46a13 13 0 0 1 13 13v46a13 13 0 0 1-13 13H27a13 13 0 0 1-13-13Z"
            colour={colour}
          />
          {spots(face.text ?? "").map(([x, y]) => (
            <circle key={`${x}.${y}`} class="eye" cx={x} cy={y} r="8" fill={isLight(colour) ? "#1b1814" : "#fffdf8"} />
          ))}
        </Fragment>
      );
    case "path":
      return <path class="piece" d={face.path ?? ""} fill={colour} />;
    case "card":
      return (
        <g transform="translate(15 0)">
          <CardDrawing face={face} />
        </g>
      );
    case "text":
      return face.path ? (
        <path class="piece" d={face.path} fill={colour} />
      ) : (
        <text class="letters" x="50" y="52" font-size={size(translate(face.text ?? ""), 72)} style={ownColour(face)}>
          {translate(face.text ?? "")}
        </text>
      );
  }
}

const CORNERS = [
  [29, 29],
  [71, 71],
  [71, 29],
  [29, 71],
  [29, 50],
  [71, 50],
] as const;

/** The spots of a die, from 1 to 6. */
function spots(text: string): readonly (readonly [number, number])[] {
  const count = Math.min(6, Number(text) || 0);
  return [...(count % 2 === 1 ? [[50, 50] as const] : []), ...CORNERS.slice(0, count - (count % 2))];
}

/** The front of a card, 70×100. */
export function CardDrawing({ face }: { readonly face: Face }) {
  const text = face.text ?? "";
  const playing = playingCard(text);
  const tone = face.colour ?? "var(--card-black)";
  return (
    <Fragment>
      <rect class="card-front" x=".5" y=".5" width="69" height="99" rx="7" />
      {face.drawing ? (
        <use href={face.drawing} width="70" height="100" />
      ) : playing ? (
        <PlayingCardDrawing card={playing} tone={face.colour ?? null} />
      ) : face.path ? (
        <Fragment>
          <path d={face.path} fill={tone} transform={text ? "translate(9 34) scale(.52)" : "translate(7 22) scale(.56)"} />
          {text && <CardText text={text} note="" tone={tone} top />}
        </Fragment>
      ) : (
        <CardText text={text} note={face.note ?? ""} tone={tone} />
      )}
    </Fragment>
  );
}

/** A card's name in one or more lines, and its note below. */
function CardText({
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
  const high = breadth(name) > 5 ? Math.min(13, 88 / longest) : size(name, 34);
  const small = note ? fitted(translate(note)) : null;
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
            y={67 + (index - (small.lines.length - 1) / 2) * small.high * LEADING}
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

/** The line breaks with which a note is largest: 63 wide and 52 high. */
function fitted(text: string): { readonly lines: readonly string[]; readonly high: number } {
  const ways = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map((most) => {
    const lines = wrap(text, most);
    return { lines, high: Math.min(10, 63 / (BROAD * Math.max(...lines.map(breadth))), 52 / (LEADING * lines.length)) };
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

// Chinese, Japanese and Korean letters: twice as wide, and breakable without spaces
const WIDE = /[\u2e80-\uffef]/;
const CLOSING = /^[、。，．・：；！？）」』ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]$/; // punctuation that cannot begin a line

/** The width of a text, in Latin letters. */
function breadth(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1.8 : 1), 0);
}

/** The back of a card, 70×100. */
export function BackDrawing() {
  return (
    <Fragment>
      <rect class="card-back" x="1.5" y="1.5" width="67" height="97" rx="6.5" />
      <g class="card-wheel" transform="translate(35 50)">
        <circle r="18" />
        <path d="M0-18V18M-18 0H18M-12.7-12.7 12.7 12.7M12.7-12.7-12.7 12.7" />
        <path class="slice" d="M0 0V-18A18 18 0 0 1 12.7-12.7Z" />
        <circle class="hub" r="5" />
      </g>
    </Fragment>
  );
}

const SOLID: ReadonlySet<string> = new Set(["die", "disc", "stone", "square", "triangle", "diamond"]);

/** The shape of hidden tokens of a kind, or of all kinds: their common solid shape (dice stay dice), else a card. */
export function hiddenShape(scene: Scene, kind?: string): TokenShape {
  const kinds = kind === undefined ? Object.values(scene.kinds) : [scene.kinds[kind]];
  const shapes = new Set(kinds.flatMap((each) => Object.values(each?.faces ?? {})).map((face) => face.shape));
  const [only] = shapes;
  return shapes.size === 1 && only && SOLID.has(only) ? only : "card";
}

/** A hidden token: a card's back (70×100), or a blank token of that shape (100×100). */
export function HiddenDrawing({ shape, colour }: { readonly shape: TokenShape; readonly colour: string }) {
  if (shape === "card") return <BackDrawing />;
  return (
    <Fragment>
      <FaceDrawing face={{ shape, colour }} />
      <g class={isLight(colour) ? "blank on-light" : "blank"} transform="translate(50 50)">
        <circle r="17" />
        <path d="M0-17V17M-17 0H17M-12-12 12 12M12-12-12 12" />
      </g>
    </Fragment>
  );
}

/** A seat's marker: its shape in its colour. */
export function Pip({ face, asked = false }: { readonly face: Face; readonly asked?: boolean }) {
  return (
    <svg class={asked ? "pip asked" : "pip"} viewBox="4 4 92 92" aria-hidden="true">
      <FaceDrawing face={face} />
    </svg>
  );
}

/** The id of a colour's gradient. */
export function gradient(colour: string): string {
  return `round-${colour.replace("#", "")}`;
}

function SolidShape({ d, colour }: { readonly d: string; readonly colour: string }) {
  return (
    <Fragment>
      <path class="cast-soft" d={d} transform="translate(0 4.5)" />
      <path class="cast-flat" d={d} transform="translate(0 3)" />
      <path d={d} fill={`url(#${gradient(colour)})`} />
      <path class="rim" d={d} />
    </Fragment>
  );
}

/** The colour of a stroke, adapted to the theme by token.css; the text colour if the rules give none. */
function ownColour(face: Face): Record<string, string> {
  return { "--own": face.colour ?? "var(--ink)" };
}

function size(text: string, most: number): number {
  return Math.max(10, Math.min(most, (most * 2.4) / Math.max(1, breadth(text))));
}

/** Whether a colour is light, so that dark marks are visible on it. */
export function isLight(colour: string): boolean {
  const [red, green, blue] = channels(colour);
  return (red * 299 + green * 587 + blue * 114) / 1000 > 150;
}

function mix(one: string, other: string, share: number): string {
  const to = channels(other);
  return `#${channels(one)
    .map((value, index) =>
      Math.round(value + ((to[index] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

function channels(colour: string): readonly [number, number, number] {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!hex) return [138, 127, 111]; // another notation of a colour: grey
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as readonly [number, number, number];
}
