// The table in words: the question, what may be done, what lies where, and what has happened. Made from the same view and the
// same moves as the board; for who hears the page read, and for everybody who would rather read.

import { inventory, placeWords, type Heap } from "../../board/in-words";
import { settings } from "../../app/local-settings";
import { waitsFor } from "../../play/agreements";
import { addressed, nameOf } from "../../play/naming";
import { log, mayAct, offered, view, type State } from "../../play/state";
import { pick, play, pointAt } from "../../play/store";
import { counted, plain, say, translate } from "../../text/text";
import type { Scene, View } from "../../board/view";
import { Typed } from "../panels/typed-move";

const TOLD = 5; // so much of the log

export function InWords({ state }: { readonly state: State }) {
  const now = view(state);
  if (!settings.value.words || !now || !state.scene) return null;
  const names = (role: string) => nameOf(state, role);
  const waits = waitsFor(state);
  return (
    <section class="in-words sheet" aria-labelledby="in-words">
      <h2 id="in-words" tabIndex={-1}>
        {translate("The table in words")}
      </h2>
      {waits !== null ? <p>{waits}</p> : now.question && <p>{plain(now.question, names, addressed(state))}</p>}
      {mayAct(state) && <Choices state={state} now={now} scene={state.scene} />}
      {!settings.value.typing && !now.over && <Typed state={state} />}
      <h3>{translate("What lies where")}</h3>
      <dl>
        {inventory(state.scene, now, names).map((heap) => (
          <div key={heap.name}>
            <dt>{heap.title}</dt>
            <dd>{heapWords(heap)}</dd>
          </div>
        ))}
      </dl>
      <h3>{translate("What has happened last")}</h3>
      <ul>
        {log(state)
          .filter((event) => event.text !== null)
          .slice(-TOLD)
          .reverse()
          .map((event) => (
            <li key={event.number}>{event.text && plain(event.text, names, addressed(state))}</li>
          ))}
      </ul>
    </section>
  );
}

function Choices({ state, now, scene }: { readonly state: State; readonly now: View; readonly scene: Scene }) {
  const { places, buttons } = offered(state);
  const names = (role: string) => nameOf(state, role);
  const marked = state.chosen.filter((part) => !places.has(part) && !part.startsWith("="));
  return (
    <>
      <h3>{translate("What you may do")}</h3>
      {marked.length > 0 && (
        <p>{say("Chosen: {what}", { what: marked.map((place) => placeWords(scene, now, place, names)).join("; ") })}</p>
      )}
      <ul class="choices">
        {[...places].map((place) => (
          <li key={place}>
            <button
              type="button"
              class="button"
              aria-pressed={now.several ? state.chosen.includes(place) : undefined}
              onClick={() => pointAt(place)}
            >
              {placeWords(scene, now, place, names)}
            </button>
          </li>
        ))}
        {buttons.map(({ key, label, move, part }) => (
          <li key={key}>
            <button type="button" class="button" onClick={() => (move ? play(move) : part && pick(part))}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A part of the table as one sentence: "black disc: d5, e4; white disc: d4, e5". */
function heapWords({ count, lines }: Heap): string {
  if (count === 0) return translate("empty");
  const told = lines.map(({ what, number, where }) => {
    if (where.length > 0) return `${what}: ${where.join(", ")}`;
    return number > 1 ? `${number} × ${what}` : what;
  });
  return told.length > 0 ? told.join("; ") : counted("{number} thing", "{number} things", count);
}
