// The bar above the board: the question, moves without a place on the board, and refusals.

import { NextGame, NumberAnswer, Stepper } from "../deferred-panels";
import { Refusal } from "../../controls/refusal";
import { RolePip, Sentence } from "../../controls/sentence";
import { chosenText, numericActions, shortText, type MoveButton } from "../../play/moves";
import { setActions } from "../../play/combinations";
import { mayStart, startBlocker } from "../../play/agreements";
import { premoveWords } from "../../play/premove";
import { cancel, confirm, pick, play, startGame } from "../../play/session";
import { addressedRole, askedName, joinNames, nameOf } from "../../play/naming";
import { lastPlaces, selection, mayAct, choices, unsentMove, view, type State } from "../../play/state";
import { plain, readable, say, translate } from "../../text/text";
import type { Move } from "../../board/view";
import { Button } from "../../controls/button";

export function Question({ state }: { readonly state: State }) {
  const now = view(state);
  if (!now) return null;
  const kept = unsentMove(state) !== null;
  const mine = now.active.includes(state.shown) && state.agreements?.begun !== false && !kept;
  const { buttons, moves, ranges } = choices(state);
  const names = (role: string) => nameOf(state, role);
  const last = lastPlaces(state).findLast((place) => isNamed(state, place));
  const lead = chosenText(moves, state.chosen);
  const sets = setActions(now.moves);
  const short = (move: Move | null) => move && (state.chosen.length === 0 || sets.has(move.action)) && shortText(now, move);
  const several = selection(state);
  const asked = askedName(state);
  const steppers = state.chosen.length === 0 ? numericActions(moves) : [];
  const set = new Set(steppers.map(([move]) => translate(readable(move?.action ?? ""))));
  const listed = buttons.filter(({ verb }) => verb === null || !set.has(verb));
  const waits = kept ? translate("Your move is kept until the connection is back") : startBlocker(state);
  return (
    <section class={mine ? "ask sheet mine" : "ask sheet"} aria-label={translate("What is asked")}>
      {now.active.map((role) => (
        <RolePip key={role} state={state} role={role} asked={mine} />
      ))}
      <h1 tabIndex={-1}>
        {waits ?? (
          <>
            {mine && asked && <span class="who">{asked}: </span>}
            {now.question ? <Sentence text={now.question} state={state} pips={false} /> : waitingText(state)}
          </>
        )}
      </h1>
      <span class="aside">
        {several && (
          <span class="tally">
            {several.count} / {several.most}
          </span>
        )}
        {last && (
          <span>
            {translate("last:")} <b>{last.slice(last.indexOf(":") + 1)}</b>
          </span>
        )}
      </span>
      {!mine && <NextGame state={state} />}
      {mayStart(state) && <Button kind="main" onClick={startGame} text={translate("Start the game")} />}
      {(buttons.length + ranges.length > 0 || several?.enough || state.chosen.length > 0) && mayAct(state) && (
        <div class="answers">
          {several?.enough && <Button kind="main" onClick={confirm} text={translate("Done")} />}
          {lead !== null && <span class="lead">{lead}</span>}
          {steppers.map((some) => (
            <Stepper key={some[0]?.action} state={state} moves={some} />
          ))}
          {groupsOf(listed, (move) => Boolean(short(move))).map(({ verb, buttons: some }) => {
            const shown = some.map(({ key, label, rest, move, part }) => {
              const says = short(move);
              const words = says ? plain(says, names, addressedRole(state)) : label;
              return (
                <Button
                  key={key}
                  kind="act"
                  aria-label={words}
                  title={move ? plain(move.describe, names, addressedRole(state)) : undefined}
                  onClick={() => (move ? play(move) : part && pick(part))}
                  text={verb === null ? words : rest}
                />
              );
            });
            return verb === null ? (
              shown
            ) : (
              <div key={verb} class="answer-group" role="group" aria-label={verb}>
                <span class="lead">{verb}</span>
                {shown}
              </div>
            );
          })}
          {ranges.map((move) => (
            <NumberAnswer key={move.text} move={move} depth={state.chosen.length} />
          ))}
          {state.chosen.length > 0 && !state.asked && <Button onClick={cancel} text={translate("Cancel")} />}
        </div>
      )}
      {state.premove && (
        <div class="answers" role="status">
          <span class="lead">{say("Then: {move}", { move: premoveWords(state.premove) })}</span>
          <Button onClick={cancel} text={translate("Cancel")} />
        </div>
      )}
      <Refusal state={state} />
    </section>
  );
}

const FEW = 2; // so many buttons may repeat a verb

/**
 * The buttons in groups: those that begin with the same verb have it as their heading, if there are many. A button whose move
 * the rules `word` stands alone.
 */
function groupsOf(
  buttons: readonly MoveButton[],
  worded: (move: Move | null) => boolean,
): readonly { readonly verb: string | null; readonly buttons: readonly MoveButton[] }[] {
  const groups = new Map<string | null, MoveButton[]>();
  for (const button of buttons) {
    const many =
      button.verb !== null && !worded(button.move) && buttons.filter((each) => each.verb === button.verb).length > FEW;
    const verb = many ? button.verb : null;
    groups.set(verb, [...(groups.get(verb) ?? []), button]);
  }
  return [...groups].map(([verb, some]) => ({ verb, buttons: some }));
}

/** Whether a place has a visible name, as cells have; places in a hand or pile are only numbered. */
function isNamed(state: State, place: string): boolean {
  const container = state.scene?.containers.find(({ name }) => name === place.slice(0, place.indexOf(":")));
  return container !== undefined && ["grid", "hex", "edges"].includes(container.layout);
}

function waitingText(state: State): string {
  const active = view(state)?.active ?? [];
  return active.length > 0
    ? say("Waiting for {names}", { names: joinNames(active.map((role) => nameOf(state, role))) })
    : translate("One moment");
}
