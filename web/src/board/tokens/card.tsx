// Cards, 70×100, and the backs of hidden tokens.

import { Fragment } from "preact";
import { CardText } from "./card-text";
import { isLight, readableOnCard } from "./colours";
import { FaceDrawing } from "./faces";
import { playingCard, PlayingCardDrawing } from "./playing-card";
import type { Face, TokenShape } from "../view";

/** The front of a card, 70×100. */
export function CardDrawing({ face }: { readonly face: Face }) {
  const text = face.text ?? "";
  const playing = playingCard(text);
  const tone = readableOnCard(face.colour ?? "var(--card-black)");
  return (
    <Fragment>
      <rect class="card-front" x=".5" y=".5" width="69" height="99" rx="7" />
      {face.drawing ? (
        <use href={face.drawing} width="70" height="100" />
      ) : playing ? (
        <PlayingCardDrawing card={playing} tone={face.colour ? tone : null} />
      ) : face.path ? (
        <Fragment>
          <path
            d={face.path}
            fill={tone}
            transform={
              face.note ? "translate(20 24) scale(.3)" : text ? "translate(9 34) scale(.52)" : "translate(7 22) scale(.56)"
            }
          />
          {(text || face.note) && <CardText text={text} note={face.note ?? ""} tone={tone} top />}
        </Fragment>
      ) : (
        <CardText text={text} note={face.note ?? ""} tone={tone} />
      )}
    </Fragment>
  );
}

/** The back of a card, 70×100. */
export function BackDrawing() {
  return (
    <Fragment>
      <rect class="card-back" x="1.5" y="1.5" width="67" height="97" rx="6.5" />
      <g class="card-wheel" transform="translate(35 50)">
        <circle r="18" />
        <path d="M0-18V18M-18 0H18M-12.7-12.7 12.7 12.7M12.7-12.7-12.7 12.7" />
        <path class="slice" d="M0 0V-18A18 18 0 0 1 12.7-12.7Z" />
        <circle class="hub" r="5" />
      </g>
    </Fragment>
  );
}

/** A hidden token: a card's back (70×100), or a blank token of that shape (100×100). */
export function HiddenDrawing({ shape, colour }: { readonly shape: TokenShape; readonly colour: string }) {
  if (shape === "card") return <BackDrawing />;
  return (
    <Fragment>
      <FaceDrawing face={{ shape, colour }} />
      <g class={isLight(colour) ? "blank on-light" : "blank"} transform="translate(50 50)">
        <circle r="17" />
        <path d="M0-17V17M-17 0H17M-12-12 12 12M12-12-12 12" />
      </g>
    </Fragment>
  );
}
