// Moves that name a whole column ("board:d"): every cell of the column stands for it, and it is marked where a piece would
// fall.

import { cellAt, columnAt, type Shape } from "./cells";
import type { Pointing } from "../pointing";
import type { Place } from "../view";

/** A choice among cells; `open` are all cells that can be pointed at, including those that stand for their column. */
export interface CellPointing extends Pointing {
  readonly open: ReadonlySet<Place>;
}

/** The choice with cells instead of columns; `taken` are the occupied cells. */
export function onCells(shape: Shape, board: string, taken: ReadonlySet<string>, pointing: Pointing): CellPointing {
  const columns = Array.from({ length: shape.columns }, (_, column) => `${board}:${columnAt(shape, column)}`);

  /** The place; for a column its uppermost occupied cell, or with `above` = 1 the cell over that. */
  function cell(place: Place, above: number): Place {
    const column = columns.indexOf(place);
    if (column < 0) return place;
    const rows = Array.from({ length: shape.rows }, (_, row) => row);
    const top = rows.find((row) => taken.has(cellAt(shape, row, column))) ?? shape.rows;
    return `${board}:${cellAt(shape, Math.min(Math.max(top - above, 0), shape.rows - 1), column)}`;
  }

  const places = [...pointing.places].map((place) => cell(place, 1));
  const standing = columns
    .filter((column) => pointing.places.has(column))
    .flatMap((column) => Array.from({ length: shape.rows }, (_, row) => `${column}${row + 1}`));
  return {
    ...pointing,
    places: new Set(places),
    open: new Set([...places, ...standing]),
    chosen: new Set([...pointing.chosen].map((place) => cell(place, 1))),
    ...(pointing.planned && { planned: new Set([...pointing.planned].map((place) => cell(place, 1))) }),
    asked: pointing.asked === null ? null : cell(pointing.asked, 1),
    last: pointing.last.map((place) => cell(place, 0)),
    point(place, event) {
      const column = columns.find((each) => place.startsWith(each) && /^[0-9]+$/.test(place.slice(each.length)));
      const meant = column !== undefined && (pointing.places.has(column) || pointing.chosen.has(column));
      pointing.point(meant ? column : place, event);
    },
  };
}
