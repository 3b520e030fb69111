// A grid: surface and tokens in one SVG, and above it a button for each cell.

import { Component } from "preact";
import { useRef, useState } from "preact/hooks";
import { cellAt, columnAt, leap, placeOf, rowAt, shapeOf, step, type Shape } from "./cells";
import { onCells, type CellPointing } from "./columns";
import { isLight } from "../tokens/colours";
import { faceOf } from "../tokens/faces";
import { rotatedShape } from "../rotation";
import { cellWords } from "../labels";
import { say } from "../host";
import type { Contents, Face, Scene, SceneContainer, TokenShape as FaceShape, Token } from "../view";
import type { Pointing } from "../pointing";
import { hasBodies, isTile } from "./joined/tiles";
import { Bodies, DecisiveLines, EdgeBars, EdgeButtons } from "./others";
import { Captured } from "../tokens/captured";
import { CELL, edgeOf, Surface, Panel } from "./surface";
import { TokenDrawing } from "../tokens/token";

/** Tokens that a move turns over follow the new token, the nearest first. */
const TURN_AFTER = 120; // ms

/** Offset of a token that lies on another. */
const LEVEL = 5;

/** With more legal cells than this, only the one that is pointed at is marked. */
const MANY = 80;

const ROUND = "M6.5 50a43.5 43.5 0 1 0 87 0a43.5 43.5 0 1 0-87 0Z";

/** Outlines around the winners' tokens, slightly larger than the token. */
const LAURELS: Readonly<Partial<Record<FaceShape, string>>> = {
  disc: ROUND,
  stone: ROUND,
  square: "M10 18a10 10 0 0 1 10-10h60a10 10 0 0 1 10 10v60a10 10 0 0 1-10 10H20a10 10 0 0 1-10-10Z",
  diamond: "M44 4a8.5 8.5 0 0 1 12 0L95 43a9 9 0 0 1 0 13L56 95a8.5 8.5 0 0 1-12 0L5 56a9 9 0 0 1 0-13Z",
};

/** Whether a face fills its middle, so that a mark on it is visible. */
const isSolid = (face: Face) => face.shape in LAURELS;

export interface GridProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly contents: Contents;
  readonly pointing: Pointing;
  readonly label: string | null; // its name, if there are several grids
  readonly named?: boolean; // whether the name is drawn at its foot
  readonly role?: string | null; // of the viewer
  readonly won?: ReadonlySet<string>; // roles whose tokens are marked as winners'
  readonly decisive?: readonly string[] | undefined; // places that decided the game; tokens elsewhere are not marked then
  readonly covers?: readonly Cover[];
  readonly between?: readonly Cover[];
}

export function Grid(props: GridProps) {
  const {
    scene,
    container,
    contents,
    pointing: choice,
    label,
    named = true,
    role = null,
    won,
    decisive = [],
    covers = [],
    between = [],
  } = props;
  const shape = rotatedShape(shapeOf(container, role));
  const edge = edgeOf(shape);
  const width = shape.columns * CELL + edge * 2;
  const height = shape.rows * CELL + edge * 2;
  const surface = container.surface ?? "felt";
  const tokens = contents.tokens ?? [];
  const pointing = onCells(shape, container.name, new Set(tokens.map((token) => String(token.at))), choice);
  const last = pointing.last.flatMap((place) =>
    place.startsWith(`${container.name}:`) ? place.slice(container.name.length + 1) : [],
  );
  const played = last[0] === undefined ? null : placeOf(shape, last[0]);
  const decided = decisive.flatMap((place) =>
    place.startsWith(`${container.name}:`) ? place.slice(container.name.length + 1) : [],
  );
  const own = role && scene.roles.find(({ name }) => name === role)?.colour;
  const sized = {
    "--across": String(width),
    "--down": String(height),
    "--cells": String(shape.columns),
    "--edge": String(edge),
    ...(own && { "--own-token": own }),
  };
  const board = (
    <div class={`grid ${surface}`} style={sized} data-container={container.name}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Surface {...{ shape, surface, edge }} lines={container.lines ?? "between"} blocks={container.blocks} />
        {[...(pointing.marks?.keys() ?? [])].map((place) => {
          const at = place.startsWith(`${container.name}:`) ? placeOf(shape, place.slice(container.name.length + 1)) : null;
          return at && <Alert key={place} x={edge + at.column * CELL} y={edge + at.row * CELL} />;
        })}
        {hasBodies(scene) && <Bodies {...{ scene, shape, tokens, edge }} />}
        {tokens.map((token) => {
          const at = placeOf(shape, String(token.at));
          if (!at || isTile(scene, token)) return null;
          const far = played ? Math.max(Math.abs(at.row - played.row), Math.abs(at.column - played.column)) : 0;
          return (
            <g
              key={token.id}
              transform={`translate(${edge + at.column * CELL} ${edge + at.row * CELL - LEVEL * (token.level ?? 0)}) scale(${CELL / 100})`}
            >
              <g transform={isUpsideDown(container, shape, token) ? "rotate(180 50 50)" : undefined}>
                <TokenDrawing id={token.id ?? 0} face={faceOf(scene, token)} delay={TURN_AFTER + (far - 1) * 60} />
              </g>
              {token.owner &&
                (decisive.length > 0 ? decided.includes(String(token.at)) : won?.has(token.owner)) &&
                isSolid(faceOf(scene, token)) && <path class="laurel" d={LAURELS[faceOf(scene, token).shape]} />}
            </g>
          );
        })}
        {covers.map((cover) => (
          <Covering key={cover.container.name} {...{ scene, cover, shape, edge, role, decisive }} />
        ))}
        {between.map((each) => (
          <EdgeBars key={each.container.name} {...{ scene, shape, edge }} {...each} last={choice.last} />
        ))}
        {surface === "holes" && <Panel shape={shape} edge={edge} />}
        {decided.length > 0 && <DecisiveLines {...{ shape, edge }} cells={decided} />}
        {last.map((cell) => (
          <LastMark key={cell} shape={shape} cell={cell} face={tokenFace(scene, tokens, cell)} />
        ))}
      </svg>
      <Labels shape={shape} name={named ? label : null} />
      <Cells {...{ scene, container, contents, pointing, label, shape }} />
      {between.map((each) => (
        <EdgeButtons key={each.container.name} {...{ scene, shape }} {...each} pointing={choice} />
      ))}
    </div>
  );
  if (!container.army) return board;
  const sides = shape.turned ? scene.roles : scene.roles.toReversed(); // the nearer player below
  const [above, below] = [sides.slice(0, 1), sides.slice(1)];
  return (
    <div class="with-captured" style={sized}>
      <Captured {...{ scene, container, tokens }} roles={above} />
      {board}
      <Captured {...{ scene, container, tokens }} roles={below} />
    </div>
  );
}

