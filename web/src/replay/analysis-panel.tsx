// The analysis of a finished round by the strongest bot: a curve, the value of the current position, the suggested move, and the
// moves that cost most.

import { useEffect, useRef, useState } from "preact/hooks";
import "./analysis.css";
import { linkTo } from "../app/address";
import { ApiError, evaluation } from "../network/api";
import { seatFace } from "../board/tokens/faces";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { RolePip, Sentence } from "../controls/sentence";
import { nameOf } from "../play/naming";
import type { State } from "../play/state";
import type { PositionEvaluation } from "../protocol";
import { number as shown, percent } from "../text/numbers";
import { say, translate } from "../text/text";
import { curve, HEIGHT, inOrder, isResult, point, rangeOf, swings, WIDTH, type Evaluations } from "./analysis";
import { addressOf } from "./address";
import { moveOf, type About, type Round } from "./round";
import { pause, to } from "./store";

const TOO_FAST = 2500; // ms until a refused request is sent again

/** The evaluations of a round so far, and the command that begins or ends the analysis. */
export interface Analysis {
  readonly evaluations: Evaluations;
  readonly running: boolean;
  readonly wrong: unknown;
  readonly start: () => void;
  readonly stop: () => void;
}

/** The analysis of a round. It goes on until every position is evaluated or the page is left. */
export function useAnalysis(about: About | null, at: number): Analysis {
  const [evaluations, setEvaluations] = useState<Evaluations>(new Map());
  const [running, setRunning] = useState(false);
  const [wrong, setWrong] = useState<unknown>(null);
  const shownAt = useRef(at);
  shownAt.current = at;
  const key = about && `${about.table} ${about.round}`;
  useEffect(() => {
    setEvaluations(new Map());
    setRunning(false);
  }, [key]);
  useEffect(() => {
    if (!running || !about) return undefined;
    let left = false;
    void evaluateAll(about).catch((error: unknown) => {
      if (!left) setWrong(error);
      setRunning(false);
    });
    return () => (left = true);

    async function evaluateAll({ table, round, first, last }: About): Promise<void> {
      const found = new Map(evaluations);
      for (let seq = next(); seq !== undefined; seq = next()) {
        const come = await patiently(() => evaluation(table, round, seq as number));
        if (left) return;
        found.set(come.seq, come);
        setEvaluations(new Map(found));
      }
      setRunning(false);

      function next(): number | undefined {
        return inOrder(first, last, shownAt.current).find((seq) => !found.has(seq));
      }
    }
  }, [running, key]);
  return {
    evaluations,
    running,
    wrong,
    start: () => (setWrong(null), setRunning(true)),
    stop: () => setRunning(false),
  };
}

/** The result of a request, which is sent again while the server refuses it as too fast. */
async function patiently<Value>(send: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "too_fast") throw error;
      await new Promise((resolve) => setTimeout(resolve, TOO_FAST));
    }
  }
}

interface PanelProps {
  readonly round: Round;
  readonly state: State;
  readonly analysis: Analysis;
  readonly tryOut: (evaluation: PositionEvaluation) => void;
}

export function AnalysisPanel({ round, state, analysis, tryOut }: PanelProps) {
  const { about, at } = round;
  const { evaluations, running, wrong } = analysis;
  if (!about?.over || !about.open) return null;
  const all = about.last - about.first + 1;
  const here = evaluations.get(at);
  const begun = running || evaluations.size > 0;
  return (
    <section class="analysis sheet" aria-label={translate("Analysis")}>
      <div class="log-head">
        <h2>{translate("Analysis")}</h2>
        {running && (
          <>
            <span class="sub">{say("{number} of {all} positions", { number: evaluations.size, all })}</span>
            <Button onClick={analysis.stop} text={translate("Pause")} />
          </>
        )}
      </div>
      {begun && <Curve round={round} about={about} state={state} evaluations={evaluations} />}
      {here && <Opinion here={here} state={state} evaluations={evaluations} tryOut={() => tryOut(here)} />}
      {begun && !here && <p class="sub">{translate("The bot is looking at this position…")}</p>}
      {!running && evaluations.size < all && (
        <div class="acts">
          <Button
            kind="act"
            onClick={analysis.start}
            text={translate(begun ? "Go on with the analysis" : "Analyse the game")}
          />
          {!begun && <span class="sub">{translate("The strongest bot looks at every position.")}</span>}
        </div>
      )}
      {evaluations.size === all && <Swings round={round} about={about} state={state} evaluations={evaluations} />}
      {wrong !== null && <ErrorText message={wrong instanceof Error ? wrong.message : String(wrong)} />}
    </section>
  );
}

/** A value for people: the expected score in per cent, or units of the game. */
function valueText(value: number, evaluations: Evaluations): string {
  return isResult(evaluations) ? percent((value + 1) / 2) : shown(value);
}

