// How a token looks: its face from the scene, drawn in a 100×100 box (a card in 70×100). Original drawings, crisp at any size.

import { Fragment } from "preact";
import type { Face, Scene, Shape, Token } from "../view";

const PLAIN = "#8a7f6f"; // of a token whose owner and kind name no colour

/** The face a token shows: its own, its owner's, or a plain stone. */
export function faceOf(scene: Scene, token: Pick<Token, "kind" | "owner" | "face">): Face {
  const faces = scene.kinds[token.kind]?.faces ?? {};
  const role = scene.roles.find((each) => each.name === token.owner);
  const face = (token.face ? faces[token.face] : undefined) ?? (token.owner ? faces[token.owner] : undefined);
  if (face) return { ...face, colour: face.colour ?? role?.colour ?? null };
  if (token.face) return { shape: "text", text: token.face, colour: role?.colour ?? null };
  return { shape: role?.shape === "disc" || !role ? "stone" : role.shape, colour: role?.colour ?? PLAIN };
}

/** Every colour a scene's round things have: each has its gradient. */
export function colours(scene: Scene): readonly string[] {
  const faces = Object.values(scene.kinds).flatMap((kind) => Object.values(kind.faces));
  return [...new Set([PLAIN, ...scene.roles.map((role) => role.colour), ...faces.flatMap((face) => face.colour ?? [])])];
}

/** The gradients of all round things, once for the page. */
export function Gradients({ scene }: { readonly scene: Scene }) {
  return (
    <svg class="nowhere" aria-hidden="true" width="0" height="0">
      <defs>
        {colours(scene).map((colour) => (
          <radialGradient key={colour} id={gradient(colour)} cx=".35" cy=".29" r=".92">
            <stop offset="0" stop-color={mix(colour, "#ffffff", light(colour) ? 0.95 : 0.3)} />
            <stop offset=".74" stop-color={mix(colour, "#000000", light(colour) ? 0.06 : 0.04)} />
            <stop offset="1" stop-color={mix(colour, "#000000", light(colour) ? 0.19 : 0.3)} />
          </radialGradient>
        ))}
      </defs>
    </svg>
  );
}

/** A face in a box of 100×100 around (50, 50). */
export function FaceDrawing({ face }: { readonly face: Face }) {
  const colour = face.colour ?? PLAIN;
  const round = { fill: `url(#${gradient(colour)})` };
  switch (face.shape) {
    case "disc":
      return (
        <Fragment>
          <ellipse class="cast" cx="50" cy="55" rx="39" ry="38.5" />
          <circle cx="50" cy="50" r="39" {...round} />
          <circle class="rim" cx="50" cy="50" r="38.4" />
        </Fragment>
      );
    case "stone":
      return (
        <Fragment>
          <ellipse class="cast" cx="50" cy="56" rx="40" ry="36" />
          <ellipse cx="50" cy="50" rx="40" ry="37" {...round} />
        </Fragment>
      );
    case "ring":
      return <circle class="stroke" cx="50" cy="50" r="28" stroke={ink(face)} />;
    case "cross":
      return <path class="stroke" d="M25 25 75 75M75 25 25 75" stroke={ink(face)} />;
    case "square":
      return <Block d="M22 26a6 6 0 0 1 6-6h44a6 6 0 0 1 6 6v44a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6Z" colour={colour} />;
    case "triangle":
      return <Block d="M45 19a6 6 0 0 1 10 0L84 70a6 6 0 0 1-5 9H21a6 6 0 0 1-5-9Z" colour={colour} />;
    case "diamond":
      return <Block d="M46 12a6 6 0 0 1 8 0L87 45a6 6 0 0 1 0 9L54 87a6 6 0 0 1-8 0L13 54a6 6 0 0 1 0-9Z" colour={colour} />;
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
        <text class="letters" x="50" y="52" font-size={size(face.text ?? "", 54)} fill={ink(face)}>
          {face.text}
        </text>
      );
  }
}

/** A playing card's front in a box of 70×100. */
export function CardDrawing({ face }: { readonly face: Face }) {
  const text = face.text ?? "";
  const suit = /[♠♥♦♣]$/u.exec(text)?.[0];
  const tone = face.colour ?? (suit === "♥" || suit === "♦" ? "var(--card-red)" : "var(--card-black)");
  return (
    <Fragment>
      <rect class="card-front" x=".5" y=".5" width="69" height="99" rx="7" />
      {suit ? (
        <Fragment>
          <g class="card-index" fill={tone}>
            <text x="12" y="20">{text.slice(0, -1)}</text>
            <text x="12" y="36">{suit}</text>
          </g>
          <text class="card-suit" x="38" y="66" fill={tone}>{suit}</text>
        </Fragment>
      ) : face.path ? (
        <path d={face.path} fill={tone} transform="translate(7 22) scale(.56)" />
      ) : (
        <text class="letters" x="35" y="51" font-size={size(text, 34)} fill={tone}>{text}</text>
      )}
    </Fragment>
  );
}

/** A card's back, with the mark, in a box of 70×100. */
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

/** A seat's shape in its colour: never colour alone. */
export function Pip({ shape, colour, asked = false }: { readonly shape: Shape; readonly colour: string; readonly asked?: boolean }) {
  return (
    <svg class={asked ? "pip asked" : "pip"} viewBox="0 0 100 100" aria-hidden="true">
      <FaceDrawing face={{ shape, colour }} />
    </svg>
  );
}

/** The id of a colour's gradient. */
export function gradient(colour: string): string {
  return `round-${colour.replace("#", "")}`;
}

function Block({ d, colour }: { readonly d: string; readonly colour: string }) {
  return (
    <Fragment>
      <path class="cast" d={d} transform="translate(0 5)" />
      <path d={d} fill={`url(#${gradient(colour)})`} />
    </Fragment>
  );
}

/** Drawn marks take the ink of the theme when the rules name no colour. */
function ink(face: Face): string {
  return face.colour ?? "currentColor";
}

function size(text: string, most: number): number {
  return Math.max(10, Math.min(most, (most * 2.4) / Math.max(1, [...text].length)));
}

function light(colour: string): boolean {
  const [red, green, blue] = channels(colour);
  return (red * 299 + green * 587 + blue * 114) / 1000 > 150;
}

function mix(one: string, other: string, share: number): string {
  const to = channels(other);
  return `#${channels(one)
    .map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share).toString(16).padStart(2, "0"))
    .join("")}`;
}

function channels(colour: string): readonly [number, number, number] {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!hex) return [138, 127, 111]; // another way to write colours: drawn flat grey under its gradient
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as readonly [number, number, number];
}
