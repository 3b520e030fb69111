// Tables with more than boards: mats and hands around the middle, and the counters of each seat.

import { clockwise, groupLines, ownerOf, seating, shortTitle, type matsOf } from "../arrangement";
import { Counters, Pools } from "../counters";
import { Gradients } from "../tokens/faces";
import { Values } from "../values";
import { Container } from "../containers/container";
import { Containers, type BoardProps, type TableProps } from "../containers/containers";
import { Sheets } from "../containers/sheets/sheets";
import type { SceneContainer } from "../view";

const CROWD = 6; // with more containers than this in the middle, each is smaller
/** The counters of each seat without a mat, the viewer's first. */
export function Purses({ scene, view, name, roles }: BoardProps & { readonly roles: readonly string[] }) {
  const owned = (role: string) => (counter: string) => ownerOf(scene, { name: counter }) === role;
  const drawn = (scene.counters ?? []).filter(({ name }) => !scene.quiet.includes(name));
  const seen = drawn.filter((counter) => typeof view.props[counter.name] === "number");
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

/** A table on which each seat's containers lie on a mat. */
export function MatTable({ mats, ...props }: TableProps & { readonly mats: ReturnType<typeof matsOf> }) {
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
  const shared = middle.filter((container) => !owned(container));
  const pooled = (scene.counters ?? []).some((counter) => counter.pooled);
  const facing = order.length === 2 && shared.length === 0 && !pooled && !scene.sheets?.length;
  return (
    <div class={facing ? "board felt-table mats facing" : "board felt-table mats"}>
      <Gradients scenes={[scene]} />
      {!facing && (
        <div class="centre">
          <Containers {...props} containers={shared} />
          <Sheets {...{ scene, view, pointing, name }} />
          <Pools scene={scene} view={view} />
        </div>
      )}
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
export function SeatTable(props: TableProps) {
  const { scene, view, pointing, name, arrangement, columns } = props;
  const { around, beside, central } = arrangement;
  const seats = seating(scene, view, around);
  const lines = groupLines(central);
  const spread = central.filter((container) => container.spread).length;
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
        {role !== null && around.find((each) => ownerOf(scene, each) === role) === hand && (
          <Counters
            scene={scene}
            view={view}
            title={(counter) => shortTitle(scene, { name: counter }, role)}
            here={(counter) => ownerOf(scene, { name: counter }) === role}
          />
        )}
      </div>
    );
  };
  return (
    <div
      class={["board felt-table", central.length === 0 && "free", spread > 0 && "spreading"].filter(Boolean).join(" ")}
      style={spread > 0 ? { "--columns": String(spread) } : undefined}
    >
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
        <Sheets {...{ scene, view, pointing, name }} />
        <Pools scene={scene} view={view} />
        {central.length === 0 && <Values {...{ scene, view, name }} kind="inscription" />}
      </div>
      {seats.bottom.length > 0 && <div class="side-bottom">{seats.bottom.map(seat)}</div>}
    </div>
  );
}
