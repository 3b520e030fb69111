// The table top: all visible containers, arranged around the table.

import { Fragment } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { arrange, clockwise, matsOf, ownerOf } from "./arrangement";
import { Containers, type BoardProps } from "./containers/containers";
import { MatTable, Purses, SeatTable } from "./containers/others";
import { Counters } from "./counters";
import { plain, settings } from "./host";
import { partName } from "./labels";
import { animateChange } from "./motion/motion";
import { rotated } from "./rotation";
import { Gradients } from "./tokens/faces";

const BESIDE = 3; // so many straight tracks stand side by side

export function Board(props: BoardProps) {
  const { scene, view, name } = props;
  useLayoutEffect(() => animateChange(view), [view, rotated.value, settings.value.sorted]);
  const roles = scene.roles.map((role) => role.name);
  const mats = matsOf(scene, view);
  const arrangement = arrange(scene, view);
  const { around, middle } = arrangement;
  const straight = middle.filter(({ layout, loop, folded }) => layout === "track" && !loop && !folded);
  const marks = new Map((view.marks ?? []).map(({ place, text }) => [place, plain(text, name, view.role)]));
  const parts = {
    ...props,
    pointing: { ...props.pointing, marks },
    arrangement,
    columns: new Set(straight.length >= BESIDE ? straight : []),
  };
  const spread = middle.some((container) => container.spread); // columns of cards, which lie on a table as hands do
  const sheets = (scene.sheets?.length ?? 0) > 0; // in the middle of the table
  const boards = around.length === 0 && straight.length === 0 && !spread && !sheets;
  const seated = new Set([...mats.keys(), ...around.map((hand) => ownerOf(scene, hand))]); // with counters beside the hand
  const alone = around.length === 0 && middle.length === 1 && middle[0]?.layout === "grid" && !sheets;
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
      {(scene.counters?.length ?? 0) > 0 && (
        <Purses {...props} roles={clockwise(scene, view).filter((role) => !seated.has(role))} />
      )}
    </Fragment>
  );
}
