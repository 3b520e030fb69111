// A text on the page: players with their shape, cells and cards set apart.

import { Pip, seatFace } from "../board/tokens/faces";
import { isRed, playingCard } from "../board/tokens/playing-card";
import { addressed, nameOf } from "../play/naming";
import { type State } from "../play/state";
import { pieces } from "../text/text";
import type { Text } from "../board/view";

export function Sentence({
  text,
  state,
  pips = true,
}: {
  readonly text: Text;
  readonly state: State;
  readonly pips?: boolean;
}) {
  return (
    <>
      {pieces(text, (role) => nameOf(state, role), addressed(state)).map((piece, index) => {
        if (piece.kind === "plain") return piece.text;
        if (piece.kind === "word") return <Word key={index} text={piece.text} state={state} />;
        return (
          <span key={index} class="who">
            {pips && <RolePip state={state} role={piece.role} />}
            {piece.text}
          </span>
        );
      })}
    </>
  );
}

/** A word set apart; a playing card by its rank and suit (the sign behind it keeps it from becoming a little picture). */
function Word({ text, state }: { readonly text: string; readonly state: State }) {
  const faces = Object.values(state.scene?.kinds ?? {}).map((kind) => kind.faces[text]?.text ?? "");
  const card = faces.map(playingCard).find((each) => each !== null);
  if (!card) return <b>{text}</b>;
  return (
    <b class={isRed(card) ? "named-card red" : "named-card"}>
      {card.rank}
      {`${card.suit}\ufe0e`}
    </b>
  );
}

/** A seat's shape in its colour. */
export function RolePip({
  state,
  role,
  asked = false,
}: {
  readonly state: State;
  readonly role: string;
  readonly asked?: boolean;
}) {
  const known = state.scene?.roles.some((each) => each.name === role);
  return state.scene && known ? <Pip face={seatFace(state.scene, role)} asked={asked} /> : null;
}
