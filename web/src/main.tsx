// Entry of every page except a table's: draws the page that the address names.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { here, isLocal, isPlayground } from "./app/address";
import { deferred } from "./app/deferred";
import { mount } from "./app/mount";
import { NotFound } from "./app/not-found";
import { Lobby } from "./lobby/page";
import { news } from "./company/news";
import { listen } from "./controls/listen";
import { placeOf as placeOfPeople } from "./account/address";
import { placeOf as placeOfTournaments } from "./tournaments/address";

const local = isLocal();

const NoticeBar = deferred(() => import("./company/notices")).part((chunk) => chunk.NoticeBar);
const InvitationBar = deferred(() => import("./company/invitation-bar")).part((chunk) => chunk.InvitationBar);

/** The page at the address. In a page of this browser's own tables the address changes without loading the document again. */
function Page() {
  const [address, setAddress] = useState(pageAt(here()));
  useEffect(
    () =>
      listen(window, {
        hashchange: () => (isLocal() === local ? setAddress(pageAt(here())) : location.reload()),
      }),
    [],
  );
  if (isPlayground()) return <DeferredPage load={playground} />;
  if (local) return <DeferredPage key={address} load={() => localPage(address)} />;
  return (
    <>
      <ServedPage />
      {(news.value?.notices.length ?? 0) > 0 && location.pathname !== "/account" && <NoticeBar />}
      {(news.value?.invitations ?? 0) > 0 && location.pathname !== "/people" && <InvitationBar />}
    </>
  );
}

const pageAt = ({ pathname, search }: URL) => pathname + search;

/** A page of this browser's own tables. */
const localPage = async (address: string) => {
  const { WithArena, LocalLobby } = await import("./local/page");
  const path = new URL(address, "http://browser").pathname;
  return (
    <WithArena>
      {path === "/" ? <LocalLobby /> : <DeferredPage load={pages.find(([at]) => at.test(path))?.[1] ?? nothing} />}
    </WithArena>
  );
};

function ServedPage() {
  if (location.pathname === "/") return <Lobby />;
  if (/^\/table\/[^/]+\/?$/.test(location.pathname)) return <DeferredPage load={table} />;
  if (location.pathname === "/dev/table") return <DeferredPage load={bench} />;
  if (/^\/dev\/tree(\/|$)/.test(location.pathname)) return <DeferredPage load={developer} />;
  if (/^\/rules\/[^/]+\/?$/.test(location.pathname)) return <DeferredPage load={rules} />;
  if (/^\/replay\/[^/]+\/?$/.test(location.pathname)) return <DeferredPage load={replay} />;
  if (placeOfTournaments(location.pathname)) return <DeferredPage load={tournaments} />;
  if (placeOfPeople(location)) return <DeferredPage load={people} />;
  return <Nothing />;
}

const Nothing = () => <NotFound id={null} why={{ code: "unknown_page", message: "" }} />;
const nothing = async () => Promise.resolve(<Nothing />);

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
const playground = async () => {
  const { PlaygroundPage } = await import("./playground/page");
  return <PlaygroundPage />;
};
const people = async () => {
  const place = placeOfPeople(location);
  if (place?.page === "people") {
    const { CompanyPage } = await import("./company/company-page");
    return <CompanyPage />;
  }
  if (place?.page === "messages") {
    const { ConversationPage } = await import("./company/conversation-page");
    return <ConversationPage name={place.name} />;
  }
  const { PeoplePage } = await import("./account/page");
  return place && <PeoplePage place={place} />;
};
const tournaments = async () => {
  const place = placeOfTournaments(location.pathname);
  const { TournamentPages } = await import("./tournaments/page");
  return place && <TournamentPages place={place} />;
};
const rules = async () => {
  const { RulesPage } = await import("./rules/page");
  return <RulesPage game={decodeURIComponent(here().pathname.split("/")[2] ?? "")} />;
};
const replay = async () => {
  const { ReplayPage, placeOf } = await import("./replay/page");
  const place = placeOf(here());
  return place && <ReplayPage place={place} />;
};

const begin = async () => {
  const { Begin } = await import("./local/page");
  const { pathname, search } = here();
  return <Begin game={decodeURIComponent(pathname.split("/")[2] ?? "")} search={search} />;
};

const unfolded = async () => {
  const { DeveloperPage } = await import("./dev/page");
  const { pathname, search, hash, origin } = here();
  return <DeveloperPage address={new URL(`/dev/tree/game/${pathname.split("/")[2]}${search}${hash}`, origin)} />;
};

/** The pages that this browser has without a server. */
const pages: readonly (readonly [RegExp, () => Promise<JSX.Element | null>])[] = [
  [/^\/table\/[^/]+\/?$/, table],
  [/^\/new\/[^/]+\/?$/, begin],
  [/^\/tree\/[^/]+\/?$/, unfolded],
  [/^\/rules\/[^/]+\/?$/, rules],
  [/^\/replay\/[^/]+\/?$/, replay],
];

/** A page in a chunk of its own, loaded when it is needed. */
function DeferredPage({ load }: { readonly load: () => Promise<JSX.Element | null> }) {
  const [page, setPage] = useState<JSX.Element | null>(null);
  useEffect(() => void load().then(setPage), []);
  return page;
}

mount(<Page />);
