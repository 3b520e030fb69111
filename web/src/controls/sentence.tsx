// A text of the game: players with their markers, cells and cards in bold.

import { Pip, seatFace } from "../board/tokens/faces";
import { isRed, playingCard } from "../board/tokens/playing-card";
import { addressedRole, nameOf } from "../play/naming";
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
      {pieces(text, (role) => nameOf(state, role), addressedRole(state)).map((piece, index) => {
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

/** A word in bold. A playing card is written as rank and suit; U+FE0E keeps browsers from drawing an emoji. */
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

/** A seat's marker, in its colour. */
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
