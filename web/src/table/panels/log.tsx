// What has happened, the newest first; and the same, spoken.

import { Component } from "preact";
import { useState } from "preact/hooks";
import { Sentence } from "../../controls/sentence";
import { walk } from "../../controls/arrow-keys";
import { done, entries } from "../../play/actions";
import { waitsFor } from "../../play/agreements";
import { addressOf } from "../../replay/address";
import { addressed, nameOf } from "../../play/naming";
import { log, mayAct, news, takenBack, view, type State } from "../../play/state";
import { counted, language, plain, translate } from "../../text/text";
import type { GameEvent, Text } from "../../board/view";

const PAGE = 100; // lines at first: a page with thousands would be slow for everybody

export function Log({ state }: { readonly state: State }) {
  const [shown, setShown] = useState(PAGE);
  const told = entries(log(state), done.value);
  const earlier = Math.max(0, told.length - shown);
  const gone = takenBack(log(state));
  const fresh = news(state);
  const readers = JSON.stringify([
    language(),
    addressed(state),
    state.table?.seats.map((seat) => [seat.role, nameOf(state, seat.role)]),
  ]);
  return (
    <section class="log sheet" aria-label={translate("Log")}>
      <div class="log-head">
        <h2>{translate("Log")}</h2>
        {state.table && told.length > 0 && (
          <a class="button" href={replayed(state, log(state).at(-1))}>
            {translate("Look back")}
          </a>
        )}
      </div>
      {told.length === 0 ? (
        <p class="sub">{translate("Nothing has happened yet.")}</p>
      ) : (
        <ol reversed tabIndex={0} aria-label={translate("Log, newest first")} onKeyDown={walk}>
          {told
            .slice(earlier)
            .map(({ key, number, event, text }) =>
              event ? (
                <Line
                  key={key}
                  number={number ?? 0}
                  event={event}
                  gone={gone.has(event.number)}
                  fresh={fresh.has(event.number)}
                  readers={readers}
                  state={state}
                />
              ) : (
                <li key={key} class="deed">
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
              <button type="button" class="button" onClick={() => setShown(shown * 4)}>
                {counted("Show {number} earlier", "Show {number} earlier", Math.min(earlier, shown * 3))}
              </button>
            </li>
          )}
        </ol>
      )}
    </section>
  );
}

interface LineProps {
  readonly number: number;
  readonly event: GameEvent;
  readonly gone: boolean; // taken back
  readonly fresh: boolean;
  readonly readers: string; // by whom it is read, and what everybody is called
  readonly state: State;
}

/** What was told once is told: of a thousand lines none is drawn anew but those that read differently now. */
class Line extends Component<LineProps> {
  override shouldComponentUpdate(next: LineProps): boolean {
    const { event, gone, fresh, readers, state } = this.props;
    return (
      next.event !== event ||
      next.gone !== gone ||
      next.fresh !== fresh ||
      next.readers !== readers ||
      next.state.scene !== state.scene
    );
  }

  override render({ number, event, gone, fresh, state }: LineProps) {
    const said = event.text && <Sentence text={event.text} state={state} />;
    return (
      <li class={fresh ? "fresh" : undefined}>
        <span class="number">{number}</span>
        <a href={replayed(state, event)} tabIndex={-1} title={translate("Look at this position")}>
          {gone ? <s>{said}</s> : said}
        </a>
      </li>
    );
  }
}

/** Where the position after an event is to be seen again. */
function replayed({ table, shown, roles }: State, event: GameEvent | undefined): string {
  return addressOf({
    table: table?.id ?? "",
    round: table?.round ?? null,
    viewer: roles.length > 1 ? shown : "",
    event: event?.number ?? null,
  });
}

/**
 * What happened since the viewer's own last answer (or that answer, when nothing has), whose turn it is, and the question: for
 * screen readers.
 */
export function Spoken({ state }: { readonly state: State }) {
  const names = (role: string) => nameOf(state, role);
  const told = log(state).filter((event) => event.text !== null);
  const own = told.findLastIndex((event) => event.role !== null && state.roles.includes(event.role));
  const newest = own < told.length - 1 ? told.slice(Math.max(own + 1, told.length - 5)) : told.slice(-1);
  const read = (text: Text | null | undefined) => (text ? [plain(text, names, addressed(state))] : []);
  const waits = waitsFor(state);
  const asked = waits === null ? read(view(state)?.question) : [waits];
  const turn = mayAct(state) && view(state)?.active.includes(addressed(state)) ? [translate("Your turn")] : [];
  return (
    <div class="nowhere" role="status" aria-live="polite">
      {/* A new one each time: the same words again are news, too. */}
      <p key={`${state.seq}.${state.shown}`}>
        {[...newest.flatMap((event) => read(event.text)), ...turn, ...asked].join(". ")}
      </p>
    </div>
  );
}
