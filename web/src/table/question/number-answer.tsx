// An answer by a number of a range: a field, a slider, and the button of the move.

import { useId, useState } from "preact/hooks";
import { moveLabel, withNumber } from "../../play/moves";
import { addressedRole, nameOf } from "../../play/naming";
import { play } from "../../play/session";
import { state as store } from "../../play/store";
import { plain, readable, say, translate } from "../../text/text";
import { Button } from "../../controls/button";
import type { Move } from "../../board/view";

export function NumberAnswer({ move, depth }: { readonly move: Move; readonly depth: number }) {
  const { least = 0, most = 0, step = 1 } = move.numbers ?? {};
  const [text, setText] = useState(String(least));
  const id = useId();
  const chosen = withNumber(move, text === "" ? least : Number(text));
  const limits = { min: least, max: most, step };

  function onSubmit(event: Event): void {
    event.preventDefault();
    play(chosen);
  }

  return (
    <form class="number-answer" onSubmit={onSubmit}>
      <label for={id}>
        <span class="lead">{translate(readable(move.action))}</span>
        <span class="limits">{say("{least} to {most}", { least, most })}</span>
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        required
        {...limits}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <input
        type="range"
        {...limits}
        value={text}
        tabIndex={-1}
        aria-hidden="true"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Button
        type="submit"
        kind="act"
        aria-label={moveLabel(chosen, depth)}
        title={plain(chosen.describe, (role) => nameOf(store.value, role), addressedRole(store.value))}
        text={moveLabel(chosen, depth)}
      />
    </form>
  );
}
