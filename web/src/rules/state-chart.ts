// The layout of a state diagram: states from top to bottom in the order of the game. A transition to the next state goes
// straight down, longer ones run along the left side, backward ones along the right.

import type { GameRules, GameWay } from "../protocol";

export interface Box {
  readonly name: string;
  readonly kind: string;
  readonly words: string;
  readonly top: number;
  readonly height: number;
}

export interface Line {
  readonly begin: string;
  readonly goal: string;
  readonly label: string;
  readonly path: string;
  readonly x: number; // of the label
  readonly y: number;
  readonly anchor: "start" | "end";
}

export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly left: number; // of the boxes
  readonly wide: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
}

const LETTER = 8.2; // px: the greatest average width of a letter in a name
const SMALL = 6.6; // the same in a label
const HIGH = 44;
const COME = 8; // px: distance of arriving lines from a box's upper edge
const PORT = 22; // px between two lines that leave a box; their labels fit between them
const DOWN = 34; // px between two boxes
const LANE = 11; // px between two lanes
const MARGIN = 8;

interface Transition {
  readonly begin: number;
  readonly goal: number;
  readonly label: string;
  readonly side: -1 | 0 | 1;
  lane: number;
  port: number;
}

/** The layout of some rules. */
export function chartOf({ states, ways: all }: Pick<GameRules, "states" | "ways">): Chart {
  const row = new Map(states.map((state, index) => [state.name, index]));
  const ways = mergeTransitions(all, row);
  const lanes = { left: assignLanes(ways, -1, states.length), right: assignLanes(ways, 1, states.length) };
  const count = (index: number, side: number) => ways.filter((way) => way.begin === index && way.side === side).length;
  const heights = states.map((_, index) => Math.max(HIGH, COME + Math.max(count(index, -1), count(index, 1)) * PORT + COME));
  const tops: number[] = [];
  for (let index = 0, top = MARGIN; index < states.length; index++) {
    tops.push(top);
    top += (heights[index] ?? HIGH) + DOWN;
  }
  const wide = Math.max(60, ...states.map((state) => Math.max(state.name.length * LETTER, state.words.length * SMALL))) + 28;
  const edge = (side: number) =>
    Math.max(0, ...ways.filter((way) => way.side === side).map((way) => way.label.length * SMALL)) + 26;
  const edges = { "-1": edge(-1), "1": edge(1) };
  const left = MARGIN + lanes.left * LANE + edges["-1"];
  const place = (index: number) => ({ top: tops[index] ?? 0, height: heights[index] ?? HIGH });

  const lines = ways.map((way): Line => {
    const names = { begin: states[way.begin]?.name ?? "", goal: states[way.goal]?.name ?? "", label: way.label };
    const [from, to] = [place(way.begin), place(way.goal)];
    if (way.side === 0) {
      const [x, y] = [left + wide / 2, from.top + from.height];
      return { ...names, path: `M${x} ${y}V${to.top}`, x: x + 8, y: (y + to.top) / 2, anchor: "start" };
    }
    const x = way.side < 0 ? left : left + wide;
    const y = from.top + COME + way.port * PORT;
    const lane = x + way.side * (edges[`${way.side}`] + way.lane * LANE);
    return {
      ...names,
      path: `M${x} ${y}H${lane}V${to.top + COME}H${x}`,
      x: x + way.side * 14,
      y: y - PORT / 2,
      anchor: way.side < 0 ? "end" : "start",
    };
  });
  const last = place(states.length - 1);
  return {
    width: left + wide + edges["1"] + lanes.right * LANE + MARGIN,
    height: last.top + last.height + MARGIN,
    left,
    wide,
    boxes: states.map(({ name, kind, words }, index) => ({ name, kind, words, ...place(index) })),
    lines,
  };
}

/** All transitions between two states become one line with all labels. */
function mergeTransitions(all: readonly GameWay[], row: ReadonlyMap<string, number>): Transition[] {
  const found = new Map<string, GameWay[]>();
  for (const way of all) found.set(`${way.begin} ${way.goal}`, [...(found.get(`${way.begin} ${way.goal}`) ?? []), way]);
  return [...found.values()].flatMap((ways) => {
    const [begin, goal] = [row.get(ways[0]?.begin ?? ""), row.get(ways[0]?.goal ?? "")];
    if (begin === undefined || goal === undefined) return [];
    const label = [...new Set(ways.map((way) => way.label).filter(Boolean))].join(", ");
    return [
      { begin, goal, label, side: goal === begin + 1 ? 0 : goal > begin ? -1 : 1, lane: 0, port: 0 } satisfies Transition,
    ];
  });
}

/** Assign each transition of a side the nearest free lane, short ones first, and a port; returns the number of lanes. */
function assignLanes(ways: readonly Transition[], side: -1 | 1, rows: number): number {
  const lanes: Transition[][] = [];
  const span = ({ begin, goal }: Transition) => [Math.min(begin, goal), Math.max(begin, goal)] as const;
  const own = ways.filter((way) => way.side === side);
  for (const way of own.toSorted((one, other) => Math.abs(one.goal - one.begin) - Math.abs(other.goal - other.begin))) {
    const [top, bottom] = span(way);
    const free = lanes.findIndex((taken) => taken.every((each) => span(each)[1] < top || bottom < span(each)[0]));
    way.lane = free < 0 ? lanes.length : free;
    (lanes[way.lane] ??= []).push(way);
  }
  for (let index = 0; index < rows; index++)
    own.filter((way) => way.begin === index).forEach((way, number) => (way.port = number + 1));
  return lanes.length;
}
