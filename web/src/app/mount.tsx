// What every page starts with: the theme, the language, the tab's title, and what is said when something fails.

import { effect } from "@preact/signals";
import { render, type ComponentChild } from "preact";
import "./style/styles.css";
import mark from "./icons/mark.svg";
import markTurn from "./icons/mark-turn.svg";
import "./board-host";
import { watchFocus } from "./focus";
import { speak } from "../text/language";
import { settings } from "./local-settings";
import { recognise } from "./current-user";
import { Fault, watchForFaults } from "./fault";
import { fetchDeferred } from "../table/deferred-panels";
import { standing } from "../play/naming";
import { mayAct, view } from "../play/state";
import { live, state } from "../play/store";
import { translate } from "../text/text";

/** Draw the page. */
export function begin(page: ComponentChild): void {
  const root = document.getElementById("page");
  if (!root) throw new Error("the document has no element with the id `page` to draw into");
  effect(() => {
    document.documentElement.dataset["theme"] = settings.value.theme;
  });
  effect(title);
  stayInFrame();
  watchForFaults();
  watchFocus();
  void recognise().catch((error: unknown) => console.warn("it is not known who looks at this page:", error));
  void speak().catch((error: unknown) => console.warn("the page stays in English:", error)); // no arena: what is drawn says so
  render(
    <>
      <Fault />
      {page}
    </>,
    root,
  );
  void fetchDeferred().then(({ callWhenAsked }) => callWhenAsked());
}

/** The tab says whose turn it is, to somebody who looks at another one; a gold spot says that it is theirs. */
function title(): void {
  const now = live.value ?? state.value;
  const title = now.scene ? `${translate(now.scene.title)} · Rondel` : "Rondel";
  const asked = mayAct(now) && view(now)?.active.includes(now.shown);
  const words = [standing(now), title].filter(Boolean).join(" · ");
  document.title = asked ? `● ${words}` : words;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = asked ? markTurn : mark;
  if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted; // the same again would be fetched again
}

/** On somebody's own page, in a frame: what a link leads to is not to be framed, and opens beside it. */
function stayInFrame(): void {
  if (window === window.parent) return;
  const base = document.createElement("base");
  base.target = "_blank";
  document.head.append(base);
}
