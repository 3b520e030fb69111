// The table in words: the question, the moves, the contents of the table, the last events. Made from the same view and moves as
// the board; for screen readers, and for everybody who prefers text.

import { inventory, placeWords, type ContainerText } from "../../board/in-words";
import { settings } from "../../app/local-settings";
import { startBlocker } from "../../play/agreements";
import { addressedRole, nameOf } from "../../play/naming";
import { log, mayAct, choices, view, type State } from "../../play/state";
import { pick, play, pointAt } from "../../play/session";
import { counted, plain, say, translate } from "../../text/text";
import type { Scene, View } from "../../board/view";
import { TypedMove } from "../panels/typed-move";
import { Button } from "../../controls/button";
import { NumberAnswer } from "../question/number-answer";

const TOLD = 5; // events of the log

export function InWords({ state }: { readonly state: State }) {
  const now = view(state);
  if (!settings.value.words || !now || !state.scene) return null;
  const names = (role: string) => nameOf(state, role);
  const waits = startBlocker(state);
  return (
    <section class="in-words sheet" aria-labelledby="in-words">
      <h2 id="in-words" tabIndex={-1}>
        {translate("The table in words")}
      </h2>
      {waits !== null ? <p>{waits}</p> : now.question && <p>{plain(now.question, names, addressedRole(state))}</p>}
      {mayAct(state) && <Choices state={state} now={now} scene={state.scene} />}
      {!settings.value.typing && !now.over && <TypedMove state={state} />}
      <h3>{translate("What lies where")}</h3>
      <dl>
        {inventory(state.scene, now, names).map((heap) => (
          <div key={heap.name}>
            <dt>{heap.title}</dt>
            <dd>{containerWords(heap)}</dd>
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
            <li key={event.number}>{event.text && plain(event.text, names, addressedRole(state))}</li>
          ))}
      </ul>
    </section>
  );
}

function Choices({ state, now, scene }: { readonly state: State; readonly now: View; readonly scene: Scene }) {
  const { places, buttons, ranges } = choices(state);
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
            <Button
              aria-pressed={now.several ? state.chosen.includes(place) : undefined}
              onClick={() => pointAt(place)}
              text={placeWords(scene, now, place, names)}
            />
          </li>
        ))}
        {buttons.map(({ key, label, move, part }) => (
          <li key={key}>
            <Button onClick={() => (move ? play(move) : part && pick(part))} text={label} />
          </li>
        ))}
        {ranges.map((move) => (
          <li key={move.text}>
            <NumberAnswer move={move} depth={state.chosen.length} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A container in one sentence: "black disc: d5, e4; white disc: d4, e5". */
function containerWords({ count, lines }: ContainerText): string {
  if (count === 0) return translate("empty");
  const told = lines.map(({ what, number, where }) => {
    if (where.length > 0) return `${what}: ${where.join(", ")}`;
    return number > 1 ? `${number} × ${what}` : what;
  });
  return told.length > 0 ? told.join("; ") : counted("{number} thing", "{number} things", count);
}
