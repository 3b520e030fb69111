// Rows, hands and piles: tokens side by side, as cards where their face is one. What is hidden shows its back.

import { useRef, useState } from "preact/hooks";
import { BackDrawing, CardDrawing, FaceDrawing, faceOf } from "./faces";
import { standingWords, tokenWords } from "./words";
import type { Contents, Scene, SceneContainer, Token } from "../view";
import type { Pointing } from "./pointing";

export interface CardsProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly contents: Contents;
  readonly pointing: Pointing;
  readonly title: string;
  readonly facing?: "me" | "away"; // whose hand: mine is large and fanned
}

export function Cards({ scene, container, contents, pointing, title, facing = "away" }: CardsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const tokens = contents.tokens ?? [];
  const backs = contents.backs ?? 0;
  const count = tokens.length + backs;
  const pile = container.layout === "pile";
  const asking = [...pointing.places, ...pointing.chosen].some((place) => place.startsWith(`${container.name}:`));
  const shown = pile ? tokens.slice(-1) : tokens;
  const hidden = pile ? Math.min(backs, 1) : backs;

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || shown.length === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(shown.length - 1, current + by));
    setCurrent(next);
    box.current?.querySelectorAll("button")[next]?.focus();
  }

  return (
    <section class={`cards ${container.layout} ${facing}`} aria-label={`${title}, ${count}`}>
      <div class="cards-name">
        {title} <span class="count">{count}</span>
      </div>
      <div ref={box} class="cards-run" role="group" aria-label={title} onKeyDown={onKeyDown} style={{ "--count": String(count) }}>
        {shown.map((token, index) => (
          <Card
            key={token.id}
            {...{ scene, token, pointing, asking }}
            place={`${container.name}:${pile ? tokens.length - 1 : token.at}`}
            fan={container.layout === "hand" ? index - (shown.length - 1) / 2 : 0}
            focusable={index === Math.min(current, shown.length - 1)}
            onFocus={() => setCurrent(index)}
          />
        ))}
        {Array.from({ length: hidden }, (_, index) => (
          <div key={`back${index}`} class="card" style={{ "--fan": String(container.layout === "hand" ? index - (hidden - 1) / 2 : 0) }}>
            <svg viewBox="0 0 70 100" aria-hidden="true">
              <BackDrawing />
            </svg>
          </div>
        ))}
        {count === 0 && <div class="card empty" />}
      </div>
    </section>
  );
}

interface CardProps {
  readonly scene: Scene;
  readonly token: Token;
  readonly place: string;
  readonly pointing: Pointing;
  readonly asking: boolean; // something here may be chosen: what may not is quiet
  readonly fan: number;
  readonly focusable: boolean;
  readonly onFocus: () => void;
}

function Card({ scene, token, place, pointing, asking, fan, focusable, onFocus }: CardProps) {
  const face = faceOf(scene, token);
  const standing = { legal: pointing.places.has(place), chosen: pointing.chosen.has(place), last: pointing.last.includes(place) };
  const card = face.shape === "card" || face.shape === "text";
  const quiet = asking && !standing.legal && !standing.chosen;
  const look = ["card", standing.legal && "legal", standing.chosen && "chosen", pointing.asked === place && "asked", quiet && "quiet", standing.last && "last"];
  return (
    <button
      type="button"
      class={look.filter(Boolean).join(" ")}
      style={{ "--fan": String(fan) }}
      data-place={place}
      data-token={String(token.id)}
      tabIndex={focusable ? 0 : -1}
      aria-label={[tokenWords(scene, token), ...standingWords(standing)].join(", ")}
      aria-disabled={standing.legal || standing.chosen ? undefined : "true"}
      onFocus={onFocus}
      onClick={(event) => pointing.point(place, event)}
    >
      <svg viewBox={card ? "0 0 70 100" : "0 0 100 100"} aria-hidden="true">
        {card ? <CardDrawing face={face} /> : <FaceDrawing face={face} />}
      </svg>
    </button>
  );
}
