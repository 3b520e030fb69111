// Where every page starts but that of a table: which one the address names.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { begin } from "./app/mount";
import { Gone } from "./app/not-found";
import { Lobby } from "./lobby/page";
import { placeOf as placeOfPeople } from "./account/address";

function Page() {
  if (location.pathname === "/") return <Lobby />;
  if (/^\/table\/[^/]+\/?$/.test(location.pathname)) return <Late load={table} />;
  if (location.pathname === "/dev/table") return <Late load={bench} />;
  if (/^\/dev\/tree(\/|$)/.test(location.pathname)) return <Late load={developer} />;
  if (/^\/rules\/[^/]+\/?$/.test(location.pathname)) return <Late load={rules} />;
  if (/^\/replay\/[^/]+\/?$/.test(location.pathname)) return <Late load={replay} />;
  if (placeOfPeople(location)) return <Late load={people} />;
  return <Gone id={null} why={{ code: "unknown_page", message: "" }} />;
}

const table = async () => {
  // where the page of a table is not one of its own, as while it is being written
  const { tableHere } = await import("./table/page");
  return tableHere();
};
const developer = async () => {
  const { DeveloperPage } = await import("./dev/page");
  return <DeveloperPage address={new URL(location.href)} />;
};
const bench = async () => {
  const { BenchPage } = await import("./dev/workbench");
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

/** A page that is a file of its own: who plays does not load it. */
function Late({ load }: { readonly load: () => Promise<JSX.Element | null> }) {
  const [page, setPage] = useState<JSX.Element | null>(null);
  useEffect(() => void load().then(setPage), []);
  return page;
}

begin(<Page />);
