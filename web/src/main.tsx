// Entry of every page except a table's: draws the page that the address names.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { mount } from "./app/mount";
import { NotFound } from "./app/not-found";
import { Lobby } from "./lobby/page";
import { placeOf as placeOfPeople } from "./account/address";

function Page() {
  if (location.pathname === "/") return <Lobby />;
  if (/^\/table\/[^/]+\/?$/.test(location.pathname)) return <DeferredPage load={table} />;
  if (location.pathname === "/dev/table") return <DeferredPage load={bench} />;
  if (/^\/dev\/tree(\/|$)/.test(location.pathname)) return <DeferredPage load={developer} />;
  if (/^\/rules\/[^/]+\/?$/.test(location.pathname)) return <DeferredPage load={rules} />;
  if (/^\/replay\/[^/]+\/?$/.test(location.pathname)) return <DeferredPage load={replay} />;
  if (placeOfPeople(location)) return <DeferredPage load={people} />;
  return <NotFound id={null} why={{ code: "unknown_page", message: "" }} />;
}

const table = async () => {
  // in development, where a table's page has no document of its own
  const { tableAtAddress: tableHere } = await import("./table/page");
  return tableHere();
};
const developer = async () => {
  const { DeveloperPage } = await import("./dev/page");
  return <DeveloperPage address={new URL(location.href)} />;
};
const bench = async () => {
  const { WorkbenchPage: BenchPage } = await import("./dev/workbench");
  return <BenchPage />;
};
const people = async () => {
  const place = placeOfPeople(location);
  const { PeoplePage } = await import("./account/page");
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

/** A page in a chunk of its own, loaded when it is needed. */
function DeferredPage({ load }: { readonly load: () => Promise<JSX.Element | null> }) {
  const [page, setPage] = useState<JSX.Element | null>(null);
  useEffect(() => void load().then(setPage), []);
  return page;
}

mount(<Page />);
