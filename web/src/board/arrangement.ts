// The arrangement of the table top: the owner of each container, the side of each seat, and what lies in the middle.

import { namedOwner, partName } from "./labels";
import type { Scene, SceneContainer, View } from "./view";

/** The visible containers, by position. */
export interface Arrangement {
  readonly around: readonly SceneContainer[]; // hands
  readonly middle: readonly SceneContainer[]; // everything else
  // of the others: a hand owner's rows and piles that are not empty; drawn beside the hand
  readonly beside: readonly SceneContainer[];
  readonly central: readonly SceneContainer[]; // of the others: what belongs to no owner of a hand; drawn in the middle
}

export function arrange(scene: Scene, view: View): Arrangement {
  const seen = scene.containers.filter(({ name, over }) => name in view.containers && !(over && over in view.containers));
  const around = seen.filter(({ layout }) => layout === "hand");
  const middle = seen.filter(({ layout }) => layout !== "hand");
  const holders = new Set(around.map((container) => ownerOf(scene, container)));
  const theirs = middle.filter(
    (container) => (container.layout === "row" || container.layout === "pile") && holders.has(ownerOf(scene, container) ?? ""),
  );
  return {
    around,
    middle,
    beside: theirs.filter((container) => sizeOf(view, container) > 0),
    central: middle.filter((container) => !theirs.includes(container)),
  };
}

/** Whether the middle of the table is empty, so that values can be shown there. */
export function hasEmptyMiddle(scene: Scene, view: View): boolean {
  const { around, central } = arrange(scene, view);
  return around.length > 0 && central.length === 0 && matsOf(scene, view).size === 0;
}

const SAME_STEM = 4; // so many containers with the same stem share a line of their own

/** The middle in lines: containers whose names differ only by a number, such as seven stocks, have a line of their own. */
export function groupLines(central: readonly SceneContainer[]): readonly (readonly SceneContainer[])[] {
  const stem = ({ name, layout }: SceneContainer) => (layout === "track" ? undefined : /^(.*_)\d+$/.exec(name)?.[1]);
  const lines = new Map<string, SceneContainer[]>();
  for (const container of central) {
    const name = stem(container) ?? "";
    const line = central.filter((other) => stem(other) === name).length < SAME_STEM ? "" : name;
    lines.set(line, [...(lines.get(line) ?? []), container]);
  }
  return [...lines.values()];
}

/** The owner of a container or value: declared by the scene, or the role that its name ends with ("hand_west"). */
export function ownerOf(scene: Scene, container: Pick<SceneContainer, "name">): string | null {
  const declared = scene.owners?.[container.name];
  if (declared) return declared;
  const roles = scene.roles.map(({ name }) => name);
  return namedOwner(container.name, roles) ?? null;
}

/**
 * The containers on each seat's mat. At a table with hands, a seat has a mat if it owns a grid, or several other containers. At
 * a table without hands, it has one if it owns a counter and a container that is no grid.
 */
export function matsOf(scene: Scene, view: View): ReadonlyMap<string, readonly SceneContainer[]> {
  const { around, middle } = arrange(scene, view);
  const counting = new Set(around.length > 0 ? [] : (scene.counters ?? []).map((counter) => ownerOf(scene, counter)));
  const mats = new Map<string, SceneContainer[]>();
  for (const container of middle) {
    const owner = ownerOf(scene, container);
    if (owner) mats.set(owner, [...(mats.get(owner) ?? []), container]);
  }
  return new Map(
    [...mats].filter(([owner, lying]) => {
      const grids = lying.filter(({ layout }) => layout === "grid").length;
      const others = lying.length - grids;
      return around.length > 0 ? others > 1 || grids > 0 : others > 0 && counting.has(owner);
    }),
  );
}

/** The number of tokens in a container, as far as the viewer knows. */
function sizeOf(view: View, container: SceneContainer): number {
  const contents = view.containers[container.name];
  return (contents?.tokens?.length ?? 0) + (contents?.backs ?? 0);
}

/** The roles in playing order, the viewer first. */
export function clockwise(scene: Scene, view: View): readonly string[] {
  const order = scene.roles.map((role) => role.name);
  const mine = Math.max(0, order.indexOf(view.role));
  return [...order.slice(mine), ...order.slice(0, mine)];
}

/** A container's title without its owner: "plot_1_ash" is "Plot 1". */
export function shortTitle(scene: Scene, container: Pick<SceneContainer, "name">, owner: string): string {
  return scene.labels?.[container.name]
    ? partName(container.name, [], String, scene)
    : partName(container.name.replace(new RegExp(`(_of)?_${owner}$`), ""), [], String);
}

export type Side = "top" | "left" | "right" | "bottom";

/** The side of the table on which a role sits: the viewer at the bottom, the others clockwise in playing order. */
export function sideOf(scene: Scene, view: View, role: string | null): Side {
  const order = clockwise(scene, view);
  const place = role === null ? 0 : order.indexOf(role);
  if (place === 0) return "bottom";
  if (order.length > 2 && place === 1) return "left";
  return order.length > 2 && place === order.length - 1 ? "right" : "top";
}

/** The hands on each side of the table. */
export function seating(scene: Scene, view: View, hands: readonly SceneContainer[]): Record<Side, SceneContainer[]> {
  const seats: Record<Side, SceneContainer[]> = { top: [], left: [], right: [], bottom: [] };
  for (const hand of hands) seats[sideOf(scene, view, ownerOf(scene, hand))].push(hand);
  return seats;
}
