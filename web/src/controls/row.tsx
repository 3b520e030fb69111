// Texts in a row with dots between them. Each keeps its own reading direction.

import { Fragment } from "preact";

/** The row; empty texts are left out. */
export function DotSeparated({ of }: { readonly of: readonly (string | false | null)[] }) {
  return (
    <>
      {of.filter(Boolean).map((words, index) => (
        <Fragment key={index}>
          {index > 0 && " · "}
          <bdi>{words}</bdi>
        </Fragment>
      ))}
    </>
  );
}
