// The size of texts on tokens and cards.

// Chinese, Japanese and Korean letters: twice as wide, and breakable without spaces
export const WIDE = /[\u2e80-\uffef]/;

/** The width of a text, in Latin letters. */
export function breadth(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1.8 : 1), 0);
}

/** The height at which a text fits a token. */
export function size(text: string, most: number, room = 2.4): number {
  return Math.max(10, Math.min(most, (most * room) / Math.max(1, breadth(text))));
}
