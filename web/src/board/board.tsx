// The table top: all visible containers, arranged around the table.

import { Fragment } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Seats } from "./containers/cards";
import { Counters } from "./counters";
import { Gradients } from "./tokens/faces";
import { Grid } from "./containers/grid";
import { Cards, Spots, Track } from "./containers/others";
import { animateChange } from "./motion/motion";
import { arrange, clockwise, groupLines, matsOf, ownerOf, seating, shortTitle, sideOf } from "./arrangement";
import { rotated } from "./rotation";
import { Values } from "./values";
import { statusWords } from "./labels";
import type { Pointing } from "./pointing";
import { settings } from "./host";
import { partName } from "./labels";
import type { Scene, SceneContainer, View } from "./view";

const BESIDE = 3; // so many straight tracks stand side by side
const CROWD = 6; // with more containers than this in the middle, each is smaller

export interface BoardProps {
  readonly scene: Scene;
  readonly view: View;
  readonly pointing: Pointing;
  readonly name: (role: string) => string;
}

export function Board(props: BoardProps) {
  const { scene, view, name } = props;
  const roles = scene.roles.map((role) => role.name);
  const mats = matsOf(scene, view);
  return (
    <Fragment>
      <Table {...props} />
      <Counters
        scene={scene}
        view={view}
        title={(counter) => partName(counter, roles, name, scene)}
        here={(counter) => !mats.has(ownerOf(scene, { name: counter }) ?? "")}
      />
    </Fragment>
  );
}

