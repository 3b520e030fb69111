// The cells of a grid: names, and keyboard navigation.

import type { SceneContainer } from "../view";

/** A grid's size and the position of its first row. */
export interface Shape {
  readonly rows: number;
  readonly columns: number;
  readonly origin: "top" | "bottom";
  readonly turned?: boolean; // seen from the other side
}

/** The shape of a grid as a role sees it; throws if the scene gives no size. */
export function shapeOf(container: SceneContainer, role: string | null = null): Shape {
  const { rows, columns } = container;
  if (!rows || !columns) throw new TypeError(`the grid ${container.name} has no rows or no columns in the scene`);
  return {
    rows,
    columns,
    origin: container.origin ?? "top",
    turned: role !== null && (container.turned_for ?? []).includes(role),
  };
}

/** The name of the cell at a drawn row and column, counted from the top left: "a1". */
export function cellAt(shape: Shape, row: number, column: number): string {
  return `${columnAt(shape, column)}${rowAt(shape, row)}`;
}

/** The letter of a drawn column, counted from the left. */
export function columnAt(shape: Shape, column: number): string {
  return letters(shape.turned ? shape.columns - 1 - column : column);
}

/** The number of a drawn row, counted from the top. */
export function rowAt(shape: Shape, row: number): number {
  return (shape.origin === "top") !== (shape.turned ?? false) ? row + 1 : shape.rows - row;
}

/** The drawn row and column of a cell, from the top left; null for a name that is no cell of the grid. */
export function placeOf(shape: Shape, cell: string): { readonly row: number; readonly column: number } | null {
  const spot = /^([a-z]+)([1-9][0-9]*)$/.exec(cell);
  if (!spot?.[1] || !spot[2]) return null;
  const column = [...spot[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  const row = (shape.origin === "top") !== (shape.turned ?? false) ? Number(spot[2]) - 1 : shape.rows - Number(spot[2]);
  if (row < 0 || row >= shape.rows || column >= shape.columns) return null;
  return { row, column: shape.turned ? shape.columns - 1 - column : column };
}

/** The letters of a column: a … z, aa, ab, … */
export function letters(column: number): string {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** The legal cell after (N) or before (P) an index; null for other keys, or without legal cells. */
export function leap(legal: readonly number[], index: number, key: string): number | null {
  if (key === "n" || key === "N") return legal.find((each) => each > index) ?? legal[0] ?? null;
  if (key === "p" || key === "P") return legal.findLast((each) => each < index) ?? legal.at(-1) ?? null;
  return null;
}

/**
 * The index that an arrow key, Home or End leads to; null for other keys. Cells that are no points of the board are skipped.
 */
export function step(
  shape: Shape,
  index: number,
  key: string,
  isPoint: (index: number) => boolean = () => true,
): number | null {
  const row = Math.floor(index / shape.columns);
  const first = row * shape.columns;
  const inRow = Array.from({ length: shape.columns }, (_, column) => first + column).filter(isPoint);
  const inColumn = Array.from({ length: shape.rows }, (_, down) => down * shape.columns + index - first).filter(isPoint);
  switch (key) {
    case "ArrowUp":
      return inColumn.findLast((each) => each < index) ?? index;
    case "ArrowDown":
      return inColumn.find((each) => each > index) ?? index;
    case "ArrowLeft":
      return inRow.findLast((each) => each < index) ?? index;
    case "ArrowRight":
      return inRow.find((each) => each > index) ?? index;
    case "Home":
      return inRow[0] ?? index;
    case "End":
      return inRow.at(-1) ?? index;
    default:
      return null;
  }
}
