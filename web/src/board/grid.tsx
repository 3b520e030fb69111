// A grid: the surface and the tokens in one SVG, and over it one button for each cell, which is what is pointed at.

import { useRef, useState } from "preact/hooks";
import { cellAt, letters, placeOf, shapeOf, step, type Shape } from "./cells";
import { faceOf, isLight } from "./faces";
import { describe } from "./words";
import type { Contents, Face, Scene, SceneContainer, Token } from "../view";
import type { Pointing } from "./pointing";
import { TokenDrawing } from "./token";

const CELL = 64;
const EDGE = 24; // as --edge in board.css

export interface GridProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly contents: Contents;
  readonly pointing: Pointing;
}

export function Grid({ scene, container, contents, pointing }: GridProps) {
  const shape = shapeOf(container);
  const width = shape.columns * CELL + EDGE * 2;
  const height = shape.rows * CELL + EDGE * 2;
  const surface = container.surface ?? "felt";
  const tokens = contents.tokens ?? [];
  const last = pointing.last.flatMap((place) => (place.startsWith(`${container.name}:`) ? place.slice(container.name.length + 1) : []));
  const played = last[0] === undefined ? null : placeOf(shape, last[0]);
  const label = Math.max(6.5, Math.min(15, (13 * shape.columns) / 8)); // about as large on the screen for any size of board
  const sized = { "--across": String(width), "--down": String(height), "--cells": String(shape.columns), "--label": String(label) };
  return (
    <div class={`grid ${surface}`} style={sized}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <rect class="frame" width={width} height={height} rx="16" />
        <Surface shape={shape} surface={surface} />
        {tokens.map((token) => {
          const at = placeOf(shape, String(token.at));
          if (!at) return null;
          const far = played ? Math.max(Math.abs(at.row - played.row), Math.abs(at.column - played.column)) : 0;
          return (
            <g key={token.id} transform={`translate(${EDGE + at.column * CELL} ${EDGE + at.row * CELL}) scale(${CELL / 100})`}>
              <TokenDrawing id={token.id} face={faceOf(scene, token)} delay={far * 30} />
            </g>
          );
        })}
        {last.map((cell) => (
          <LastMark key={cell} shape={shape} cell={cell} face={tokenFace(scene, tokens, cell)} />
        ))}
      </svg>
      <Cells {...{ scene, container, contents, pointing, shape }} />
    </div>
  );
}

function Surface({ shape, surface }: { readonly shape: Shape; readonly surface: string }) {
  const right = EDGE + shape.columns * CELL;
  const bottom = EDGE + shape.rows * CELL;
  const columns = Array.from({ length: shape.columns }, (_, column) => column);
  const rows = Array.from({ length: shape.rows }, (_, row) => row);
  const inner = surface === "paper"; // drawn by pen: no outer lines
  const lines = [
    ...[...columns, shape.columns].filter((at) => !inner || (at > 0 && at < shape.columns)).map((at) => `M${EDGE + at * CELL} ${EDGE}V${bottom}`),
    ...[...rows, shape.rows].filter((at) => !inner || (at > 0 && at < shape.rows)).map((at) => `M${EDGE} ${EDGE + at * CELL}H${right}`),
  ];
  return (
    <g class="surface">
      {!inner && <rect class="cell" x={EDGE} y={EDGE} width={right - EDGE} height={bottom - EDGE} />}
      {!inner &&
        rows.flatMap((row) =>
          columns
            .filter((column) => (row + column) % 2 === 1)
            .map((column) => <rect key={`${row}.${column}`} class="cell odd" x={EDGE + column * CELL} y={EDGE + row * CELL} width={CELL} height={CELL} />),
        )}
      {!inner && <rect class="daylight" x={EDGE} y={EDGE} width={right - EDGE} height={bottom - EDGE} fill="url(#daylight)" />}
      <path class="lines" d={lines.join("")} />
      {columns.map((column) => (
        <text key={column} class="label" x={EDGE + (column + 0.5) * CELL} y={EDGE - 8}>{letters(column)}</text>
      ))}
      {rows.map((row) => (
        <text key={row} class="label" x={EDGE - 12} y={EDGE + (row + 0.5) * CELL + 5}>
          {shape.origin === "top" ? row + 1 : shape.rows - row}
        </text>
      ))}
    </g>
  );
}

/** The last move's mark: a small cross on a round token, else brackets around the cell. */
function LastMark({ shape, cell, face }: { readonly shape: Shape; readonly cell: string; readonly face: Face | null }) {
  const at = placeOf(shape, cell);
  if (!at) return null;
  const x = EDGE + at.column * CELL;
  const y = EDGE + at.row * CELL;
  const small = face !== null && ["disc", "stone", "square", "diamond"].includes(face.shape);
  const [a, b, c] = [6, CELL - 6, 11];
  const brackets = `M${a} ${a + c}V${a}H${a + c}M${b - c} ${a}H${b}V${a + c}M${b} ${b - c}V${b}H${b - c}M${a + c} ${b}H${a}V${b - c}`;
  const ground = small && face.colour && isLight(face.colour) ? "last on-light" : small ? "last on-dark" : "last";
  return <path class={ground} transform={`translate(${x} ${y})`} d={small ? "M26 32H38M32 26V38" : brackets} />;
}

interface CellsProps extends GridProps {
  readonly shape: Shape;
}

/** One button for each cell; one of them takes part in the tab order, the arrow keys go to the others. */
function Cells({ scene, container, contents, pointing, shape }: CellsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const rows = Array.from({ length: shape.rows }, (_, row) => row);
  const columns = Array.from({ length: shape.columns }, (_, column) => column);
  const first = rows.flatMap((row) => columns.map((column) => `${container.name}:${cellAt(shape, row, column)}`)).findIndex((place) => pointing.places.has(place));
  const home = current ?? Math.max(first, 0);
  const at = new Map((contents.tokens ?? []).map((token) => [String(token.at), token]));

  function onKeyDown(event: KeyboardEvent): void {
    const next = step(shape, home, event.key);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCurrent(next);
    box.current?.querySelectorAll("button")[next]?.focus();
  }

  return (
    <div ref={box} class="cells" role="group" aria-label={`${pointing.title}, ${shape.rows} by ${shape.columns}`} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <div key={row} class="cells-row">
          {columns.map((column) => {
            const cell = cellAt(shape, row, column);
            const place = `${container.name}:${cell}`;
            const token = at.get(cell);
            const legal = pointing.places.has(place);
            const chosen = pointing.chosen.has(place);
            const index = row * shape.columns + column;
            const look = ["cell-button", legal && "legal", chosen && "chosen", pointing.asked === place && "asked", token && "taken"];
            return (
              <button
                key={cell}
                type="button"
                class={look.filter(Boolean).join(" ")}
                data-place={place}
                tabIndex={index === home ? 0 : -1}
                aria-label={describe(scene, cell, token, { legal, chosen, last: pointing.last.includes(place) })}
                aria-disabled={legal || chosen ? undefined : "true"}
                onFocus={() => setCurrent(index)}
                onClick={(event) => pointing.point(place, event)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function tokenFace(scene: Scene, tokens: readonly Token[], cell: string): Face | null {
  const token = tokens.find((each) => String(each.at) === cell);
  return token ? faceOf(scene, token) : null;
}

