// The tables of this browser, each a link.

import { linkTo } from "../app/address";
import { storedTable } from "../app/local-settings";
import { DotSeparated } from "../controls/row";
import { sitter } from "../lobby/boards/own-boards";
import type { Table } from "../protocol";
import { moment } from "../text/dates";
import { translate } from "../text/text";

export function OwnTables({ tables }: { readonly tables: readonly Table[] }) {
  if (tables.length === 0) return null;
  return (
    <section class="own" aria-labelledby="tables">
      <div class="headline">
        <h2 id="tables">{translate("Go on playing")}</h2>
      </div>
      <ul class="strip">
        {tables.map((table) => {
          const { tokens = {}, since } = storedTable(table.id) ?? {};
          return (
            <li key={table.id} class="own-table sheet">
              <div class="own-words">
                <a class="name" href={linkTo(`/table/${encodeURIComponent(table.id)}`)}>
                  {translate(table.title)}
                </a>
                <span class="sub">
                  <DotSeparated of={[...new Set(table.seats.filter(({ role }) => !(role in tokens)).map(sitter))]} />
                </span>
                {since !== undefined && <span class="sub">{moment(since)}</span>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
