// Sentences: from a message id with placeholders to parts a page can draw. English is the message ids themselves; a
// catalogue of another language is a map from them.

import type { Arg, Text } from "./view";

export type Piece =
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "role"; readonly text: string; readonly role: string }
  | { readonly kind: "word"; readonly text: string }; // an argument that is no player: a cell, a card, a number

/** What a role is called at this table. */
export type Names = (role: string) => string;

let catalogue: Readonly<Record<string, string>> = {};

/** Take another language's sentences; an id that is not among them stays as it is. */
export function setCatalogue(sentences: Readonly<Record<string, string>>): void {
  catalogue = sentences;
}

/** One sentence in the player's language. */
export function translate(msgid: string): string {
  return catalogue[msgid] ?? msgid;
}

/** The page's own words, with `{placeholders}` filled in. */
export function say(msgid: string, words: Readonly<Record<string, string | number>> = {}): string {
  return translate(msgid).replace(/\{(\w+)\}/g, (whole, name: string) => String(words[name] ?? whole));
}

/** Words as a sentence or a title begins. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A text's pieces, in reading order; `{you}` is "you" to that viewer alone. A placeholder without argument stays visible: it is a mistake in the rules. */
export function pieces(text: Text | string, names: Names, viewer?: string): readonly Piece[] {
  if (typeof text === "string") return [{ kind: "plain", text: translate(text) }];
  const found: Piece[] = [];
  let end = 0;
  const sentence = translate(text.text);
  for (const match of sentence.matchAll(/\{(\w+)\}/g)) {
    if (match.index > end) found.push({ kind: "plain", text: sentence.slice(end, match.index) });
    end = match.index + match[0].length;
    const name = match[1] ?? "";
    const arg = text.args?.[name];
    if (arg === undefined) found.push({ kind: "plain", text: match[0] });
    else found.push(...spell(name, arg, names, viewer, match.index === 0));
  }
  if (end < sentence.length) found.push({ kind: "plain", text: sentence.slice(end) });
  return found;
}

/** A text as plain words, for titles and screen readers. */
export function plain(text: Text | string, names: Names, viewer?: string): string {
  return pieces(text, names, viewer)
    .map((piece) => piece.text)
    .join("");
}

function spell(name: string, arg: Arg, names: Names, viewer: string | undefined, first: boolean): readonly Piece[] {
  if (arg === null) return [];
  if (typeof arg !== "object") return [{ kind: "word", text: String(arg) }];
  if (isList(arg)) return [{ kind: "word", text: arg.join(", ") }];
  if ("text" in arg) return pieces(arg, names, viewer);
  if (name === "you" && (viewer === undefined || viewer === arg.role)) return [{ kind: "role", text: translate(first ? "You" : "you"), role: arg.role }];
  return [{ kind: "role", text: names(arg.role), role: arg.role }];
}

function isList(arg: Arg): arg is readonly string[] {
  return Array.isArray(arg);
}
