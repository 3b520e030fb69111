// Playing cards: rank and suit, 70×100. The suits are paths, not text: fonts might draw emoji.

export type Suit = "♠" | "♥" | "♦" | "♣";

export interface PlayingCard {
  readonly rank: string;
  readonly suit: Suit;
}

const LETTERS: Readonly<Record<string, Suit>> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** The suits, 100×100. */
const DRAWINGS: Readonly<Record<Suit, string>> = {
  "♠": "M50 6C55 25 91 42 91 63A20.5 20.5 0 0 1 54 70C55 80 59 88 67 93H33C41 88 45 80 46 70A20.5 20.5 0 0 1 9 63C9 42 45 25 50 6Z",
  "♥": "M50 92C22 66 7 50 7 32A21.6 21.6 0 0 1 50 26A21.6 21.6 0 0 1 93 32C93 50 78 66 50 92Z",
  "♦": "M50 4Q65 31 86 50Q65 69 50 96Q35 69 14 50Q35 31 50 4Z",
  "♣": "M30 27a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM6 59a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM54 59a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM43 38H57V60C57 78 60 88 68 93H32C40 88 43 78 43 60Z",
};

/** The playing card in a text, a rank before a suit: "Q♠". Null for other texts. */
export function playingCard(text: string): PlayingCard | null {
  const suit = text.slice(-1);
  return suit in DRAWINGS ? { rank: text.slice(0, -1), suit: suit as Suit } : null;
}

/** The text of a playing card's short name: "QS" is "Q♠", "TH" and "10H" are "10♥"; null for other names. */
export function longName(face: string): string | null {
  const [, rank, suit] = /^(10|[2-9TJQKA])([SHDC])$/.exec(face) ?? [];
  return rank && suit ? `${rank === "T" ? "10" : rank}${LETTERS[suit]}` : null;
}

/** Whether the suit is red. */
export function isRed({ suit }: PlayingCard): boolean {
  return suit === "♥" || suit === "♦";
}

/** Rank and suit in the corner, the suit in the middle. */
export function PlayingCardDrawing({ card, tone }: { readonly card: PlayingCard; readonly tone: string | null }) {
  const fill = tone ?? (isRed(card) ? "var(--card-red)" : "var(--card-black)");
  return (
    <g class="playing" data-suit={card.suit} fill={fill}>
      {card.rank && (
        <text
          class="card-index"
          x="13"
          y="21"
          textLength={card.rank.length > 1 ? 18 : undefined}
          lengthAdjust="spacingAndGlyphs"
        >
          {card.rank}
        </text>
      )}
      <path d={DRAWINGS[card.suit]} transform="translate(6.5 26) scale(.13)" />
      <path d={DRAWINGS[card.suit]} transform="translate(21 42) scale(.36)" />
    </g>
  );
}
