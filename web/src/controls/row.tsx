// Things told in a row, with a point between them. Each is read in its own direction, and turns nothing beside it.

import { Fragment } from "preact";

/** What there is of them; what is empty is left out. */
export function Row({ of }: { readonly of: readonly (string | false | null)[] }) {
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
