// The language of the page: the one of the settings, else the first of the browser's that the server offers.

import { effect } from "@preact/signals";
import { languages as fetchLanguages, texts as askTexts } from "../network/api";
import { changeSettings, settings } from "../app/local-settings";
import { preloadedLanguages } from "../network/preload";
import { languages } from "../app/store";
import { setCatalogue } from "./text";

/** The chosen language, or the first wished one that is offered, with or without its region. */
export function chooseLanguage(chosen: string, wished: readonly string[], there: readonly string[]): string {
  if (chosen) return chosen; // also one that is not offered, such as a pseudo-language of a test
  for (const wish of wished) {
    for (let tag = wish; tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")))) {
      const same = there.find((each) => each.toLowerCase() === tag.toLowerCase());
      if (same) return same;
    }
  }
  return "en";
}

/** Tags of languages that are written from right to left; with a script, the script decides. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|khw|ks|ps|sd|syr|ug|ur|yi)(?=-|$)(?!-Latn)|-(Arab|Hebr|Thaa|Syrc|Nkoo|Adlm)(-|$)/i;

/** The direction of a language. */
export function directionOf(tag: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.test(tag) ? "rtl" : "ltr";
}

/** The name of a language in itself: "Deutsch". */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Use the reader's language from now on, and follow the settings. */
export async function startLanguage(): Promise<void> {
  const asked = new URLSearchParams(location.search).get("lang");
  if (asked && isTag(asked)) changeSettings({ language: asked }); // stored, so that it lasts to the next page
  languages.value = preloadedLanguages() ?? (await fetchLanguages());
  let latest = "en";
  effect(() => {
    const wanted = chooseLanguage(settings.value.language, navigator.languages, languages.value);
    if (wanted === latest) return;
    latest = wanted;
    fetchCatalogue(wanted).then(
      (take) => wanted === latest && take(),
      () => changeSettings({ language: "" }), // not offered: use the browser's
    );
  });
}

/** Whether a text can be a language tag. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

async function fetchCatalogue(tag: string): Promise<() => void> {
  const { lang, messages, samples } = tag === "en" ? ENGLISH : await askTexts(tag);
  return () => {
    setCatalogue(messages, lang, samples);
    document.documentElement.lang = lang;
    document.documentElement.dir = directionOf(lang);
  };
}

const ENGLISH = { lang: "en", messages: {}, samples: [1, 0] };
