// Other people's tables with an open seat, in a list.

import { useState } from "preact/hooks";
import { hasRoom } from "./lobby-state";
import { Button } from "../controls/button";
import { clockWords } from "../play/agreements";
import type { Listed } from "../protocol";
import { DotSeparated } from "../controls/row";
import { addressOf, sitter } from "./boards/own-boards";
import { translate } from "../text/text";

const FEW = 5; // tables shown at first

/** Other people's tables; `nothing` is shown for an empty list. */
export function OpenTables({ tables, nothing }: { readonly tables: readonly Listed[]; readonly nothing: string }) {
  const [all, setAll] = useState(false);
  if (tables.length === 0) return <p class="sub">{nothing}</p>;
  return (
    <>
      <ul class="tables sheet">
        {(all ? tables : tables.slice(0, FEW)).map((table) => (
          <li key={table.id}>
            <div>
              <div class="name">{translate(table.title)}</div>
              <div class="sub">
                <DotSeparated of={[...new Set(table.seats.map(sitter))]} />
              </div>
              <div class="sub">
                <DotSeparated of={[clockWords(table.terms), Boolean(table.terms.rated) && translate("rated")]} />
              </div>
            </div>
            {hasRoom(table) ? (
              <a class="button main" href={`${addressOf(table.id)}#invite=`}>
                {translate("Sit down")}
              </a>
            ) : (
              table.terms.watchable && (
                <a class="button" href={addressOf(table.id)}>
                  {translate("Watch")}
                </a>
              )
            )}
          </li>
        ))}
      </ul>
      {!all && tables.length > FEW && (
        <div class="acts">
          <Button onClick={() => setAll(true)} text={translate("Show all")} />
        </div>
      )}
    </>
  );
}