function Table({ scene, view, pointing, name }: BoardProps) {
  useLayoutEffect(() => animateChange(view), [view, rotated.value, settings.value.sorted]);
  const won = wonBy(scene, view);
  const { around, middle, beside, central } = arrange(scene, view);
  const straight = middle.filter((container) => container.layout === "track" && !container.loop);
  const standing = new Set(straight.length >= BESIDE ? straight : []);
  const roles = scene.roles.map((role) => role.name);
  const titled = (container: SceneContainer) => partName(container.name, roles, name, scene);
  const draw = (container: SceneContainer, called?: string) => {
    const drawing = drawn(container, called);
    const whole = { legal: pointing.places.has(container.name), chosen: pointing.chosen.has(container.name), last: false };
    if (!whole.legal && !whole.chosen) return drawing;
    // The whole container is one target.
    return (
      <div key={container.name} class={whole.chosen ? "target chosen" : "target"}>
        {drawing}
        <button
          type="button"
          class="whole"
          data-place={container.name}
          data-aim={whole.legal ? container.name : undefined}
          aria-label={[called ?? titled(container), ...statusWords(whole)].join(", ")}
          onClick={(event) => pointing.point(container.name, event)}
        />
      </div>
    );
  };
  const drawn = (container: SceneContainer, called?: string) => {
    const contents = view.containers[container.name] ?? {};
    if (container.layout === "grid")
      return (
        <Grid
          key={container.name}
          {...{ scene, container, contents, pointing, won }}
          role={view.role}
          label={middle.length > 1 ? titled(container) : null}
        />
      );
    const owner = ownerOf(scene, container);
    const facing = owner === view.role ? "me" : "away";
    const title = called ?? (owner && container.layout === "hand" ? name(owner) : titled(container));
    if (container.layout === "track")
      return (
        <Track key={container.name} {...{ scene, container, contents, pointing, title }} upright={standing.has(container)} />
      );
    if (container.layout === "hex" || container.layout === "area")
      return <Spots key={container.name} {...{ scene, container, contents, pointing, title }} />;
    const tint = scene.roles.find((role) => role.name === owner)?.colour;
    const common = around.length > 0 && owner === null ? { seats: seatsOf(scene, view, name) } : {};
    return (
      <Cards
        key={container.name}
        {...{ scene, container, contents, pointing, title, facing }}
        {...common}
        {...(tint && { tint })}
      />
    );
  };
  const laid = (containers: readonly SceneContainer[]) => [
    standing.size > 0 && (
      <div key="columns" class="columns">
        {containers.filter((container) => standing.has(container)).map((container) => draw(container))}
      </div>
    ),
    ...containers.filter((container) => !standing.has(container)).map((container) => draw(container)),
  ];
  if (around.length === 0 && middle.length === 1 && middle[0]?.layout === "grid") {
    return (
      <div class="board alone">
        <Gradients scenes={[scene]} />
        {draw(middle[0])}
      </div>
    );
  }
  if (around.length === 0 && straight.length === 0) {
    return (
      <div class="board several">
        <Gradients scenes={[scene]} />
        {laid(middle)}
      </div>
    );
  }
  const mats = matsOf(scene, view);
  if (mats.size > 0) {
    const owned = (container: SceneContainer) => mats.has(ownerOf(scene, container) ?? "");
    const order = clockwise(scene, view).filter((role) => mats.has(role));
    const own = order[0] ?? "";
    const mat = (role: string) => {
      const lying = mats.get(role) ?? [];
      const held = around.filter((container) => ownerOf(scene, container) === role && role !== own);
      return (
        <section key={role} class={role === own ? "mat mine" : "mat"} aria-label={name(role)}>
          <div class="mat-name">
            {name(role)}
            <Counters
              scene={scene}
              view={view}
              title={(counter) => shortTitle(scene, { name: counter }, role)}
              here={(counter) => ownerOf(scene, { name: counter }) === role}
            />
          </div>
          <div class="mat-run">
            {[...held, ...lying].map((container) => (
              <Fragment key={container.name}>{draw(container, shortTitle(scene, container, role))}</Fragment>
            ))}
          </div>
        </section>
      );
    };
    return (
      <div class="board felt-table mats">
        <Gradients scenes={[scene]} />
        <div class="centre">{laid(middle.filter((container) => !owned(container)))}</div>
        {mat(own)}
        <div class="side-bottom">
          {around
            .filter((container) => ownerOf(scene, container) === own || !owned(container))
            .map((container) => draw(container))}
        </div>
        <div class="mats-others">{order.slice(1).map(mat)}</div>
      </div>
    );
  }
  const seats = seating(scene, view, around);
  const lines = groupLines(central);
  const [own] = clockwise(scene, view);
  // A seat's other containers lie beside its hand.
  const seat = (hand: SceneContainer) => {
    const role = ownerOf(scene, hand);
    const lying = beside.filter((container) => role !== null && ownerOf(scene, container) === role);
    const things = [draw(hand), ...lying.map((container) => draw(container, shortTitle(scene, container, role ?? "")))];
    return (
      <div key={hand.name} class="seat">
        {role === own ? things.reverse() : things}
      </div>
    );
  };
  return (
    <div class={central.length === 0 ? "board felt-table free" : "board felt-table"}>
      <Gradients scenes={[scene]} />
      {(["top", "left", "right"] as const).map((side) =>
        seats[side].length > 0 ? (
          <div key={side} class={`side-${side}`}>
            {seats[side].map(seat)}
          </div>
        ) : null,
      )}
      <div class={central.length - standing.size > CROWD ? "centre crowded" : "centre"}>
        {lines.length > 1
          ? lines.map((line, index) => (
              <div key={index} class="line">
                {laid(line)}
              </div>
            ))
          : laid(central)}
        {central.length === 0 && <Values {...{ scene, view, name }} kind="inscription" />}
      </div>
      {seats.bottom.length > 0 && <div class="side-bottom">{seats.bottom.map(seat)}</div>}
    </div>
  );
}

/** The roles whose tokens are marked: the winners', after a game that not everybody has won. */
function wonBy(scene: Scene, view: View): ReadonlySet<string> {
  return new Set(view.over && view.winners.length < scene.roles.length ? view.winners : []);
}

/** Side and name of each seat, for cards played to the middle. */
function seatsOf(scene: Scene, view: View, name: (role: string) => string): Seats {
  return new Map(scene.roles.map((role) => [role.name, { side: sideOf(scene, view, role.name), name: name(role.name) }]));
}