/** The values of all roles; the percentages of two add up to 100. */
function valueTexts(values: Readonly<Record<string, number>>, evaluations: Evaluations): Readonly<Record<string, string>> {
  const [one, other, ...more] = Object.entries(values);
  if (one && other && more.length === 0 && isResult(evaluations) && Math.abs(one[1] + other[1]) < 1e-6) {
    const share = Math.round((one[1] + 1) * 50) / 100;
    return { [one[0]]: percent(share), [other[0]]: percent(1 - share) };
  }
  return Object.fromEntries(Object.entries(values).map(([role, value]) => [role, valueText(value, evaluations)]));
}

interface PartProps {
  readonly about: About;
  readonly round: Round;
  readonly state: State;
  readonly evaluations: Evaluations;
}

/** The value of each position; of two players the first one's. A click goes to the position. */
function Curve({ about, round, state, evaluations }: PartProps) {
  const { first, last } = about;
  const roles = about.seats.map((seat) => seat.role);
  const drawn = roles.length === 2 ? roles.slice(0, 1) : roles;
  const range = rangeOf(evaluations);
  const marks = swings(evaluations).flatMap(({ seq }) => {
    const value = evaluations.get(seq)?.values[drawn[0] ?? ""];
    return value === undefined || drawn.length > 1 ? [] : [point(seq, value, first, last, range)];
  });
  const [x] = point(round.at, 0, first, last, range);
  function goThere(event: MouseEvent): void {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    pause();
    void to(first + Math.round(((event.clientX - box.left) / box.width) * (last - first)));
  }
  return (
    <figure class="value-curve" dir="ltr">
      <div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" onClick={goThere}>
          <path class="middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
          {drawn.map((role) => {
            const points = curve(evaluations, role, first, last);
            const line = points.map((each) => each.join(" ")).join("L");
            const [from, end] = [points[0], points.at(-1)];
            return (
              <g key={role} style={drawn.length > 1 ? { color: seatFace(state.scene!, role).colour ?? undefined } : undefined}>
                {drawn.length === 1 && from && end && (
                  <path class="area" d={`M${from[0]} ${HEIGHT / 2}L${line}L${end[0]} ${HEIGHT / 2}Z`} />
                )}
                {line && <path class="line" d={`M${line}`} />}
              </g>
            );
          })}
          <path class="here" d={`M${x} 0V${HEIGHT}`} />
        </svg>
        {marks.map(([left, top]) => (
          <span key={left} class="mark" style={{ left: `${(left / WIDTH) * 100}%`, top: `${(top / HEIGHT) * 100}%` }} />
        ))}
      </div>
      {drawn.length === 1 && (
        <figcaption class="sub">
          {roles.map((role) => (
            <span key={role} class="who">
              <RolePip state={state} role={role} />
              <bdi>{nameOf(state, role)}</bdi>
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

/** What the bot thinks of the current position. */
function Opinion({
  here,
  state,
  evaluations,
  tryOut,
}: {
  readonly here: PositionEvaluation;
  readonly state: State;
  readonly evaluations: Evaluations;
  readonly tryOut: () => void;
}) {
  return (
    <div class="opinion">
      <dl aria-label={translate(isResult(evaluations) ? "Expected score" : "Expected result")}>
        {Object.entries(valueTexts(here.values, evaluations)).map(([role, text]) => (
          <div key={role}>
            <dt class="who">
              <RolePip state={state} role={role} />
              <bdi>{nameOf(state, role)}</bdi>
            </dt>
            <dd>
              <bdi dir="ltr">{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {here.move !== "" && (
        <p>
          <span class="lead">{translate(here.played ? "Played as the bot would:" : "The bot suggests:")}</span>
          {here.describe ? <Sentence text={here.describe} state={state} /> : here.move}
        </p>
      )}
      {here.move !== "" && !here.played && (
        <div class="acts">
          <Button onClick={tryOut} text={translate("Try it")} />
        </div>
      )}
    </div>
  );
}

/** Links to the moves that cost most. */
function Swings({ about, round, state, evaluations }: PartProps) {
  const found = swings(evaluations);
  if (found.length === 0) return <p class="sub">{translate("No move has cost much.")}</p>;
  return (
    <>
      <h3>{translate("What cost most")}</h3>
      <ul class="swings">
        {found.map(({ seq, role, before, after }) => (
          <li key={seq}>
            <a
              href={linkTo(
                addressOf({ table: about.table, round: about.round, viewer: about.viewer, move: moveOf(round, seq) }),
              )}
              aria-current={seq === round.at ? "step" : undefined}
              onClick={(click) => {
                if (click.ctrlKey || click.metaKey || click.shiftKey) return; // opened in a new tab
                click.preventDefault();
                pause();
                void to(seq);
              }}
            >
              <span>{say("Move {number}", { number: moveOf(round, seq) })}</span>
              <span class="who">
                <RolePip state={state} role={role} />
                <bdi>{nameOf(state, role)}</bdi>
              </span>
              <bdi dir="ltr">
                {valueText(before, evaluations)} → {valueText(after, evaluations)}
              </bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
