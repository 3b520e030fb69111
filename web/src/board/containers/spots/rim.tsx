// The rim of a hex board: the names of its columns and rows, and the sides that belong to players. Positions are in half widths
// of a cell, from the middle of the cell at x = 0, y = 0.

import type { Scene, SceneContainer } from "../../view";
import { RADIUS, ROW, type Spot } from "./places";

const ASIDE = 0.82; // a name is written where the middle of the next cell would be, a little nearer

/** The name of a column or row, with its position. */
export interface RimName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/**
 * The names of the rows, left of their first cells, and of the columns: above their first cells, or below their last ones on a
 * board whose columns begin in different rows.
 */
export function rimNames(cells: readonly Spot[]): readonly RimName[] {
  const columns = new Map<string, Spot[]>();
  const rows = new Map<string, Spot>();
  for (const cell of cells) {
    const [, column = "", row = ""] = /^([a-z]+)([0-9]+)$/.exec(cell.at) ?? [];
    columns.set(column, [...(columns.get(column) ?? []), cell]);
    if (!rows.has(row)) rows.set(row, cell);
  }
  const level = new Set([...columns.values()].map(([first]) => first?.y)).size === 1;
  const named = [...columns].map(([text, column]) => {
    const [end, before, third] = level ? column : column.toReversed();
    const straight = end?.x === third?.x && third !== undefined;
    const [across, down] = [straight ? 0 : (end?.x ?? 0) - (before?.x ?? (end?.x ?? 0) + 1), level ? -1 : 1];
    return beyond(text, end, across, down * (straight ? 2 / ROW : 1));
  });
  return [...named, ...[...rows].map(([text, first]) => beyond(text, first, -2, 0))];
}

function beyond(text: string, cell: Spot | undefined, across: number, down: number): RimName {
  return { text, x: (cell?.x ?? 0) + across * ASIDE, y: ((cell?.y ?? 0) + down * ASIDE) * ROW };
}

/** The steps to a cell's neighbours, clockwise from the upper right, as half widths and rows. */
const STEPS = [
  [1, -1],
  [2, 0],
  [1, 1],
  [-1, 1],
  [-2, 0],
  [-1, -1],
] as const;

/** The line along each side that belongs to a role, as SVG path data. Two sides that meet share an edge: each has half. */
export function sideLines(container: SceneContainer, cells: readonly Spot[]): readonly { owner: string; d: string }[] {
  const sides = container.sides ?? [];
  const at = new Map(cells.map((cell) => [cell.at, cell]));
  const taken = new Set(cells.map(({ x, y }) => `${x},${y}`));
  const open = (cell: Spot) =>
    [0, 1, 2, 3, 4, 5].filter((edge) => !taken.has(`${cell.x + STEPS[edge]![0]},${cell.y + STEPS[edge]![1]}`));
  // The edges of a side are those of its cells between the corners.
  const edges = sides.map(({ cells: names }) => {
    const inner = names.slice(1, -1).flatMap((name) => at.get(name) ?? []);
    return new Set((inner.length > 0 ? inner : names.flatMap((name) => at.get(name) ?? [])).flatMap(open));
  });
  return sides.map(({ owner, cells: names }, index) => {
    const own = edges[index]!;
    const d = names.flatMap((name) => {
      const cell = at.get(name);
      if (!cell) return [];
      const shown = open(cell).filter((edge) => own.has(edge));
      return shown.map((edge) => {
        const shared = sides.some((side, other) => other !== index && side.cells.includes(name) && edges[other]!.has(edge));
        return line(cell, edge, !shared ? [0, 1] : shown.includes((edge + 5) % 6) ? [0, 0.5] : [0.5, 1]);
      });
    });
    return { owner, d: d.join("") };
  });
}

/** A part of an edge of a cell, from one share of its length to another. */
function line(cell: Spot, edge: number, [from, to]: readonly number[]): string {
  const corner = (number: number) => {
    const angle = ((number * 60 - 90) / 180) * Math.PI;
    return [cell.x + Math.cos(angle) * RADIUS, cell.y * ROW + Math.sin(angle) * RADIUS] as const;
  };
  const [one, other] = [corner(edge), corner(edge + 1)];
  const point = (share = 0) => [0, 1].map((axis) => (one[axis]! + (other[axis]! - one[axis]!) * share).toFixed(3)).join(" ");
  return `M${point(from)}L${point(to)}`;
}

interface RimProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly cells: readonly Spot[];
  readonly names: readonly RimName[];
  readonly box: readonly [left: number, top: number, width: number, height: number];
}

/** The rim of a board in a box, above the cells. */
export function Rim({ scene, container, cells, names, box }: RimProps) {
  const colour = (owner: string) => scene.roles.find((role) => role.name === owner)?.colour ?? "";
  const sides = sideLines(container, cells);
  const [left, top, width, height] = box;
  return (
    <div class="board-rim" aria-hidden="true">
      {sides.length > 0 && (
        <svg viewBox={box.join(" ")}>
          <path class="side-edge" d={sides.map(({ d }) => d).join("")} />
          {sides.map(({ owner, d }) => (
            <path key={d} class="side" d={d} stroke={colour(owner)} data-owner={owner} />
          ))}
        </svg>
      )}
      {names.map(({ text, x, y }) => (
        <span key={text} style={{ left: `${((x - left) / width) * 100}%`, top: `${((y - top) / height) * 100}%` }}>
          {text}
        </span>
      ))}
    </div>
  );
}
