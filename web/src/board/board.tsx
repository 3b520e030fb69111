// The table top: all visible containers, arranged around the table.

import { Fragment } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { arrange, clockwise, groupLines, matsOf, ownerOf, seating, shortTitle, type Arrangement } from "./arrangement";
import { Container } from "./containers/container";
import { Counters } from "./counters";
import { settings, type Names } from "./host";
import { partName } from "./labels";
import { animateChange } from "./motion/motion";
import type { Pointing } from "./pointing";
import { rotated } from "./rotation";
import { Gradients } from "./tokens/faces";
import { Values } from "./values";
import type { Scene, SceneContainer, View } from "./view";

const BESIDE = 3; // so many straight tracks stand side by side
const CROWD = 6; // with more containers than this in the middle, each is smaller

export interface BoardProps {
  readonly scene: Scene;
  readonly view: View;
  readonly pointing: Pointing;
  readonly name: Names;
}

export function Board(props: BoardProps) {
  const { scene, view, name } = props;
  useLayoutEffect(() => animateChange(view), [view, rotated.value, settings.value.sorted]);
  const roles = scene.roles.map((role) => role.name);
  const mats = matsOf(scene, view);
  const arrangement = arrange(scene, view);
  const { around, middle } = arrangement;
  const straight = middle.filter(({ layout, loop }) => layout === "track" && !loop);
  const parts = { ...props, arrangement, columns: new Set(straight.length >= BESIDE ? straight : []) };
  const boards = around.length === 0 && straight.length === 0;
  const alone = around.length === 0 && middle.length === 1 && middle[0]?.layout === "grid";
  return (
    <Fragment>
      {(alone || boards) && mats.size === 0 ? (
        <div class={alone ? "board alone" : "board several"}>
          <Gradients scenes={[scene]} />
          <Containers {...parts} containers={middle} />
        </div>
      ) : mats.size > 0 ? (
        <MatTable {...parts} mats={mats} />
      ) : (
        <SeatTable {...parts} />
      )}
      <Counters
        scene={scene}
        view={view}
        title={(counter) => partName(counter, roles, name, scene)}
        here={(counter) => ownerOf(scene, { name: counter }) === null}
      />
      <Purses {...props} roles={clockwise(scene, view).filter((role) => !mats.has(role))} />
    </Fragment>
  );
}

/** The counters of each seat without a mat, the viewer's first. */
function Purses({ scene, view, name, roles }: BoardProps & { readonly roles: readonly string[] }) {
  const owned = (role: string) => (counter: string) => ownerOf(scene, { name: counter }) === role;
  const seen = (scene.counters ?? []).filter((counter) => typeof view.props[counter.name] === "number");
  const owners = roles.filter((role) => seen.some((counter) => owned(role)(counter.name)));
  if (owners.length === 0) return null;
  return (
    <div class="purses">
      {owners.map((role) => (
        <section key={role} class="purse" aria-label={name(role)}>
          <b>{name(role)}</b>
          <Counters
            scene={scene}
            view={view}
            title={(counter) => shortTitle(scene, { name: counter }, role)}
            here={owned(role)}
          />
        </section>
      ))}
    </div>
  );
}

interface TableProps extends BoardProps {
  readonly arrangement: Arrangement;
  readonly columns: ReadonlySet<SceneContainer>; // tracks that stand side by side
}

/** Some containers, with the tracks among them side by side. */
function Containers({ containers, columns, ...props }: TableProps & { readonly containers: readonly SceneContainer[] }) {
  const [tracks, others] = [containers.filter((each) => columns.has(each)), containers.filter((each) => !columns.has(each))];
  return (
    <Fragment>
      {columns.size > 0 && (
        <div class="columns">
          {tracks.map((each) => (
            <Container key={each.name} {...props} container={each} upright />
          ))}
        </div>
      )}
      {others.map((each) => (
        <Container key={each.name} {...props} container={each} />
      ))}
    </Fragment>
  );
}

/** A table on which each seat's containers lie on a mat. */
function MatTable({ mats, ...props }: TableProps & { readonly mats: ReturnType<typeof matsOf> }) {
  const { scene, view, pointing, name, arrangement } = props;
  const { around, middle } = arrangement;
  const owned = (container: SceneContainer) => mats.has(ownerOf(scene, container) ?? "");
  const order = clockwise(scene, view).filter((role) => mats.has(role));
  const own = order[0] ?? "";
  const beside = around.filter((container) => ownerOf(scene, container) === own || !owned(container));
  const mat = (role: string) => {
    const hands = around.filter((container) => ownerOf(scene, container) === role && role !== own);
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
          {[...hands, ...(mats.get(role) ?? [])].map((each) => (
            <Container
              key={each.name}
              {...{ scene, view, pointing, name }}
              container={each}
              title={shortTitle(scene, each, role)}
            />
          ))}
        </div>
      </section>
    );
  };
  return (
    <div class="board felt-table mats">
      <Gradients scenes={[scene]} />
      <div class="centre">
        <Containers {...props} containers={middle.filter((container) => !owned(container))} />
      </div>
      {mat(own)}
      {beside.length > 0 && (
        <div class="side-bottom">
          {beside.map((each) => (
            <Container key={each.name} {...{ scene, view, pointing, name }} container={each} />
          ))}
        </div>
      )}
      <div class="mats-others">{order.slice(1).map(mat)}</div>
    </div>
  );
}

/** A table with hands around it. */
function SeatTable(props: TableProps) {
  const { scene, view, pointing, name, arrangement, columns } = props;
  const { around, beside, central } = arrangement;
  const seats = seating(scene, view, around);
  const lines = groupLines(central);
  const [own] = clockwise(scene, view);
  // A seat's other containers lie beside its hand.
  const seat = (hand: SceneContainer) => {
    const role = ownerOf(scene, hand);
    const lying = beside.filter((container) => role !== null && ownerOf(scene, container) === role);
    const things = [hand, ...lying].map((each) => (
      <Container
        key={each.name}
        {...{ scene, view, pointing, name }}
        container={each}
        title={each === hand ? undefined : shortTitle(scene, each, role ?? "")}
      />
    ));
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
      <div class={central.length - columns.size > CROWD ? "centre crowded" : "centre"}>
        {lines.length > 1 ? (
          lines.map((line, index) => (
            <div key={index} class="line">
              <Containers {...props} containers={line} />
            </div>
          ))
        ) : (
          <Containers {...props} containers={central} />
        )}
        {central.length === 0 && <Values {...{ scene, view, name }} kind="inscription" />}
      </div>
      {seats.bottom.length > 0 && <div class="side-bottom">{seats.bottom.map(seat)}</div>}
    </div>
  );
}
