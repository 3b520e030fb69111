// Where everything lies on the table top: whose it is, on which side of the table its seat is, and what lies between them.

import { namedOwner, partName } from "./labels";
import type { Scene, SceneContainer, View } from "./view";

/** What the viewer may see something of, by where it lies. */
export interface Arranged {
  readonly around: readonly SceneContainer[]; // hands, before their seats
  readonly middle: readonly SceneContainer[]; // all else
  // of that, what lies beside the hand of whose it is, as long as something is in it
  readonly beside: readonly SceneContainer[];
  readonly central: readonly SceneContainer[]; // and what is nobody's who holds a hand
}

export function arranged(scene: Scene, view: View): Arranged {
  const seen = scene.containers.filter((container) => container.name in view.containers);
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

/** Whether nothing can lie between the seats: there the values are told, which else stand beside the table. */
export function isFree(scene: Scene, view: View): boolean {
  const { around, central } = arranged(scene, view);
  return around.length > 0 && central.length === 0 && matsOf(scene, view).size === 0;
}

const FAMILY = 4; // so many things of one name and different numbers are a line of their own

/**
 * What lies in the middle, in lines: things that differ by their number alone, as seven stocks do, are not mixed with others.
 */
export function families(central: readonly SceneContainer[]): readonly (readonly SceneContainer[])[] {
  const stem = ({ name, layout }: SceneContainer) => (layout === "track" ? undefined : /^(.*_)\d+$/.exec(name)?.[1]);
  const lines = new Map<string, SceneContainer[]>();
  for (const container of central) {
    const name = stem(container) ?? "";
    const line = central.filter((other) => stem(other) === name).length < FAMILY ? "" : name;
    lines.set(line, [...(lines.get(line) ?? []), container]);
  }
  return [...lines.values()];
}

/** The owner of a container or value: as the scene says, or the role that its name ends with ("hand_west"). */
export function ownerOf(scene: Scene, container: Pick<SceneContainer, "name">): string | null {
  const declared = scene.owners?.[container.name];
  if (declared) return declared;
  const roles = scene.roles.map(({ name }) => name);
  return namedOwner(container.name, roles) ?? null;
}

/** What lies before each seat, where that is more than one row or pile: such a seat has a mat of its own. */
export function matsOf(scene: Scene, view: View): ReadonlyMap<string, readonly SceneContainer[]> {
  const mats = new Map<string, SceneContainer[]>();
  const seen = scene.containers.filter((container) => container.name in view.containers);
  if (!seen.some((container) => container.layout === "hand")) return mats;
  for (const container of seen) {
    const owner = ownerOf(scene, container);
    if (owner && container.layout !== "hand" && container.layout !== "grid")
      mats.set(owner, [...(mats.get(owner) ?? []), container]);
  }
  return new Map([...mats].filter(([, lying]) => lying.length > 1));
}

/** How much lies in a container, as far as the viewer knows. */
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

/** What a container is called where it is plain whose it is: "plot_1_ash" is "Plot 1". */
export function shortTitle(scene: Scene, container: Pick<SceneContainer, "name">, owner: string): string {
  return scene.labels?.[container.name]
    ? partName(container.name, [], String, scene)
    : partName(container.name.replace(new RegExp(`(_of)?_${owner}$`), ""), [], String);
}

export type Side = "top" | "left" | "right" | "bottom";

/** On which side of the table a role sits: the viewer below, the others clockwise from the left in playing order. */
export function sideOf(scene: Scene, view: View, role: string | null): Side {
  const order = clockwise(scene, view);
  const place = role === null ? 0 : order.indexOf(role);
  if (place === 0) return "bottom";
  if (order.length > 2 && place === 1) return "left";
  return order.length > 2 && place === order.length - 1 ? "right" : "top";
}

/** The hands around the table. */
export function seating(scene: Scene, view: View, hands: readonly SceneContainer[]): Record<Side, SceneContainer[]> {
  const seats: Record<Side, SceneContainer[]> = { top: [], left: [], right: [], bottom: [] };
  for (const hand of hands) seats[sideOf(scene, view, ownerOf(scene, hand))].push(hand);
  return seats;
}
