// The log, the newest event first, and its announcements for screen readers.

import { Component } from "preact";
import { useState } from "preact/hooks";
import { linkTo } from "../../app/address";
import { Sentence } from "../../controls/sentence";
import { moveFocus } from "../../controls/arrow-keys";
import { entries } from "../../play/actions";
import { actions } from "../../play/store";
import { startBlocker } from "../../play/agreements";
import { addressOf } from "../../replay/address";
import { addressedRole, askedName, nameOf } from "../../play/naming";
import { log, mayAct, unseenEvents, undoneEvents, view, type State } from "../../play/state";
import { counted, language, plain, translate } from "../../text/text";
import { ScoreSheet } from "./score-sheet";
import type { GameEvent, Text } from "../../board/view";
import { Button } from "../../controls/button";

const PAGE = 100; // lines at first; thousands would make every update slow

export function Log({ state }: { readonly state: State }) {
  const [shown, setShown] = useState(PAGE);
  const told = entries(log(state), actions.value);
  const earlier = Math.max(0, told.length - shown);
  const gone = undoneEvents(log(state));
  const column = state.scene?.score_sheet;
  const fresh = unseenEvents(state);
  const readers = JSON.stringify([
    language(),
    addressedRole(state),
    state.table?.seats.map((seat) => [seat.role, nameOf(state, seat.role)]),
  ]);
  return (
    <section class="log sheet" aria-label={translate("Log")}>
      <div class="log-head">
        <h2>{translate("Log")}</h2>
        {state.table && told.length > 0 && (
          <a class="button" href={replayAddress(state, log(state).at(-1))}>
            {translate("Look back")}
          </a>
        )}
      </div>
      {told.length === 0 ? (
        <p class="sub">{translate("Nothing has happened yet.")}</p>
      ) : column !== undefined && state.scene?.roles.length === 2 ? (
        <ScoreSheet
          state={state}
          entries={told}
          column={column}
          gone={gone}
          fresh={fresh}
          address={(event) => replayAddress(state, event)}
        />
      ) : (
        <ol reversed tabIndex={0} aria-label={translate("Log, newest first")} onKeyDown={moveFocus}>
          {told
            .slice(earlier)
            .map(({ key, number, event, text }) =>
              event ? (
                <EventLine
                  key={key}
                  number={number}
                  event={event}
                  gone={gone.has(event.number)}
                  fresh={fresh.has(event.number)}
                  readers={readers}
                  state={state}
                />
              ) : (
                <li key={key} class="action">
                  <span class="number" />
                  <span>
                    <Sentence text={text} state={state} />
                  </span>
                </li>
              ),
            )
            .reverse()}
          {earlier > 0 && (
            <li key="earlier" class="earlier">
              <Button
                onClick={() => setShown(shown * 4)}
                text={counted("Show {number} earlier", "Show {number} earlier", Math.min(earlier, shown * 3))}
              />
            </li>
          )}
        </ol>
      )}
    </section>
  );
}

interface EventLineProps {
  readonly number: number | null;
  readonly event: GameEvent;
  readonly gone: boolean; // undone
  readonly fresh: boolean;
  readonly readers: string; // key of the language and of all names
  readonly state: State;
}

/** A line of the log; drawn again only when its own text changes, as there may be thousands. */
class EventLine extends Component<EventLineProps> {
  override shouldComponentUpdate(next: EventLineProps): boolean {
    const { event, gone, fresh, readers, state } = this.props;
    return (
      next.event !== event ||
      next.gone !== gone ||
      next.fresh !== fresh ||
      next.readers !== readers ||
      next.state.scene !== state.scene
    );
  }

  override render({ number, event, gone, fresh, state }: EventLineProps) {
    const said = event.text && <Sentence text={event.text} state={state} />;
    return (
      <li class={fresh ? "fresh" : undefined}>
        <span class="number">{number}</span>
        <a href={replayAddress(state, event)} tabIndex={-1} title={translate("Look at this position")}>
          {gone ? <s>{said}</s> : said}
        </a>
      </li>
    );
  }
}

/** The address of the replay after an event. */
function replayAddress({ table, shown, roles }: State, event: GameEvent | undefined): string {
  const place = {
    table: table?.id ?? "",
    round: table?.round ?? null,
    viewer: roles.length > 1 ? shown : "",
    event: event?.number ?? null,
  };
  return linkTo(addressOf(place));
}

/** Announces what happened since the viewer's last answer (or that answer), whose turn it is, and the question. */
export function LogAnnouncer({ state }: { readonly state: State }) {
  const names = (role: string) => nameOf(state, role);
  const told = log(state).filter((event) => event.text !== null);
  const own = told.findLastIndex((event) => event.role !== null && state.roles.includes(event.role));
  const newest = own < told.length - 1 ? told.slice(Math.max(own + 1, told.length - 5)) : told.slice(-1);
  const read = (text: Text | null | undefined) => (text ? [plain(text, names, addressedRole(state))] : []);
  const waits = startBlocker(state);
  const asker = askedName(state);
  const asked = waits === null ? read(view(state)?.question).map((text) => (asker ? `${asker}: ${text}` : text)) : [waits];
  const turn = mayAct(state) && view(state)?.active.includes(addressedRole(state)) ? [translate("Your turn")] : [];
  return (
    <div class="nowhere" role="status" aria-live="polite">
      {/* A new element for each position, so that equal texts are announced again. */}
      <p key={`${state.seq}.${state.shown}`}>
        {[...newest.flatMap((event) => read(event.text)), ...turn, ...asked].join(". ")}
      </p>
    </div>
  );
}
