// The look of tokens: the faces of the scene, drawn in a box of 100×100 (cards 70×100).

import { Fragment } from "preact";
import { size } from "./text-size";
import { CardDrawing } from "../containers/others";
import { inkOn, isLight, mix } from "./colours";
import { longName } from "./playing-card";
import { look, translate } from "../host";
import type { Face, Scene, TokenShape, Token } from "../view";

export const PLAIN = "#8a7f6f"; // colour of a token without one

/** The face of a token: its own, its owner's, or a plain stone; with the game's own drawing if there is one. */
export function faceOf(scene: Scene, token: Pick<Token, "kind" | "owner" | "face">): Face {
  const face = plainFace(scene, token);
  const { svg, drawn } = scene.look ?? {};
  const id = svg && [token.face, token.owner].map((each) => `${token.kind}-${each}`).find((each) => drawn?.includes(each));
  return id ? { ...face, drawing: `${look ? "" : svg}#${id}` } : face;
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
            {/* The style sheet of flat pieces takes the plain colour. */}
            <stop offset="0" stop-color={mix(colour, "#ffffff", isLight(colour) ? 0.95 : 0.3)} style={{ "--own": colour }} />
            <stop offset=".74" stop-color={mix(colour, "#000000", isLight(colour) ? 0.06 : 0.04)} style={{ "--own": colour }} />
            <stop offset="1" stop-color={mix(colour, "#000000", isLight(colour) ? 0.19 : 0.3)} style={{ "--own": colour }} />
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
          {face.path && <path d={face.path} transform="translate(27 26) scale(.46)" fill={inkOf(face)} opacity=".82" />}
          <Inscription {...face} />
        </Fragment>
      );
    case "stone":
      return (
        <Fragment>
          <ellipse class="cast" cx="50" cy="55" rx="46" ry="42" />
          <ellipse cx="50" cy="50" rx="40" ry="37" {...round} />
          <Inscription {...face} />
        </Fragment>
      );
    case "ring":
      return <Line d="M22 50a28 28 0 1 0 56 0a28 28 0 1 0-56 0Z" face={face} />;
    case "cross":
      return <Line d="M25 25 75 75M75 25 25 75" face={face} />;
    case "square":
      return (
        <Fragment>
          <SolidShape d="M17 22a7 7 0 0 1 7-7h52a7 7 0 0 1 7 7v52a7 7 0 0 1-7 7H24a7 7 0 0 1-7-7Z" colour={colour} />
          {face.path && (
            <path
              d={face.path}
              transform={face.text ? "translate(30 17) scale(.4)" : "translate(27 25) scale(.46)"}
              fill={inkOf(face)}
            />
          )}
          <Inscription {...face} {...(face.path && { y: 71, most: 22 })} />
        </Fragment>
      );
    case "triangle":
      return (
        <Fragment>
          <SolidShape d="M44.5 17a6.5 6.5 0 0 1 11 0L86 71a6.5 6.5 0 0 1-5.5 10H19.5A6.5 6.5 0 0 1 14 71Z" colour={colour} />
          <Inscription {...face} y={62} most={30} />
        </Fragment>
      );
    case "diamond":
      return (
        <Fragment>
          <SolidShape d="M46 12a6 6 0 0 1 8 0L87 45a6 6 0 0 1 0 9L54 87a6 6 0 0 1-8 0L13 54a6 6 0 0 1 0-9Z" colour={colour} />
          <Inscription {...face} most={34} />
        </Fragment>
      );
    case "die":
      return (
        <Fragment>
          <SolidShape
            d="M14 27a13 13 0 0 1 13-13h46a13 13 0 0 1 13 13v46a13 13 0 0 1-13 13H27a13 13 0 0 1-13-13Z"
            colour={colour}
          />
          {spots(face.text ?? "").map(([x, y]) => (
            <circle key={`${x}.${y}`} class="eye" cx={x} cy={y} r="8" fill={inkOn(colour)} />
          ))}
          {!SPOTS.test(face.text ?? "") && <Inscription {...face} />}
        </Fragment>
      );
    case "path":
      return (
        <Fragment>
          <path class="piece" d={face.path ?? ""} fill={colour} />
          {[...(face.text ?? "")].length <= SHORT && (
            <Inscription {...face} most={[...(face.text ?? "")].length > 1 ? 30 : 44} />
          )}
        </Fragment>
      );
    case "card":
      return (
        <g transform="translate(15 0)">
          <CardDrawing face={face} />
        </g>
      );
    case "text":
      return face.path ? <path class="piece" d={face.path} fill={colour} /> : <Letters face={face} most={72} />;
  }
}

const SPOTS = /^[1-6]?$/; // texts of a die that are drawn as spots
const SHORT = 3; // the text of a picture is written on it up to this length; a longer one is its name

/** The ink of a face: its own, or one that can be read on its colour. */
const inkOf = ({ ink, colour }: Face) => ink ?? inkOn(colour ?? PLAIN);

/** The text on a solid shape, in its ink. */
function Inscription({ y = 51, most = 42, ...face }: Face & { readonly y?: number; readonly most?: number }) {
  const words = translate(face.text ?? "");
  return words ? (
    <text class="inscribed" x="50" y={y} font-size={size(words, most, 1.6)} fill={inkOf(face)}>
      {words}
    </text>
  ) : null;
}

/** A shape of lines, with its text in the middle. An edge keeps light colours visible on light surfaces. */
function Line({ d, face }: { readonly d: string; readonly face: Face }) {
  return (
    <Fragment>
      {face.colour && isLight(face.colour) && <path class="stroke edge" d={d} />}
      <path class="stroke" d={d} style={ownColour(face)} />
      {face.text && <Letters face={face} most={30} />}
    </Fragment>
  );
}

/** Text that lies on the surface, with an edge that keeps it readable there. */
function Letters({ face, most }: { readonly face: Face; readonly most: number }) {
  const words = translate(face.text ?? "");
  const edge = face.colour ? { stroke: inkOn(face.colour) } : {};
  return (
    <text class="letters edged" x="50" y="52" font-size={size(words, most)} style={{ ...ownColour(face), ...edge }}>
      {words}
    </text>
  );
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
  const count = SPOTS.test(text) ? Number(text) : 0;
  return [...(count % 2 === 1 ? [[50, 50] as const] : []), ...CORNERS.slice(0, count - (count % 2))];
}

const SOLID: ReadonlySet<string> = new Set(["die", "disc", "stone", "square", "triangle", "diamond"]);

/** The shape of hidden tokens of a kind, or of all kinds: their common solid shape (dice stay dice), else a card. */
export function hiddenShape(scene: Scene, kind?: string): TokenShape {
  const kinds = kind === undefined ? Object.values(scene.kinds) : [scene.kinds[kind]];
  const shapes = new Set(kinds.flatMap((each) => Object.values(each?.faces ?? {})).map((face) => face.shape));
  const [only] = shapes;
  return shapes.size === 1 && only && SOLID.has(only) ? only : "card";
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
