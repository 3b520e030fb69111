// Rows, hands and piles: tokens side by side. Hidden ones show their backs.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CardDrawing, HiddenDrawing } from "../../tokens/card";
import { Cup } from "../../tokens/cup";
import { FaceDrawing, faceOf, hiddenShape, PLAIN } from "../../tokens/faces";
import { change, settings } from "../../host";
import { EASE, motionEnabled, recordPositions, duration } from "../../motion/motion";
import { playingCard } from "../../tokens/playing-card";
import { statusWords, tokenWords } from "../../labels";
import { translate } from "../../host";
import type { Contents, Face, Place, Scene, SceneContainer, Token } from "../../view";
import type { Pointing } from "../../pointing";

/** The side of the table and the player's name of each role. */
export type Seats = ReadonlyMap<string, Seat>;

interface Seat {
  readonly side: string;
  readonly name: string;
}

export interface CardsProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly contents: Contents;
  readonly pointing: Pointing;
  readonly title: string;
  readonly label?: string; // of the region, if not its title
  readonly facing?: "me" | "away"; // "me" for the viewer's own hand, which is large and fanned
  readonly common?: boolean; // belongs to nobody, such as a market
  readonly seats?: Seats; // of a container in the middle
  readonly tint?: string; // the owner's colour, for hidden tokens that are no cards
  readonly groups?: readonly number[]; // sizes of the groups in which the tokens lie
}

export function Cards({
  scene,
  container,
  contents,
  pointing,
  title,
  label = title,
  facing = "away",
  common = false,
  seats,
  tint = PLAIN,
  groups = [],
}: CardsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const pile = container.layout === "pile";
  const known = contents.known ?? [];
  const peeked = known.filter((token) => pointing.places.has(`${container.name}:${token.at}`));
  const tokens = peeked.length > 0 ? peeked : (contents.tokens ?? []); // known tokens of a pile are spread to choose from
  const backs = contents.backs ?? 0;
  const count = (contents.tokens?.length ?? 0) + backs;
  const lid = tokens.length === 0 ? known.find((token) => token.at === "top0") : undefined; // the top of a pile, if the viewer knows it
  const asking = [...pointing.places, ...pointing.chosen].some((place) => place.startsWith(`${container.name}:`));
  const mixed = pile && isShuffled(tokens) && new Set(tokens.map(lookKey)).size > 1;
  // A pile shows its top. A shuffled one has no top: it shows a back, and is spread when something can be chosen.
  const open = pile && (peeked.length > 0 || (mixed && asking));
  const sight = container.in_sight ?? tokens.length;
  const shown = open ? tokens : pile ? (mixed ? [] : tokens.slice(-1)) : tokens.slice(Math.max(0, tokens.length - sight));
  const first = tokens.length - shown.length; // the number of tokens that lie under those that are drawn
  const hidden = lid ? 0 : pile ? Math.min(mixed && !asking ? 1 : backs, 1) : backs;
  // A row with notes that belongs to nobody is a market: its cards are large enough to read, and lie in several lines.
  const market =
    common && container.layout === "row" && tokens.some((token) => isCard(scene, token) && faceOf(scene, token).note);
  const worded = market || ((container.layout === "hand" || open) && tokens.some((token) => isWorded(faceOf(scene, token))));
  const noted = worded && tokens.some((token) => faceOf(scene, token).note);
  // no cards, so they must not overlap
  const solid = shown.length > 0 && !shown.some((token) => isCard(scene, token));
  const from = container.layout === "row" && hidden === 0 && !market ? playedBy(scene, tokens, seats) : null;
  const sides = new Set([...(seats?.values() ?? [])].map((seat) => seat.side));
  const ends = new Set(groups.map((_, group) => groups.slice(0, group + 1).reduce((sum, size) => sum + size, 0)));
  const crossed = useRef(false);
  const empty = count === 0 && crossed.current; // between two tricks the layout stays
  const cross = (from !== null || empty) && sides.size === seats?.size; // each card lies before the seat that played it
  crossed.current = cross;
  const aims = new Map(
    tokens.map((token, index) => [lookKey(token), placeAt(index)] as const).filter(([, place]) => pointing.places.has(place)),
  );

  function placeAt(index: number): Place {
    return `${container.name}:${tokens[index]?.at ?? index}`;
  }

  function sort(): void {
    recordPositions();
    change({ sorted: !settings.value.sorted });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (by === undefined || shown.length === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(shown.length - 1, current + by));
    setCurrent(next);
    box.current?.querySelectorAll("button")[next]?.focus();
  }

  const sortable =
    container.layout === "hand" && facing === "me" && shown.length >= MANY && !shown.some((token) => token.down && !token.face);
  const order = sortable && settings.value.sorted ? sorted(scene, shown) : shown.map((_, index) => index);

  return (
    <section
      class={[
        "cards",
        container.layout,
        facing,
        worded && "worded",
        noted && "noted",
        open && "open",
        container.spread,
        container.in_sight !== undefined && "squared",
        market && "market",
        solid && "solid",
        !hasCards(scene) && "low",
      ]
        .filter(Boolean)
        .join(" ")}
      data-container={container.name}
      aria-label={`${label}, ${count}`}
    >
      <div class={sortable ? "cards-name hand-name" : "cards-name"}>
        {title} {count > 0 && <span class="count">{count}</span>}
        {sortable && (
          <button type="button" class="button" aria-pressed={settings.value.sorted} onClick={sort}>
            {translate("Sort")}
          </button>
        )}
      </div>
      <div
        ref={box}
        class={cross ? "cards-run cross" : "cards-run"}
        role="group"
        aria-label={title}
        onKeyDown={onKeyDown}
        style={{
          "--count": String(count),
          "--sight": String(container.in_sight ?? 1),
          "--arms": sides.has("left") ? "1" : "0",
        }}
      >
        {order
          .map((index, position) => [shown[index]!, index, position] as const)
          .map(([token, index, position]) => (
            <Card
              key={token.id ?? `${lookKey(token)}${first + index}`}
              {...{ scene, token, pointing, asking }}
              place={placeAt(first + index)}
              held={container.layout === "hand"}
              read={worded && (facing === "me" || open || market)}
              from={from?.[index]}
              aim={aims.get(lookKey(token))}
              fan={container.layout === "hand" ? position - (shown.length - 1) / 2 : 0}
              apart={ends.has(position)}
              focusable={position === Math.min(current, shown.length - 1)}
              onFocus={() => setCurrent(position)}
            />
          ))}
        {container.cover && hidden > 0 && (
          <div class="card cup">
            <svg viewBox="0 0 100 100" aria-hidden="true">
              <Cup colour={tint} />
            </svg>
            <span class="cup-count" aria-hidden="true">
              {hidden}
            </span>
          </div>
        )}
        {Array.from({ length: container.cover ? 0 : hidden }, (_, index) => (
          <div
            key={`back${index}`}
            class="card"
            title={mixed ? pileWords(scene, tokens) : undefined}
            style={{ "--fan": String(container.layout === "hand" ? index - (hidden - 1) / 2 : 0) }}
          >
            <svg viewBox={hiddenShape(scene) === "card" ? "0 0 70 100" : "0 0 100 100"} aria-hidden="true">
              <HiddenDrawing shape={hiddenShape(scene)} colour={tint} />
            </svg>
          </div>
        ))}
        {cross &&
          [...sides]
            .filter((side) => !from?.some((each) => each.side === side))
            .map((side) => <div key={side} class={`card empty from ${side}`} />)}
        {lid && (
          <div class="card">
            <svg viewBox="0 0 70 100" role="img" aria-label={tokenWords(scene, lid)}>
              <CardDrawing face={faceOf(scene, lid)} />
            </svg>
          </div>
        )}
        {count === 0 && !cross && <div class={hasCards(scene) ? "card empty" : "card empty low"} />}
      </div>
    </section>
  );
}

