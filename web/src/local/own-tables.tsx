// The tables of this browser: those that go on as small boards in a row, and those that are over.

import { useState } from "preact/hooks";
import { linkTo } from "../app/address";
import { forgetTable, storedTable } from "../app/local-settings";
import { Button } from "../controls/button";
import { useRequest } from "../controls/request";
import { asSentence, ErrorText } from "../controls/refusal";
import { DotSeparated } from "../controls/row";
import { TablePicture } from "../lobby/boards/board-picture";
import { sitter } from "../lobby/boards/own-boards";
import { ApiError, table as askTable } from "../network/api";
import type { Board, Table } from "../protocol";
import { moment } from "../text/dates";
import { mark, say, translate } from "../text/text";
import { board as askBoard, removeTable } from "./requests";

/** A table that goes on, or why it cannot be shown. */
export type OwnTable = { readonly id: string } & (
  { readonly table: Table; readonly board: Board } | { readonly wrong: ApiError }
);

/** A table as its page shows it; none where the browser has no such table any more. */
export async function ownTable(id: string): Promise<readonly OwnTable[]> {
  try {
    const [table, board] = await Promise.all([askTable(id), askBoard(id)]);
    return [{ id, table, board }];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 404) return [{ id, wrong: error }];
    forgetTable(id);
    return [];
  }
}

/** So many tables of a kind are shown until all are asked for. */
export const FIRST = 12;

interface TablesProps {
  readonly removed: (id: string) => void;
}

interface OwnTablesProps extends TablesProps {
  readonly tables: readonly OwnTable[];
  readonly further: readonly string[];
  readonly showFurther: (ids: readonly string[]) => void;
}

export function OwnTables({ tables, further, showFurther, removed }: OwnTablesProps) {
  if (tables.length === 0) return null;
  return (
    <section class="own" aria-labelledby="tables">
      <div class="headline">
        <h2 id="tables">{translate("Go on playing")}</h2>
        {further.length > 0 && <Button onClick={() => showFurther(further)} text={translate("Show all")} />}
      </div>
      <ul class="strip">
        {tables.map((own) => (
          <Own key={own.id} {...{ own, removed }} />
        ))}
      </ul>
    </section>
  );
}

function Own({ own, removed }: TablesProps & { readonly own: OwnTable }) {
  const { tokens = {}, since } = storedTable(own.id) ?? {};
  const turn = "board" in own && own.board.active.some((role) => role in tokens);
  return (
    <li class={turn ? "own-table sheet asked" : "own-table sheet"}>
      {"board" in own ? <TablePicture board={own.board} /> : <div class="board-picture" />}
      <div class="own-words">
        <a class="name" href={linkTo(`/table/${encodeURIComponent(own.id)}`)}>
          {titleOf(own.id)}
        </a>
        {"board" in own ? (
          <span class="sub">
            <DotSeparated of={[...new Set(own.table.seats.filter(({ role }) => !(role in tokens)).map(sitter))]} />
          </span>
        ) : (
          <span class="sub why">{reason(own.wrong)}</span>
        )}
        {"board" in own && since !== undefined && <span class="sub">{moment(since)}</span>}
      </div>
      <RemoveButton id={own.id} removed={removed} />
    </li>
  );
}

const reason = ({ code, message }: ApiError) =>
  code === "frozen"
    ? translate("This game cannot be read any more. It stays stored until you remove it.")
    : asSentence(message);

export function FinishedTables({ tables, removed }: TablesProps & { readonly tables: readonly string[] }) {
  const [all, setAll] = useState(false);
  if (tables.length === 0) return null;
  return (
    <section aria-labelledby="finished">
      <h2 id="finished">{translate("Finished games")}</h2>
      <ul class="tables">
        {(all ? tables : tables.slice(0, FIRST)).map((id) => (
          <li key={id} class="sheet">
            <div>
              <a class="name" href={linkTo(`/table/${encodeURIComponent(id)}`)}>
                {titleOf(id)}
              </a>
              <div class="sub">{moment(storedTable(id)?.since ?? 0)}</div>
            </div>
            <RemoveButton id={id} removed={removed} />
          </li>
        ))}
      </ul>
      {!all && tables.length > FIRST && (
        <div class="acts">
          <Button onClick={() => setAll(true)} text={translate("Show all")} />
        </div>
      )}
    </section>
  );
}

const UNNAMED = mark("A game");

const titleOf = (id: string) => translate(storedTable(id)?.title ?? UNNAMED);

/** Removes a table for good, after a second click. */
function RemoveButton({ id, removed }: TablesProps & { readonly id: string }) {
  const [sure, setSure] = useState(false);
  const { busy, run, otherError } = useRequest();
  const wrong = otherError("unknown_table");

  async function remove(): Promise<void> {
    if (!sure) return setSure(true);
    if (!(await run(() => removeTable(id).catch(gone)))) return setSure(false);
    forgetTable(id);
    removed(id);
  }

  return (
    <div class="remove">
      <Button
        kind={sure ? "danger" : "square"}
        disabled={busy}
        aria-label={sure ? undefined : say("Remove {game}", { game: titleOf(id) })}
        onClick={() => void remove()}
        onBlur={() => setSure(false)}
        text={sure ? translate("Remove for good") : "✕"}
      />
      {wrong && <ErrorText message={wrong} />}
    </div>
  );
}

/** What the browser has no longer need not be removed. */
function gone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
