// The log of a replay: each event links to its position; the current one is marked and visible.

import { useLayoutEffect, useRef } from "preact/hooks";
import { linkTo } from "../app/address";
import { Sentence } from "../controls/sentence";
import { undoneEvents, type State } from "../play/state";
import { say, translate } from "../text/text";
import { addressOf } from "./address";
import { moveOf, loadedRange, logLines, type Round } from "./round";
import { pause, to, loadMore } from "./store";
import { moveFocus } from "../controls/arrow-keys";
import { Button } from "../controls/button";

export function ReplayLog({ round, state }: { readonly round: Round; readonly state: State }) {
  const list = useRef<HTMLOListElement>(null);
  const { about, at } = round;
  useLayoutEffect(() => scrollToMarked(list.current), [at, about === null]);
  if (!about) return null;
  const lines = logLines(round);
  const [from, last] = loadedRange(round);
  const gone = undoneEvents(
    [...round.positions.values()].flatMap(({ seq, events }) => (seq >= from && seq <= last ? events : [])),
  );
  const marked = lines.findLastIndex((line) => line.seq <= at); // a position without events is marked at the one before
  const here = lines[marked]?.seq;
  return (
    <section class="log replay-log sheet" aria-label={translate("Log")}>
      <h2>{translate("Log")}</h2>
      {lines.length === 0 && <p class="sub">{translate("Nothing has happened yet.")}</p>}
      <ol ref={list} tabIndex={0} aria-label={translate("Log, oldest first")} onKeyDown={moveFocus}>
        {from > about.first && <More by={-1} />}
        {lines.map(({ seq, text, event, move }) => (
          <li
            key={`${seq} ${event ?? text.text}`}
            class={[seq === here && "here", seq > at && "later", event === null && "action"].filter(Boolean).join(" ")}
          >
            <a
              href={linkTo(
                addressOf({ table: about.table, round: about.round, viewer: about.viewer, move: moveOf(round, seq) }),
              )}
              tabIndex={-1}
              aria-current={seq === here ? "step" : undefined}
              onClick={(click) => {
                if (click.ctrlKey || click.metaKey || click.shiftKey) return; // opened in a new tab
                click.preventDefault();
                pause();
                void to(seq);
              }}
            >
              <span class="number">{move !== null && <Number number={move} />}</span>
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
      <span aria-hidden="true">{number}</span>
    </>
  );
}

function More({ by }: { readonly by: -1 | 1 }) {
  return (
    <li class="earlier">
      <Button onClick={() => void loadMore(by)}>{translate(by < 0 ? "Show what was before" : "Show what follows")}</Button>
    </li>
  );
}

/** Scroll the list, and not the page, until the marked line is visible. */
function scrollToMarked(list: HTMLElement | null): void {
  const line = list?.querySelector<HTMLElement>(".here");
  if (!list || !line) return;
  const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight]; // relative to the list, which is positioned
  const margin = line.offsetHeight * 2; // the next lines are visible too
  if (top - margin < list.scrollTop) list.scrollTop = top - margin;
  else if (bottom + margin > list.scrollTop + list.clientHeight) list.scrollTop = bottom + margin - list.clientHeight;
}
