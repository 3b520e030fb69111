// The ground of a grid: its cells and lines on felt, wood or paper, drawn in cells of 64.

import type { Shape } from "./cells";

export const CELL = 64;

interface SurfaceProps {
  readonly shape: Shape;
  readonly surface: string;
  readonly edge?: number; // how far inside its drawing it begins
}

export function Surface({ shape, surface, edge = 0 }: SurfaceProps) {
  const right = edge + shape.columns * CELL;
  const bottom = edge + shape.rows * CELL;
  const columns = Array.from({ length: shape.columns }, (_, column) => column);
  const rows = Array.from({ length: shape.rows }, (_, row) => row);
  const inner = surface === "paper"; // drawn by pen: no outer lines
  const lines = [
    ...[...columns, shape.columns].filter((at) => !inner || (at > 0 && at < shape.columns)).map((at) => `M${edge + at * CELL} ${edge}V${bottom}`),
    ...[...rows, shape.rows].filter((at) => !inner || (at > 0 && at < shape.rows)).map((at) => `M${edge} ${edge + at * CELL}H${right}`),
  ];
  return (
    <g class={`surface ${surface}`}>
      {!inner && <rect class="cell" x={edge} y={edge} width={right - edge} height={bottom - edge} />}
      {!inner &&
        rows.flatMap((row) =>
          columns
            .filter((column) => (row + column) % 2 === 1)
            .map((column) => <rect key={`${row}.${column}`} class="cell odd" x={edge + column * CELL} y={edge + row * CELL} width={CELL} height={CELL} />),
        )}
      {!inner && <rect class="daylight" x={edge} y={edge} width={right - edge} height={bottom - edge} fill="url(#daylight)" />}
      <path class="lines" d={lines.join("")} />
    </g>
  );
}