const MANY = 5; // so many cards can be sorted

/** The order of a sorted hand, as indices: by suit and rank, or by name. */
export function sorted(scene: Scene, tokens: readonly Token[]): readonly number[] {
  const keys = tokens.map((token) => {
    const card = playingCard(faceOf(scene, token).text ?? "");
    const words = tokenWords(scene, token);
    return card ? ([SUITS.indexOf(card.suit), RANKS.indexOf(card.rank), words] as const) : ([SUITS.length, 0, words] as const);
  });
  return tokens
    .map((_, index) => index)
    .sort((one, other) => {
      const [a, b] = [keys[one]!, keys[other]!];
      return a[0] - b[0] || a[1] - b[1] || a[2].localeCompare(b[2], undefined, { numeric: true }) || one - other;
    });
}

const SUITS = ["♣", "♦", "♠", "♥"]; // alternating colours
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/** The seat that played each card, if every seat has played at most one; else null. */
function playedBy(scene: Scene, tokens: readonly Token[], seats: Seats | undefined): readonly Seat[] | null {
  const found = tokens.flatMap((token) => (faceOf(scene, token).shape === "card" ? (seats?.get(token.owner ?? "") ?? []) : []));
  return found.length > 0 && found.length === tokens.length && new Set(found).size === found.length ? found : null;
}

/** Whether a card has words to be read. */
function isWorded({ text, note }: Face): boolean {
  return Boolean(note) || (text ?? "").length > 4;
}

