// A container, drawn by its layout. Where a move names the whole container, a button covers it.

import { arrange, ownerOf, sideOf } from "../arrangement";
import { partName, statusWords } from "../labels";
import type { Names } from "../host";
import type { Pointing } from "../pointing";
import type { Scene, SceneContainer, View } from "../view";
import type { Seats } from "./cards/cards";
import { Grid } from "./grid";
import { Cards, Folded, Spots, Track } from "./others";

export interface ContainerProps {
  readonly scene: Scene;
  readonly view: View;
  readonly pointing: Pointing;
  readonly name: Names;
  readonly container: SceneContainer;
  readonly title?: string | undefined; // instead of the full one
  readonly upright?: boolean; // a track among several, drawn from the bottom up
}

export function Container(props: ContainerProps) {
  const { pointing, container, title } = props;
  const whole = { legal: pointing.places.has(container.name), chosen: pointing.chosen.has(container.name), last: false };
  if (!whole.legal && !whole.chosen) return <Contents {...props} />;
  return (
    <div class={whole.chosen ? "target chosen" : "target"}>
      <Contents {...props} />
      <button
        type="button"
        class="whole"
        data-place={container.name}
        data-aim={whole.legal ? container.name : undefined}
        aria-label={[title ?? fullTitle(props), ...statusWords(whole)].join(", ")}
        onClick={(event) => pointing.point(container.name, event)}
      />
    </div>
  );
}

function Contents({ scene, view, pointing, name, container, title: short, upright = false }: ContainerProps) {
  const contents = view.containers[container.name] ?? {};
  const { around, middle } = arrange(scene, view);
  const full = fullTitle({ scene, name, container });
  if (container.layout === "grid") {
    const label = middle.filter(({ layout }) => layout === "grid").length > 1 ? full : null;
    const lying = scene.containers.flatMap((each) => {
      const held = each.over === container.name ? view.containers[each.name] : undefined;
      return held ? [{ container: each, contents: held, title: fullTitle({ scene, name, container: each }) }] : [];
    });
    const grid = (
      <Grid
        {...{ scene, container, contents, pointing, label }}
        named={short === undefined}
        won={wonBy(scene, view)}
        decisive={view.decisive}
        role={view.role}
        covers={lying.filter((each) => each.container.layout === "grid")}
        between={lying.filter((each) => each.container.layout === "edges")}
      />
    );
    if (short === undefined) return grid;
    return (
      <div class="owned-grid" style={{ "--columns": String(container.columns ?? 1) }}>
        <div class="cards-name" aria-hidden="true">
          {short}
        </div>
        {grid}
      </div>
    );
  }
  const owner = ownerOf(scene, container);
  const title = short ?? (owner && container.layout === "hand" ? name(owner) : full);
  const label = short === undefined ? title : full; // of its region: no two have the same
  const common = { scene, container, contents, pointing, title, label };
  if (container.folded) return <Folded {...common} role={view.role} />;
  if (container.layout === "track") return <Track {...common} upright={upright} />;
  if (container.layout === "hex" || container.layout === "area") {
    return <Spots {...common} alone={middle.length === 1 && container.layout === "hex"} decisive={view.decisive} />;
  }
  const tint = scene.roles.find((role) => role.name === owner)?.colour;
  return (
    <Cards
      {...common}
      facing={owner === view.role ? "me" : "away"}
      common={owner === null}
      {...(around.length > 0 && owner === null && { seats: seatsOf(scene, view, name) })}
      {...(tint && { tint })}
      {...(container.groups && { groups: groupsOf(view, container.groups) })}
    />
  );
}

function fullTitle({ scene, name, container }: Pick<ContainerProps, "scene" | "name" | "container">): string {
  const roles = scene.roles.map((role) => role.name);
  return partName(container.name, roles, name, scene);
}

/** The sizes of the groups in which the tokens of a row lie: the value of the prop that the scene names. */
function groupsOf(view: View, prop: string): readonly number[] {
  const value = view.props[prop];
  return Array.isArray(value) ? value.filter((size) => typeof size === "number") : [];
}

/** The roles whose tokens are marked: the winners', after a game that not everybody has won. */
function wonBy(scene: Scene, view: View): ReadonlySet<string> {
  return new Set(view.over && view.winners.length < scene.roles.length ? view.winners : []);
}

/** Side and name of each seat, for cards played to the middle. */
function seatsOf(scene: Scene, view: View, name: Names): Seats {
  return new Map(scene.roles.map((role) => [role.name, { side: sideOf(scene, view, role.name), name: name(role.name) }]));
}
