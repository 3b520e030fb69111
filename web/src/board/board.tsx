// The whole table top: every container the viewer may see something of, each where it belongs around the table.

import { useLayoutEffect } from "preact/hooks";
import { Cards } from "./cards";
import { Gradients } from "./faces";
import { Grid } from "./grid";
import { settle } from "./motion";
import type { Pointing } from "./pointing";
import { sentence } from "../moves";
import { translate } from "../text";
import type { Scene, SceneContainer, View } from "../view";

export interface BoardProps {
  readonly scene: Scene;
  readonly view: View;
  readonly seq: number;
  readonly pointing: Pointing;
  readonly name: (role: string) => string;
}

export function Board({ scene, view, seq, pointing, name }: BoardProps) {
  useLayoutEffect(settle, [seq]);
  const won = wonBy(scene, view);
  const seen = scene.containers.filter((container) => container.name in view.containers);
  const around = seen.filter((container) => container.layout === "hand");
  const middle = seen.filter((container) => container.layout !== "hand");
  const draw = (container: SceneContainer) => {
    const contents = view.containers[container.name] ?? {};
    if (container.layout === "grid") return <Grid key={container.name} {...{ scene, container, contents, pointing, won }} label={middle.length > 1 ? translate(sentence(container.name)) : null} />;
    const owner = ownerOf(scene, container);
    const facing = owner === view.role ? "me" : "away";
    const title = owner && container.layout === "hand" ? name(owner) : translate(container.label ?? sentence(container.name));
    return <Cards key={container.name} {...{ scene, container, contents, pointing, title, facing }} />;
  };
  if (around.length === 0 && middle.length === 1 && middle[0]?.layout === "grid") {
    return (
      <div class="board alone">
        <Gradients scenes={[scene]} />
        {draw(middle[0])}
      </div>
    );
  }
  if (around.length === 0) {
    return (
      <div class="board several">
        <Gradients scenes={[scene]} />
        {middle.map(draw)}
      </div>
    );
  }
  const seats = seating(scene, view, around);
  return (
    <div class="board felt-table">
      <Gradients scenes={[scene]} />
      {(["top", "left", "right"] as const).map((side) =>
        seats[side].length > 0 ? <div key={side} class={`side-${side}`}>{seats[side].map(draw)}</div> : null,
      )}
      <div class="centre">{middle.map(draw)}</div>
      {seats.bottom.length > 0 && <div class="side-bottom">{seats.bottom.map(draw)}</div>}
    </div>
  );
}

/** Whose tokens are set apart: the winners', once the game is over and not everybody has won. */
function wonBy(scene: Scene, view: View): ReadonlySet<string> {
  return new Set(view.over && view.winners.length < scene.roles.length ? view.winners : []);
}

/** Whose a container is: as the scene says, or by the name it ends with ("hand_west"). */
export function ownerOf(scene: Scene, container: SceneContainer): string | null {
  if (container.owner) return container.owner;
  return scene.roles.find((role) => container.name.endsWith(`_${role.name}`))?.name ?? null;
}

type Side = "top" | "left" | "right" | "bottom";

/** The hands around the table: the viewer's own below, the others clockwise from the left in playing order. */
function seating(scene: Scene, view: View, hands: readonly SceneContainer[]): Record<Side, SceneContainer[]> {
  const seats: Record<Side, SceneContainer[]> = { top: [], left: [], right: [], bottom: [] };
  const order = scene.roles.map((role) => role.name);
  const mine = Math.max(0, order.indexOf(view.role));
  const turn = (container: SceneContainer) => {
    const owner = ownerOf(scene, container);
    return owner === null ? 0 : (order.indexOf(owner) - mine + order.length) % order.length;
  };
  for (const hand of hands) {
    const place = turn(hand);
    if (place === 0) seats.bottom.push(hand);
    else if (order.length > 2 && place === 1) seats.left.push(hand);
    else if (order.length > 2 && place === order.length - 1) seats.right.push(hand);
    else seats.top.push(hand);
  }
  return seats;
}

