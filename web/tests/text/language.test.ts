import { afterEach, expect, it, vi } from "vitest";
import { languageName, directionOf, chooseLanguage, startLanguage } from "../../src/text/language";
import { languages } from "../../src/app/store";
import { changeSettings, settings } from "../../src/app/local-settings";
import { language, setCatalogue, translate } from "../../src/text/text";

const THERE = ["en", "de", "ja", "pt-BR"];

afterEach(() => {
  vi.unstubAllGlobals();
  setCatalogue({});
  changeSettings({ language: "" });
});

it.each<[string, readonly string[], string]>([
  ["", ["de-AT", "en"], "de"],
  ["", ["fr", "ja"], "ja"],
  ["", ["en-GB", "de"], "en"],
  ["", ["PT-br"], "pt-BR"],
  ["", ["tlh"], "en"],
  ["", [], "en"],
  ["ja", ["de"], "ja"],
])("chosen %j, wished for %j: reads %s", (chosen, wished, fits) => {
  expect(chooseLanguage(chosen, wished, THERE)).toBe(fits);
});

it("calls languages as they call themselves", () => {
  expect(["en", "de", "ja"].map(languageName)).toEqual(["English", "Deutsch", "日本語"]);
});

it("fetches the catalogue of the browser's language, and of another one once it is chosen", async () => {
  const asked: string[] = [];
  const answer = (path: string) => {
    asked.push(path);
    if (path === "/api/languages") return ["en", "de", "ja"];
    const lang = path.split("/").at(-1);
    return { lang, samples: [1, 0], messages: { Undo: [lang === "de" ? "Zurück" : "戻す"] } };
  };
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(new Response(JSON.stringify(answer(path)))));
  vi.stubGlobal("navigator", { languages: ["de-CH"] });
  await startLanguage();
  await vi.waitFor(() => expect(translate("Undo")).toBe("Zurück"));
  expect(languages.value).toEqual(["en", "de", "ja"]);
  expect(document.documentElement.lang).toBe("de");
  changeSettings({ language: "ja" });
  await vi.waitFor(() => expect(translate("Undo")).toBe("戻す"));
  changeSettings({ language: "en" });
  await vi.waitFor(() => expect(translate("Undo")).toBe("Undo"));
  expect(language()).toBe("en");
  expect(asked).toEqual(["/api/languages", "/api/texts/de", "/api/texts/ja"]);
});

it("an address that asks for what is no language, or none of the arena's, leaves it as the browser says", async () => {
  const answers: Record<string, unknown> = {
    "/api/languages": ["en", "de"],
    "/api/texts/de": { lang: "de", samples: [1, 0], messages: { Undo: "Zurück" } },
  };
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(new Response(JSON.stringify(answers[path] ?? {}), { status: path in answers ? 200 : 404 })),
  );
  vi.stubGlobal("navigator", { languages: ["de"] });
  for (const asked of ["<img src=x>", "tlh"]) {
    vi.stubGlobal("location", { hash: "", search: `?lang=${encodeURIComponent(asked)}` });
    await startLanguage();
    await vi.waitFor(() => expect(translate("Undo")).toBe("Zurück"));
    expect(settings.value.language).toBe("");
  }
});

it.each([
  ["he", "rtl"],
  ["ar-EG", "rtl"],
  ["fa", "rtl"],
  ["az-Arab", "rtl"],
  ["de", "ltr"],
  ["ar-Latn", "ltr"],
  ["arn", "ltr"],
  ["ja", "ltr"],
])("%s is read %s", (tag, way) => {
  expect(directionOf(tag)).toBe(way);
});
