// Sentences: from a message id with placeholders to parts a page can draw. English is the message ids themselves; a
// catalogue of another language is a map from them (language.ts fetches it).

import { signal } from "@preact/signals";
import type { Names } from "../board/host";
import type { Arg, Text } from "../board/view";

/** What a language makes of each message: one text, or one for each form of a plural. */
export type Sentences = Readonly<Record<string, string | readonly string[]>>;

interface Catalogue {
  readonly lang: string;
  readonly sentences: Sentences;
  readonly samples: readonly number[]; // for each form of a plural a number that takes it
  readonly rules: Intl.PluralRules;
}

export type Piece =
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "role"; readonly text: string; readonly role: string }
  | { readonly kind: "word"; readonly text: string }; // an argument that is no player: a cell, a card, a number

const catalogue = signal<Catalogue>(catalogueOf({}, "en", [1, 0])); // a signal, so that what is drawn is drawn anew

/** Take another language's sentences; an id that is not among them stays as it is. */
export function setCatalogue(sentences: Sentences, lang = "en", samples: readonly number[] = [1, 0]): void {
  catalogue.value = catalogueOf(sentences, lang, samples);
}

/** The language all is said in, as a tag. */
export function language(): string {
  return catalogue.value.lang;
}

/** One sentence in the player's language. */
export function translate(msgid: string): string {
  return found(msgid, null) ?? msgid;
}

/** The same text, marked for translation where it is written and not yet said. */
export function mark(msgid: string): string {
  return msgid;
}

/** The page's own words, with `{placeholders}` filled in. */
export function say(msgid: string, words: Readonly<Record<string, string | number>> = {}): string {
  return filled(translate(msgid), words);
}

/** The page's own words about a number, which is their `{number}`. */
export function counted(one: string, many: string, number: number): string {
  return filled(found(one, number) ?? (number === 1 ? one : many), { number });
}

/** Words as a sentence or a title begins. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A name from the rules as a person reads it: "play_disc" is "Play disc". */
export function sentence(name: string): string {
  return capital(name.replaceAll("_", " ").trim());
}

/** A name in the middle of a sentence: in English it begins small, other languages write it as it is. */
export function amid(words: string): string {
  return language().startsWith("en") ? words.toLowerCase() : words;
}

/**
 * A text's pieces, in reading order; `{you}` is "you" to that viewer alone. A placeholder without argument stays visible: it is
 * a mistake in the rules.
 */
export function pieces(text: Text | string, names: Names, viewer?: string): readonly Piece[] {
  if (typeof text === "string") return [{ kind: "plain", text: translate(text) }];
  const pieces: Piece[] = [];
  let end = 0;
  const { sentence, args } = sentenceOf(text, viewer);
  for (const match of sentence.matchAll(/\{\{|\}\}|\{(\w+)\}/g)) {
    if (match.index > end) pieces.push({ kind: "plain", text: sentence.slice(end, match.index) });
    end = match.index + match[0].length;
    const name = match[1];
    const arg = name === undefined ? undefined : args?.[name];
    if (name === undefined)
      pieces.push({ kind: "plain", text: match[0].charAt(0) }); // braces that mean themselves are doubled
    else if (arg === undefined) pieces.push({ kind: "plain", text: match[0] });
    else pieces.push(...spell(name, arg, names, viewer, match.index === 0));
  }
  if (end < sentence.length) pieces.push({ kind: "plain", text: sentence.slice(end) });
  return pieces;
}

/** A text as plain words, for titles and screen readers. */
export function plain(text: Text | string, names: Names, viewer?: string): string {
  return pieces(text, names, viewer)
    .map((piece) => piece.text)
    .join("");
}

/** The sentence to fill in: in the right form, and for who is not addressed the one that says a name. */
function sentenceOf(text: Text, viewer: string | undefined): { readonly sentence: string; readonly args: Text["args"] } {
  const number = text.count === undefined ? undefined : text.args?.[text.count];
  const count = typeof number === "number" ? number : null;
  const you = text.args?.["you"];
  if (text.text.includes("{you}") && !text.text.includes("{actplayer}") && you !== undefined && !addresses(you, viewer)) {
    const named = found(text.text.replaceAll("{you}", "{actplayer}"), count);
    if (named !== null) return { sentence: named, args: { ...text.args, actplayer: you } };
  }
  const english = count !== null && count !== 1 ? (text.plural ?? text.text) : text.text;
  return { sentence: found(text.text, count) ?? english, args: text.args };
}

function addresses(you: Arg, viewer: string | undefined): boolean {
  return viewer === undefined || (typeof you === "object" && you !== null && "role" in you && you.role === viewer);
}

function spell(name: string, arg: Arg, names: Names, viewer: string | undefined, first: boolean): readonly Piece[] {
  if (arg === null) return [];
  if (typeof arg === "boolean") return [{ kind: "word", text: translate(arg ? "yes" : "no") }];
  if (typeof arg === "string") return [{ kind: "word", text: translate(arg) }];
  if (typeof arg !== "object") return [{ kind: "word", text: String(arg) }];
  if (isList(arg))
    return arg.flatMap((each, index) => [
      ...(index > 0 ? [COMMA] : []),
      ...spell(name, each, names, viewer, first && index === 0),
    ]);
  if ("text" in arg) return pieces(arg, names, viewer);
  if (name === "you" && addresses(arg, viewer))
    return [{ kind: "role", text: translate(first ? "You" : "you"), role: arg.role }];
  return [{ kind: "role", text: names(arg.role), role: arg.role }];
}

const COMMA: Piece = { kind: "plain", text: ", " };

function isList(arg: Arg): arg is readonly Arg[] {
  return Array.isArray(arg);
}

function filled(sentence: string, words: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(words[name] ?? whole));
}

/** The translation of a message, in the form for a number where it has one; null where there is none. */
function found(msgid: string, count: number | null): string | null {
  const { sentences, samples, rules } = catalogue.value;
  const forms = sentences[msgid];
  if (forms === undefined || typeof forms === "string") return forms ?? null;
  const category = rules.select(count ?? 0);
  const form = count === null ? -1 : samples.findIndex((sample) => rules.select(sample) === category);
  return (forms.length === 1 ? forms[0] : (forms[form] ?? forms.at(-1))) ?? null;
}

function catalogueOf(sentences: Sentences, lang: string, samples: readonly number[]): Catalogue {
  return { lang, sentences, samples, rules: new Intl.PluralRules(lang) };
}