/** Whether a token points away from an owner who sits on the far side. */
function isUpsideDown({ pointed, turned_for: far = [] }: SceneContainer, shape: Shape, { owner }: Token): boolean {
  return pointed === true && owner !== undefined && owner !== null && far.includes(owner) !== (shape.turned ?? false);
}

/** The mark of a place to look at, under its token: a glow with an edge, so that it is seen without colour too. */
function Alert({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g class="alert" transform={`translate(${x} ${y})`}>
      <rect width={CELL} height={CELL} />
      <circle cx={CELL / 2} cy={CELL / 2} r={CELL * 0.45} />
    </g>
  );
}

/** A grid whose tokens are drawn large over another, or what lies between the cells of one. */
export interface Cover {
  readonly title: string;
  readonly container: SceneContainer;
  readonly contents: Contents;
}

interface CoveringProps {
  readonly scene: Scene;
  readonly cover: Cover;
  readonly shape: Shape; // of the grid below
  readonly edge: number;
  readonly role: string | null;
  readonly decisive: readonly string[];
}

function Covering({ scene, cover: { container, contents }, shape, edge, role, decisive }: CoveringProps) {
  const own = rotatedShape(shapeOf(container, role));
  const size = (shape.rows / own.rows) * CELL;
  const decided = decisive.flatMap((place) =>
    place.startsWith(`${container.name}:`) ? place.slice(container.name.length + 1) : [],
  );
  return (
    <g class="covering">
      {(contents.tokens ?? []).map((token) => {
        const at = placeOf(own, String(token.at));
        return (
          at && (
            <g key={token.id} transform={`translate(${edge + at.column * size} ${edge + at.row * size})`}>
              <rect x="4" y="4" width={size - 8} height={size - 8} rx="10" />
              <g transform={`scale(${size / 100})`}>
                <TokenDrawing id={token.id ?? 0} face={faceOf(scene, token)} delay={TURN_AFTER} />
              </g>
            </g>
          )
        );
      })}
      {decided.length > 0 && (
        <g transform={`translate(${edge} ${edge}) scale(${size / CELL})`}>
          <DecisiveLines shape={own} edge={0} cells={decided} />
        </g>
      )}
    </g>
  );
}

/** Column letters, row numbers, and the board's name if there are several. */
function Labels({ shape, name }: { readonly shape: Shape; readonly name: string | null }) {
  return (
    <div class="labels" aria-hidden="true">
      <div class="labels-columns">
        {Array.from({ length: shape.columns }, (_, column) => (
          <span key={column}>{columnAt(shape, column)}</span>
        ))}
      </div>
      <div class="labels-rows">
        {Array.from({ length: shape.rows }, (_, row) => (
          <span key={row}>{rowAt(shape, row)}</span>
        ))}
      </div>
      {name && <div class="labels-name">{name}</div>}
    </div>
  );
}

