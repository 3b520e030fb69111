// What happened, in order, each entry a link to its position; the one that is looked at is marked and in sight.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Sentence } from "../controls/sentence";
import { takenBack, type State } from "../play/state";
import { say, translate } from "../text/text";
import { addressOf } from "./address";
import { moveOf, reach, told, type Round } from "./round";
import { pause, to, widen } from "./store";
import { walk } from "../controls/arrow-keys";

export function Story({ round, state }: { readonly round: Round; readonly state: State }) {
  const list = useRef<HTMLOListElement>(null);
  const { about, at } = round;
  useLayoutEffect(() => shown(list.current), [at, about === null]);
  if (!about) return null;
  const lines = told(round);
  const [from, last] = reach(round);
  const gone = takenBack([...round.seen.values()].flatMap(({ seq, events }) => (seq >= from && seq <= last ? events : [])));
  const marked = lines.findLastIndex((line) => line.seq <= at); // what told nothing stands with what was told before
  const here = lines[marked]?.seq;
  return (
    <section class="log story sheet" aria-label={translate("Log")}>
      <h2>{translate("Log")}</h2>
      {lines.length === 0 && <p class="sub">{translate("Nothing has happened yet.")}</p>}
      <ol ref={list} tabIndex={0} aria-label={translate("Log, oldest first")} onKeyDown={walk}>
        {from > about.first && <More by={-1} />}
        {lines.map(({ seq, text, event, first }) => (
          <li
            key={`${seq} ${event ?? text.text}`}
            class={[seq === here && "here", seq > at && "later", event === null && "deed"].filter(Boolean).join(" ")}
          >
            <a
              href={addressOf({ table: about.table, round: about.round, viewer: about.viewer, move: moveOf(round, seq) })}
              tabIndex={-1}
              aria-current={seq === here ? "step" : undefined}
              onClick={(click) => {
                if (click.ctrlKey || click.metaKey || click.shiftKey) return; // in a tab of its own
                click.preventDefault();
                pause();
                void to(seq);
              }}
            >
              <span class="number">{first && <Number number={moveOf(round, seq)} />}</span>
              {event !== null && gone.has(event) ? (
                <s>
                  <Sentence text={text} state={state} />
                </s>
              ) : (
                <span>
                  <Sentence text={text} state={state} />
                </span>
              )}
            </a>
          </li>
        ))}
        {last < about.last && <More by={1} />}
      </ol>
    </section>
  );
}

function Number({ number }: { readonly number: number }) {
  return (
    <>
      <span class="nowhere">{say("Move {number}", { number })}: </span>
      <span aria-hidden="true">{number > 0 && number}</span>
    </>
  );
}

function More({ by }: { readonly by: -1 | 1 }) {
  return (
    <li class="earlier">
      <button type="button" class="button" onClick={() => void widen(by)}>
        {translate(by < 0 ? "Show what was before" : "Show what follows")}
      </button>
    </li>
  );
}

/** Scroll the list, and nothing else, until what is marked can be seen. */
function shown(list: HTMLElement | null): void {
  const line = list?.querySelector<HTMLElement>(".here");
  if (!list || !line) return;
  const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight]; // within the list, which is positioned
  const margin = line.offsetHeight * 2; // what comes next can be seen as well
  if (top - margin < list.scrollTop) list.scrollTop = top - margin;
  else if (bottom + margin > list.scrollTop + list.clientHeight) list.scrollTop = bottom + margin - list.clientHeight;
}
