// The keys of a table.

import { mark, translate } from "../../text/text";

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [["F2"], mark("to the question")],
  [["Tab"], mark("to the next button, or on to the board, the hand and the log")],
  [["←", "↑", "→", "↓"], mark("to another place on the board, card or line")],
  [["N", "P"], mark("to the next place of a board where you may play, and back")],
  [["Enter"], mark("chooses, and plays")],
  [["Esc"], mark("cancels the choice, closes the result or the settings")],
];

export function Keys() {
  return (
    <details class="folded keys sheet">
      <summary>{translate("Keys")}</summary>
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{translate(does)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
