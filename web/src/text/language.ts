// Which language the page is read in: the one chosen in the settings, else the first of the browser's that there is.

import { effect, signal } from "@preact/signals";
import { languages as askLanguages, texts as askTexts } from "../network/api";
import { change, settings } from "../app/local-settings";
import { languages as brought } from "../network/preload";
import { setCatalogue } from "./text";

/** The languages there are, by their tags; only English until the arena has said which. */
export const languages = signal<readonly string[]>(["en"]);

/**
 * The language to read in: the chosen one, or the first of those wished for that there is, also without its part of the world.
 */
export function fitting(chosen: string, wished: readonly string[], there: readonly string[]): string {
  if (chosen) return chosen; // also one that is not offered: who tests the page asks for strange letters
  for (const wish of wished) {
    for (let tag = wish; tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")))) {
      const same = there.find((each) => each.toLowerCase() === tag.toLowerCase());
      if (same) return same;
    }
  }
  return "en";
}

/** Languages that are read from right to left, by their tags; those written in two ways by the script that is. */
const LEFTWARD = /^(ar|arc|ckb|dv|fa|he|khw|ks|ps|sd|syr|ug|ur|yi)(?=-|$)(?!-Latn)|-(Arab|Hebr|Thaa|Syrc|Nkoo|Adlm)(-|$)/i;

/** Which way a language is read. */
export function directionOf(tag: string): "ltr" | "rtl" {
  return LEFTWARD.test(tag) ? "rtl" : "ltr";
}

/** What a language calls itself: "Deutsch". */
export function calledBy(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Read in the player's language from now on, and in another one as soon as the settings say so. */
export async function speak(): Promise<void> {
  const asked = new URLSearchParams(location.search).get("lang");
  if (asked && isTag(asked)) change({ language: asked }); // as if chosen in the settings, so that it lasts to the next page
  languages.value = brought() ?? (await askLanguages());
  let latest = "en";
  effect(() => {
    const wanted = fitting(settings.value.language, navigator.languages, languages.value);
    if (wanted === latest) return;
    latest = wanted;
    fetched(wanted).then(
      (take) => wanted === latest && take(),
      () => change({ language: "" }), // there is no such language here: then as the browser says
    );
  });
}

/** Whether this could be a language's tag at all. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

async function fetched(tag: string): Promise<() => void> {
  const { lang, messages, samples } = tag === "en" ? ENGLISH : await askTexts(tag);
  return () => {
    setCatalogue(messages, lang, samples);
    document.documentElement.lang = lang;
    document.documentElement.dir = directionOf(lang);
  };
}

const ENGLISH = { lang: "en", messages: {}, samples: [1, 0] };
