// Where the page starts: which page the address names, the theme, and the tab's title.

import { effect } from "@preact/signals";
import { render, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./style/colours.css";
import "./style/page.css";
import "./style/board.css";
import mark from "./icons/mark.svg";
import markTurn from "./icons/mark-turn.svg";
import { watchFocus } from "./focus";
import { speak } from "./language";
import { settings } from "./memory";
import { Gone } from "./pages/gone";
import { Lobby } from "./pages/lobby";
import { placeOf as placeOfPeople } from "./people/address";
import { TablePage } from "./pages/table";
import { recognise } from "./self";
import { Fault, watchForFaults } from "./panels/fault";
import { mayAct, standing, view } from "./state";
import { live, state } from "./store";
import { translate } from "./text";

effect(() => {
  document.documentElement.dataset["theme"] = settings.value.theme;
});

// The tab says whose turn it is, to somebody who looks at another one; a gold spot says that it is theirs.
effect(() => {
  const now = live.value ?? state.value;
  const title = now.scene ? `${translate(now.scene.title)} · Rondel` : "Rondel";
  const asked = mayAct(now) && view(now)?.active.includes(now.shown);
  const words = [standing(now), title].filter(Boolean).join(" · ");
  document.title = asked ? `● ${words}` : words;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = asked ? markTurn : mark;
  if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted; // the same again would be fetched again
});

function Page() {
  const table = /^\/table\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  const linked = new URLSearchParams(location.hash.slice(1));
  if (table) return <TablePage id={decodeURIComponent(table)} invite={linked.get("invite")} seats={linked.get("seats")?.split(",")} />;
  if (location.pathname === "/") return <Lobby />;
  if (location.pathname === "/dev/table") return <Late load={bench} />;
  if (/^\/dev\/tree(\/|$)/.test(location.pathname)) return <Late load={developer} />;
  if (/^\/rules\/[^/]+\/?$/.test(location.pathname)) return <Late load={rules} />;
  if (/^\/replay\/[^/]+\/?$/.test(location.pathname)) return <Late load={replay} />;
  if (placeOfPeople(location)) return <Late load={people} />;
  return <Gone id={null} why={{ code: "unknown_page", message: "" }} />;
}

const developer = async () => {
  const { DeveloperPage } = await import("./dev/page");
  return <DeveloperPage address={new URL(location.href)} />;
};
const bench = async () => {
  const { BenchPage } = await import("./dev/bench");
  return <BenchPage />;
};
const people = async () => {
  const place = placeOfPeople(location);
  const { PeoplePage } = await import("./people/page");
  return place && <PeoplePage place={place} />;
};
const rules = async () => {
  const { RulesPage } = await import("./rules/page");
  return <RulesPage game={decodeURIComponent(location.pathname.split("/")[2] ?? "")} />;
};
const replay = async () => {
  const { ReplayPage, placeOf } = await import("./replay/page");
  const place = placeOf(new URL(location.href));
  return place && <ReplayPage place={place} />;
};

/** A page that is a file of its own: who plays does not load it. */
function Late({ load }: { readonly load: () => Promise<JSX.Element | null> }) {
  const [page, setPage] = useState<JSX.Element | null>(null);
  useEffect(() => void load().then(setPage), []);
  return page;
}

// On somebody's own page, in a frame: what a link leads to is not to be framed, and opens beside it.
if (window !== window.parent) {
  const base = document.createElement("base");
  base.target = "_blank";
  document.head.append(base);
}

const root = document.getElementById("page");
if (!root) throw new Error("index.html has no element with the id `page` to draw into");
watchForFaults();
watchFocus();
void recognise().catch((error: unknown) => console.warn("it is not known who looks at this page:", error));
void speak().catch((error: unknown) => console.warn("the page stays in English:", error)); // no arena: what is drawn says so
render(
  <>
    <Fault />
    <Page />
  </>,
  root,
);
