// What every page does first: theme, language, title of the tab, errors.

import { effect } from "@preact/signals";
import { render, type ComponentChild } from "preact";
import "./style/styles.css";
import mark from "./icons/mark.svg";
import markTurn from "./icons/mark-turn.svg";
import "./board-host";
import { trackFocus } from "./focus";
import { startLanguage } from "../text/language";
import { searchedBefore, settings, type Settings } from "./local-settings";
import { deferred } from "./deferred";
import { searching } from "./store";
import { fetchCurrentUser } from "./current-user";
import { Fault, catchErrors } from "./fault";
import { fetchDeferred } from "../table/deferred-panels";
import { turnText } from "../play/naming";
import { mayAct, view } from "../play/state";
import { live, state } from "../play/store";
import { translate } from "../text/text";

/** Draw the page. */
export function mount(page: ComponentChild): void {
  const root = document.getElementById("page");
  if (!root) throw new Error("the document has no element with the id `page` to draw into");
  effect(applySettings);
  effect(updateTitle);
  searching.value = searchedBefore();
  stayInFrame();
  catchErrors();
  trackFocus();
  void fetchCurrentUser().catch((error: unknown) => console.warn("it is not known who looks at this page:", error));
  void startLanguage().catch((error: unknown) => console.warn("the page stays in English:", error));
  render(
    <>
      <Fault />
      {page}
      <SearchBar />
    </>,
    root,
  );
  void fetchDeferred().then(({ startBadge, startTableSounds, startTurnNotices, startKeeping }) => {
    startTableSounds();
    startTurnNotices();
    startBadge();
    startKeeping();
  });
}

/** The settings that the style sheets read, as attributes of the document. */
function applySettings(): void {
  const { board, pieces, zen } = settings.value;
  const theme = themeOf(settings.value.theme);
  Object.assign(document.documentElement.dataset, { theme, board, pieces, zen: zen ? "on" : "off" });
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset;
    meta.media = theme === "system" ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? "all" : "not all";
  }
}

/** The theme that somebody has chosen; else the one that a page with this one in a frame asks for, as in `?theme=dark`. */
function themeOf(chosen: Settings["theme"]): Settings["theme"] {
  const asked = new URLSearchParams(location.search).get("theme");
  return chosen === "system" && (asked === "light" || asked === "dark") ? asked : chosen;
}

const Searching = deferred(() => import("../lobby/match/searching")).part((chunk) => chunk.Searching);

/** The bar of a search for an opponent, which goes on from page to page. */
function SearchBar() {
  return searching.value ? <Searching /> : null;
}

/** The tab's title says whose turn it is; at the player's turn its icon has a gold dot. */
function updateTitle(): void {
  const now = live.value ?? state.value;
  const title = now.scene ? `${translate(now.scene.title)} · Rondel` : "Rondel";
  const asked = mayAct(now) && view(now)?.active.includes(now.shown);
  const words = [turnText(now), title].filter(Boolean).join(" · ");
  document.title = asked ? `● ${words}` : words;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = asked ? markTurn : mark;
  if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted; // the same address would be fetched again
}

/** In a frame of another site, links open in a new tab, as the pages they lead to refuse to be framed. */
function stayInFrame(): void {
  if (window === window.parent) return;
  const base = document.createElement("base");
  base.target = "_blank";
  document.head.append(base);
}
