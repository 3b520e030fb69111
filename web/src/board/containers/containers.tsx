// Several containers, and what a table of them is drawn from.

import { Fragment } from "preact";
import { Container } from "./container";
import { ownerOf, type Arrangement } from "../arrangement";
import { rotated } from "../rotation";
import type { Names } from "../host";
import type { Pointing } from "../pointing";
import type { Scene, SceneContainer, View } from "../view";

export interface BoardProps {
  readonly scene: Scene;
  readonly view: View;
  readonly pointing: Pointing;
  readonly name: Names;
}

export interface TableProps extends BoardProps {
  readonly arrangement: Arrangement;
  readonly columns: ReadonlySet<SceneContainer>; // tracks that stand side by side
}

/** Some containers, with the tracks among them side by side, and under each what the rules place there. */
export function Containers({ containers, columns, ...props }: TableProps & { readonly containers: readonly SceneContainer[] }) {
  const hosts = new Map(containers.map((each) => [each, hostOf(each, containers, props.scene)] as const));
  const free = containers.filter((each) => hosts.get(each) === undefined);
  const steps = Math.max(...[...columns].map(({ spaces = [] }) => spaces.length));
  const [tracks, others] = [free.filter((each) => columns.has(each)), free.filter((each) => !columns.has(each))];
  return (
    <Fragment>
      {columns.size > 0 && (
        <div class="columns" style={{ "--steps": String(steps) }}>
          {tracks.map((each) => (
            <Container key={each.name} {...props} container={each} upright />
          ))}
        </div>
      )}
      {others.map((each) => {
        const stacked = containers.filter((other) => hosts.get(other) === each);
        const drawn = <Container key={each.name} {...props} container={each} />;
        if (stacked.length === 0) return drawn;
        const above = stacked.filter((other) => isFar(other, each, props));
        const below = stacked.filter((other) => !above.includes(other));
        return (
          <div key={each.name} class={`stacked ${each.surface ?? ""}`}>
            {above.map((other) => (
              <Container key={other.name} {...props} container={other} />
            ))}
            {drawn}
            {below.map((other) => (
              <Container key={other.name} {...props} container={other} />
            ))}
          </div>
        );
      })}
    </Fragment>
  );
}

/** Whether what lies at a board of both players belongs to the one on the far side, and is drawn above it. */
function isFar(lying: SceneContainer, host: SceneContainer, { scene, view }: BoardProps): boolean {
  const owner = ownerOf(scene, lying);
  if (owner === null || ownerOf(scene, host) !== null || scene.roles.length !== 2) return false;
  const near = scene.roles.some(({ name }) => name === view.role) ? view.role : scene.roles[0]?.name;
  return (owner !== near) !== rotated.value;
}

/** The visible container under which another is drawn; undefined for none. */
function hostOf({ name }: SceneContainer, visible: readonly SceneContainer[], scene: Scene): SceneContainer | undefined {
  return scene.under?.[name]?.flatMap((host) => visible.find((each) => each.name === host) ?? [])[0];
}