/** The mark of the last move: a cross on a solid token, else brackets around the cell. */
function LastMark({ shape, cell, face }: { readonly shape: Shape; readonly cell: string; readonly face: Face | null }) {
  const at = placeOf(shape, cell);
  if (!at) return null;
  const x = edgeOf(shape) + at.column * CELL;
  const y = edgeOf(shape) + at.row * CELL;
  const small = face !== null && isSolid(face);
  const [a, b, c] = [6, CELL - 6, 11];
  const brackets = `M${a} ${a + c}V${a}H${a + c}M${b - c} ${a}H${b}V${a + c}M${b} ${b - c}V${b}H${b - c}M${a + c} ${b}H${a}V${b - c}`;
  const ground = small && face.colour && isLight(face.colour) ? "last on-light" : small ? "last on-dark" : "last";
  return <path class={ground} transform={`translate(${x} ${y})`} d={small ? "M26 32H38M32 26V38" : brackets} />;
}

interface CellsProps extends GridProps {
  readonly pointing: CellPointing;
  readonly shape: Shape;
}

/** A button for each cell. One is in the tab order; the arrow keys move between them. */
function Cells({ scene, container, contents, pointing, label, shape }: CellsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const rows = Array.from({ length: shape.rows }, (_, row) => row);
  const columns = Array.from({ length: shape.columns }, (_, column) => column);
  const legal = rows
    .flatMap((row) => columns.map((column) => `${container.name}:${cellAt(shape, row, column)}`))
    .flatMap((place, index) => (pointing.places.has(place) ? [index] : []));
  const points = container.points && new Set(container.points);
  const isPoint = (index: number) =>
    !points || points.has(cellAt(shape, Math.floor(index / shape.columns), index % shape.columns));
  const first = rows.flatMap((row) => columns.map((column) => row * shape.columns + column)).find(isPoint);
  const home = current ?? legal[0] ?? first ?? 0;
  const at = new Map((contents.tokens ?? []).map((token) => [String(token.at), token]));

  function onKeyDown(event: KeyboardEvent): void {
    const next = step(shape, home, event.key, isPoint) ?? leap(legal, home, event.key);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCurrent(next);
    box.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
  }

  // Event delegation: hundreds of cells share the board's listeners.
  const buttonOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>("[data-index]")?.dataset : undefined;

  function onFocusIn(event: FocusEvent): void {
    const index = buttonOf(event)?.["index"];
    if (index !== undefined) setCurrent(Number(index));
  }

  function onClick(event: MouseEvent): void {
    const place = buttonOf(event)?.["place"];
    if (place !== undefined) pointing.point(place, event);
  }

  return (
    <div
      ref={box}
      class={legal.length > MANY ? "cells many" : "cells"}
      role="group"
      aria-label={say("{board}, {rows} by {columns}", {
        board: label ?? pointing.title,
        rows: shape.rows,
        columns: shape.columns,
      })}
      onKeyDown={onKeyDown}
      onFocusIn={onFocusIn}
      onClick={onClick}
    >
      {rows.map((row) => (
        <div key={row} class="cells-row">
          {columns.map((column) => {
            const cell = cellAt(shape, row, column);
            const place = `${container.name}:${cell}`;
            const token = at.get(cell);
            const playable = pointing.places.has(place);
            const chosen = pointing.chosen.has(place);
            const index = row * shape.columns + column;
            if (!isPoint(index)) return <span key={cell} class="no-point" />;
            const planned = pointing.planned?.has(place) ?? false;
            const look = [
              "cell-button",
              playable && "legal",
              planned && "planned",
              chosen && "chosen",
              pointing.asked === place && "asked",
              token && "taken",
            ];
            return (
              <CellButton
                key={cell}
                look={look.filter(Boolean).join(" ")}
                place={place}
                index={index}
                aim={playable || (pointing.planned !== undefined && token !== undefined)}
                holds={token?.id}
                home={index === home}
                label={cellWords(scene, cell, token, {
                  legal: playable,
                  chosen,
                  planned,
                  last: pointing.last.includes(place),
                  mark: pointing.marks?.get(place),
                })}
                open={pointing.open.has(place) || chosen || pointing.planned !== undefined}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface CellButtonProps {
  readonly look: string;
  readonly place: string;
  readonly index: number;
  readonly aim: boolean; // can be dragged, or dropped on
  readonly holds: number | undefined;
  readonly home: boolean; // in the tab order
  readonly label: string;
  readonly open: boolean;
}

/** A cell; drawn again only when a property has changed. */
class CellButton extends Component<CellButtonProps> {
  override shouldComponentUpdate(next: CellButtonProps): boolean {
    return (Object.keys(next) as (keyof CellButtonProps)[]).some((name) => next[name] !== this.props[name]);
  }

  override render({ look, place, index, aim, holds, home, label, open }: CellButtonProps) {
    return (
      <button
        type="button"
        class={look}
        data-place={place}
        data-index={index}
        data-aim={aim ? place : undefined}
        data-holds={holds}
        tabIndex={home ? 0 : -1}
        aria-label={label}
        aria-disabled={open ? undefined : "true"}
      />
    );
  }
}

function tokenFace(scene: Scene, tokens: readonly Token[], cell: string): Face | null {
  const token = tokens.find((each) => String(each.at) === cell);
  return token ? faceOf(scene, token) : null;
}
