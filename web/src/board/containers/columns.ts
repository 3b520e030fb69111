// Moves that name a whole column ("board:d"): any of its cells is pointed at for it, and it is shown where a piece would fall.

import { cellAt, columnAt, type Shape } from "./cells";
import type { Pointing } from "../pointing";
import type { Place } from "../view";

/** A choice among cells: `open` are all that may be pointed at, those shown and those that only stand for their column. */
export interface CellPointing extends Pointing {
  readonly open: ReadonlySet<Place>;
}

/** The same choice with cells instead of columns; `taken` are the names of the cells that hold something. */
export function onCells(shape: Shape, board: string, taken: ReadonlySet<string>, pointing: Pointing): CellPointing {
  const columns = Array.from({ length: shape.columns }, (_, column) => `${board}:${columnAt(shape, column)}`);

  /** The place, or for a column the cell of its uppermost token; with `above` the one over it. */
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
