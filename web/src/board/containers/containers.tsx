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

/** Some containers, with the tracks among them side by side. */
export function Containers({ containers, columns, ...props }: TableProps & { readonly containers: readonly SceneContainer[] }) {
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
