// Several containers, and what a table of them is drawn from.

import { Fragment } from "preact";
import { Container } from "./container";
import type { Arrangement } from "../arrangement";
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
        const below = containers.filter((other) => hosts.get(other) === each);
        const drawn = <Container key={each.name} {...props} container={each} />;
        if (below.length === 0) return drawn;
        return (
          <div key={each.name} class={`stacked ${each.surface ?? ""}`}>
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

/** The visible container under which another is drawn; undefined for none. */
function hostOf({ name }: SceneContainer, visible: readonly SceneContainer[], scene: Scene): SceneContainer | undefined {
  return scene.under?.[name]?.flatMap((host) => visible.find((each) => each.name === host) ?? [])[0];
}
