// The moves of two players in two columns, in the notation of the rules; other events between them in lines of their own.

import { useLayoutEffect, useRef } from "preact/hooks";
import { moveFocus } from "../../controls/arrow-keys";
import { Sentence } from "../../controls/sentence";
import type { Entry } from "../../play/actions";
import { labelOf } from "../../play/naming";
import type { State } from "../../play/state";
import { translate } from "../../text/text";
import type { GameEvent } from "../../board/view";

/** One line: a move of each player, or another event. */
export type Line =
  | { readonly kind: "moves"; readonly number: number; readonly moves: readonly (Written | null)[] }
  | { readonly kind: "event"; readonly entry: Entry };

interface Written {
  readonly text: string;
  readonly event: GameEvent;
}

/** The lines of a sheet; `column` is the argument of a move's text that is written down. Undone events are left out. */
export function linesOf(
  entries: readonly Entry[],
  column: string,
  roles: readonly string[],
  gone: ReadonlySet<number>,
): readonly Line[] {
  const lines: Line[] = [];
  let number = 0;
  let open: (Written | null)[] | null = null; // the line that waits for a move
  for (const entry of entries) {
    const { event, text } = entry;
    if (event && (gone.has(event.number) || event.name === "undo")) continue;
    const written = text.args?.[column];
    const seat = roles.indexOf(event?.role ?? "");
    if (!event || seat < 0 || (typeof written !== "string" && typeof written !== "number")) {
      lines.push({ kind: "event", entry });
      open = null;
      continue;
    }
    if (!open || open[seat] || open.slice(seat).some(Boolean)) {
      if (seat === 0 || number === 0 || open) number += 1;
      open = roles.map(() => null);
      lines.push({ kind: "moves", number, moves: open });
    }
    open[seat] = { text: String(written), event };
  }
  return lines;
}

interface ScoreSheetProps {
  readonly state: State;
  readonly entries: readonly Entry[];
  readonly column: string;
  readonly gone: ReadonlySet<number>;
  readonly fresh: ReadonlySet<number>;
  readonly address: (event: GameEvent) => string; // of the replay after an event
}

export function ScoreSheet({ state, entries, column, gone, fresh, address }: ScoreSheetProps) {
  const list = useRef<HTMLOListElement>(null);
  const roles = (state.scene?.roles ?? []).map(({ name }) => name);
  const lines = linesOf(entries, column, roles, gone);
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [entries.length]);
  return (
    <ol ref={list} class="score-sheet" tabIndex={0} aria-label={translate("Score sheet")} onKeyDown={moveFocus}>
      {lines.map((line, index) =>
        line.kind === "event" ? (
          <li key={line.entry.key} class="other">
            <Sentence text={line.entry.text} state={state} />
          </li>
        ) : (
          <li key={index}>
            <span class="number">{line.number}.</span>
            {line.moves.map((move, seat) =>
              move ? (
                <a
                  key={seat}
                  class={fresh.has(move.event.number) ? "fresh" : undefined}
                  href={address(move.event)}
                  tabIndex={-1}
                  aria-label={`${labelOf(state, roles[seat] ?? "")} ${move.text}`}
                  title={translate("Look at this position")}
                >
                  {move.text}
                </a>
              ) : (
                <span key={seat} />
              ),
            )}
          </li>
        ),
      )}
    </ol>
  );
}
