// The surface of a grid: cells and lines on felt, wood or paper, in units of 64 per cell.

import type { Shape } from "./cells";

export const CELL = 64;

/** The frame's width: 3 units per column of 64, so that its proportion is the same on all boards. */
export const edgeOf = (shape: Shape) => 3 * shape.columns;

interface SurfaceProps {
  readonly shape: Shape;
  readonly surface: string;
  readonly lines: string; // see SceneContainer
  readonly blocks?: number | undefined;
  readonly edge?: number; // offset of the cells in the drawing
}

export function Surface({ shape, surface, lines, blocks, edge = 0 }: SurfaceProps) {
  const width = shape.columns * CELL;
  const height = shape.rows * CELL;
  const columns = Array.from({ length: shape.columns }, (_, column) => column);
  const rows = Array.from({ length: shape.rows }, (_, row) => row);
  const dotted = lines === "dots";
  const inner = surface === "paper"; // drawn by pen: no outer lines
  const between = lines === "between";
  return (
    <g class={`surface ${surface}`}>
      {!inner && <rect class="cell" x={edge} y={edge} width={width} height={height} />}
      {!inner &&
        (between || dotted) &&
        rows.flatMap((row) =>
          columns
            .filter((column) => (row + column) % 2 === 1)
            .map((column) => (
              <rect
                key={`${row}.${column}`}
                class="cell odd"
                x={edge + column * CELL}
                y={edge + row * CELL}
                width={CELL}
                height={CELL}
              />
            )),
        )}
      {!inner && <rect class="daylight" x={edge} y={edge} width={width} height={height} fill="url(#daylight)" />}
      {between ? (
        <g transform={`translate(${edge} ${edge}) scale(${CELL})`}>
          <path class="lines" d={around(shape, inner)} />
          {blocks && <path class="lines thick" d={around(shape, inner, blocks)} />}
        </g>
      ) : dotted ? (
        <g transform={`translate(${edge} ${edge})`}>
          {[...rows, shape.rows].flatMap((row) =>
            [...columns, shape.columns].map((column) => (
              <circle key={`${row}.${column}`} class="star" cx={column * CELL} cy={row * CELL} r={CELL * 0.09} />
            )),
          )}
        </g>
      ) : (
        <g transform={`translate(${edge + CELL / 2} ${edge + CELL / 2}) scale(${CELL})`}>
          <path class="lines" d={lines === "through" ? through(shape) : lines} />
          {lines === "through" && stars(shape).map(([x, y]) => <circle key={`${x}.${y}`} class="star" cx={x} cy={y} r=".14" />)}
        </g>
      )}
    </g>
  );
}

/** The front of an upright board: a panel with a hole for each cell, before the tokens. */
export function Panel({ shape, edge }: { readonly shape: Shape; readonly edge: number }) {
  const [width, height] = [shape.columns * CELL, shape.rows * CELL];
  const radius = CELL * 0.39;
  const holes = Array.from({ length: shape.rows * shape.columns }, (_, index) => {
    const [x, y] = [((index % shape.columns) + 0.5) * CELL, (Math.floor(index / shape.columns) + 0.5) * CELL];
    return [
      `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`,
      x,
      y,
    ] as const;
  });
  return (
    <g class="panel-front" transform={`translate(${edge} ${edge})`}>
      <path d={`M0 0H${width}V${height}H0Z${holes.map(([hole]) => hole).join("")}`} fill-rule="evenodd" />
      {holes.map(([, x, y]) => (
        <circle key={`${x}.${y}`} cx={x} cy={y} r={radius} />
      ))}
    </g>
  );
}

/** The lines between all cells, or after `every` so many; in cells, on paper without the outermost. */
function around({ rows, columns }: Shape, inner: boolean, every = 1): string {
  const at = (count: number) =>
    Array.from({ length: count + 1 }, (_, index) => index).filter(
      (index) => index % every === 0 && (!inner || (index > 0 && index < count)),
    );
  return [...at(columns).map((x) => `M${x} 0V${rows}`), ...at(rows).map((y) => `M0 ${y}H${columns}`)].join("");
}

/** The lines through the middles of all cells, in cells from the first middle. */
function through({ rows, columns }: Shape): string {
  const across = Array.from({ length: rows }, (_, y) => `M0 ${y}H${columns - 1}`);
  return [...across, ...Array.from({ length: columns }, (_, x) => `M${x} 0V${rows - 1}`)].join("");
}

/** The star points of a large odd board: the centre, four around it, and on 19×19 four more. */
function stars({ rows, columns }: Shape): readonly (readonly [number, number])[] {
  if (rows !== columns || rows % 2 === 0 || rows < 9) return [];
  const [near, middle] = [rows < 13 ? 2 : 3, (rows - 1) / 2];
  const at = [near, middle, rows - 1 - near];
  return at.flatMap((x) => at.map((y) => [x, y] as const)).filter(([x, y]) => rows >= 19 || (x === middle) === (y === middle));
}