/** Whether a token is drawn as a card. */
function isCard(scene: Scene, token: Token): boolean {
  const hidden = token.down === true && !token.face;
  return hidden ? hiddenShape(scene, token.kind) === "card" : ["card", "text"].includes(faceOf(scene, token).shape);
}

/** Whether the game has cards: then an empty container is as high as a card. */
function hasCards(scene: Scene): boolean {
  const faces = Object.values(scene.kinds).flatMap((kind) => Object.values(kind.faces));
  return faces.length === 0 || faces.some(({ shape }) => shape === "card" || shape === "text");
}

/** Whether these tokens have no places, as in a shuffled pile. */
function isShuffled(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.at === undefined);
}

/** A key of a token's look. Tokens with the same key in a container are one choice, except face-down ones. */
function lookKey({ kind, owner, face, props, down, at }: Token): string {
  return JSON.stringify([kind, owner ?? "", face ?? "", props ?? {}, down && !face ? at : ""]);
}

/** The contents of a shuffled pile: "2 Dominion, Storm". */
function pileWords(scene: Scene, tokens: readonly Token[]): string {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(tokenWords(scene, token), (counts.get(tokenWords(scene, token)) ?? 0) + 1);
  return [...counts].map(([words, count]) => (count > 1 ? `${count} ${words}` : words)).join(", ");
}

interface CardProps {
  readonly scene: Scene;
  readonly token: Token;
  readonly place: Place;
  readonly held: boolean; // in a hand: the others have moved up, so the last move's place is another card now
  readonly read: boolean; // large enough for its note
  readonly from: Seat | undefined; // the seat that played it
  readonly aim: Place | undefined; // place of an equal card that can be chosen
  readonly pointing: Pointing;
  readonly asking: boolean; // something in the container can be chosen: other cards are dimmed
  readonly fan: number;
  readonly apart: boolean; // a group ends before it
  readonly focusable: boolean;
  readonly onFocus: () => void;
}

function Card({ scene, token, place, held, read, from, aim, pointing, asking, fan, apart, focusable, onFocus }: CardProps) {
  const face = faceOf(scene, token);
  const standing = {
    legal: pointing.places.has(place) || aim !== undefined,
    chosen: pointing.chosen.has(place),
    last: !held && pointing.last.includes(place),
    mark: pointing.marks?.get(place),
  };
  const hidden = token.down === true && !token.face ? hiddenShape(scene, token.kind) : null;
  const card = isCard(scene, token);
  const note = face.note ? translate(face.note) : null;
  const quiet = asking && !standing.legal && !standing.chosen;
  const look = [
    "card",
    standing.legal && "legal",
    standing.chosen && "chosen",
    pointing.asked === place && "asked",
    quiet && "quiet",
    standing.last && "last",
    standing.mark && "marked",
    apart && "apart",
    hidden && "face-down",
    from && `from ${from.side}`,
  ];
  const drawing = useTurnAnimation(JSON.stringify([hidden, face.shape, face.text]), face.shape === "die");
  return (
    <button
      type="button"
      class={look.filter(Boolean).join(" ")}
      style={{ "--fan": String(fan) }}
      data-place={place}
      data-aim={pointing.places.has(place) ? place : aim}
      data-token={token.id === undefined ? undefined : String(token.id)}
      aria-description={note && !read ? note : undefined}
      tabIndex={focusable ? 0 : -1}
      aria-label={[
        tokenWords(scene, token),
        ...(note && read ? [note] : []),
        ...(from ? [from.name] : []),
        ...statusWords(standing),
      ].join(", ")}
      aria-disabled={standing.legal || standing.chosen ? undefined : "true"}
      onFocus={onFocus}
      onClick={(event) => pointing.point(pointing.places.has(place) ? place : (aim ?? place), event)}
    >
      <svg ref={drawing} viewBox={card ? "0 0 70 100" : "0 0 100 100"} aria-hidden="true">
        {hidden ? (
          <HiddenDrawing shape={hidden} colour={face.colour ?? PLAIN} />
        ) : card ? (
          <CardDrawing face={read ? face : { ...face, note: null }} />
        ) : (
          <FaceDrawing face={face} />
        )}
      </svg>
      {from && <span class="card-from" data-name={from.name} aria-hidden="true" />}
    </button>
  );
}

/** Animates a change of face: a card is turned over, a die rolls. */
function useTurnAnimation(shown: string, rolls: boolean) {
  const drawing = useRef<SVGSVGElement>(null);
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current !== shown && motionEnabled()) {
      drawing.current?.animate(
        rolls
          ? [
              { rotate: "-1turn", scale: 0.7 },
              { rotate: "0turn", scale: 1 },
            ]
          : [{ scale: "0 1" }, { scale: "1 1" }],
        { duration: duration(), easing: EASE },
      );
    }
    before.current = shown;
  }, [shown]);
  return drawing;
}
