// Texts: from a message id with placeholders to parts that a page draws. English texts are the message ids; the catalogue of
// another language maps them to its texts (language.ts fetches it).

import { signal } from "@preact/signals";
import type { Names } from "../board/host";
import type { Arg, Text } from "../board/view";

/** The translation of each message: one text, or one for each plural form. */
export type Sentences = Readonly<Record<string, string | readonly string[]>>;

interface Catalogue {
  readonly lang: string;
  readonly sentences: Sentences;
  readonly samples: readonly number[]; // for each plural form a number that takes it
  readonly rules: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

export type Piece =
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "role"; readonly text: string; readonly role: string }
  | { readonly kind: "word"; readonly text: string }; // an argument that is no player: a cell, a card, a number

const catalogue = signal<Catalogue>(catalogueOf({}, "en", [1, 0])); // a signal, so that a new language draws everything again

/** Use another catalogue; a message without translation stays in English. */
export function setCatalogue(sentences: Sentences, lang = "en", samples: readonly number[] = [1, 0]): void {
  catalogue.value = catalogueOf(sentences, lang, samples);
}

/** The tag of the current language. */
export function language(): string {
  return catalogue.value.lang;
}

/** The translation of a text. */
export function translate(msgid: string): string {
  return found(msgid, null) ?? msgid;
}

/** Marks a text for translation where it is written, if it is translated later. */
export function mark(msgid: string): string {
  return msgid;
}

/** A translated text with its `{placeholders}` filled in. */
export function say(msgid: string, words: Readonly<Record<string, string | number>> = {}): string {
  return filled(translate(msgid), words);
}

/** A translated text about a number, its `{number}`. */
export function counted(one: string, many: string, number: number): string {
  return filled(found(one, number) ?? (number === 1 ? one : many), { number });
}

/** The text with a capital first letter. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An identifier of the rules as text: "play_disc" is "Play disc". */
export function readable(name: string): string {
  return capital(name.replaceAll("_", " ").trim());
}

/** A name in the middle of a sentence: in lower case in English, unchanged in other languages; a single letter is a capital. */
export function midSentence(words: string): string {
  if (words.length === 1) return words.toUpperCase();
  return language().startsWith("en") ? words.toLowerCase() : words;
}

/**
 * The pieces of a text, in reading order. `{you}` is "you" for that viewer only. A placeholder without argument stays visible:
 * the rules are wrong.
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
      pieces.push({ kind: "plain", text: match[0].charAt(0) }); // doubled braces stand for one
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

/** The sentence to fill in: in the right plural form, and with a name instead of "you" for other viewers. */
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
  if (typeof arg === "number") return [{ kind: "word", text: figure(arg) }];
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
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const word = words[name] ?? whole;
    return typeof word === "number" ? figure(word) : word;
  });
}

/** A number in a sentence: "1.5" or "1,5", and "1000" as the rules write it. */
function figure(number: number): string {
  return catalogue.value.numbers.format(number);
}

/** The translation of a message, in the plural form for a number; null for none. */
function found(msgid: string, count: number | null): string | null {
  const { sentences, samples, rules } = catalogue.value;
  const forms = sentences[msgid];
  if (forms === undefined || typeof forms === "string") return forms ?? null;
  const category = rules.select(count ?? 0);
  const form = count === null ? -1 : samples.findIndex((sample) => rules.select(sample) === category);
  return (forms.length === 1 ? forms[0] : (forms[form] ?? forms.at(-1))) ?? null;
}

function catalogueOf(sentences: Sentences, lang: string, samples: readonly number[]): Catalogue {
  const numbers = new Intl.NumberFormat(lang, { useGrouping: false, maximumFractionDigits: 6 });
  return { lang, sentences, samples, rules: new Intl.PluralRules(lang), numbers };
}
