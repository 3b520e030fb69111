// What has happened, the newest first; and the same, spoken.

import { Sentence } from "./sentence";
import { addressed, log, mayAct, nameOf, news, takenBack, view, type State } from "../state";
import { plain, translate } from "../text";

export function Log({ state }: { readonly state: State }) {
  const told = log(state).filter((event) => event.text !== null);
  const gone = takenBack(log(state));
  const fresh = news(state);
  return (
    <section class="log sheet" aria-label={translate("Log")}>
      <h2>{translate("Log")}</h2>
      {told.length === 0 ? (
        <p class="sub">{translate("Nothing has happened yet.")}</p>
      ) : (
        <ol reversed tabIndex={0} aria-label={translate("Log, newest first")}>
          {told
            .map((event, index) => (
              <li key={event.seq} class={fresh.has(event.seq) ? "fresh" : undefined}>
                <span class="number">{index + 1}</span>
                {gone.has(event.seq) ? <s>{event.text && <Sentence text={event.text} state={state} />}</s> : <span>{event.text && <Sentence text={event.text} state={state} />}</span>}
              </li>
            ))
            .reverse()}
        </ol>
      )}
    </section>
  );
}

/** What happened since the viewer's own last answer (or that answer, when nothing has), whose turn it is, and the question: for screen readers. */
export function Spoken({ state }: { readonly state: State }) {
  const names = (role: string) => nameOf(state, role);
  const told = log(state).filter((event) => event.text !== null);
  const own = told.findLastIndex((event) => event.role !== null && state.roles.includes(event.role));
  const newest = own < told.length - 1 ? told.slice(Math.max(own + 1, told.length - 5)) : told.slice(-1);
  const words = [...newest.map((event) => event.text), view(state)?.question].flatMap((text) => (text ? [plain(text, names, addressed(state))] : []));
  const turn = mayAct(state) && view(state)?.active.includes(addressed(state)) ? [translate("Your turn")] : [];
  return (
    <div class="nowhere" role="status" aria-live="polite">
      {/* A new one each time: the same words again are news, too. */}
      <p key={`${state.seq}.${state.shown}`}>{[...words.slice(0, newest.length), ...turn, ...words.slice(newest.length)].join(". ")}</p>
    </div>
  );
}
