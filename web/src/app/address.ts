// Addresses of the page. Where this browser is the arena, they are in the fragment (`/#/table/ID`), so that any host of static files
// can serve the page, and so that going from one page to another does not end the arena.

/** Whether the document is one of a host without arena, as `rondel site` writes it: its `data-arena` says so. */
export const isSite = () => typeof document !== "undefined" && document.documentElement.dataset["arena"] === "browser";

/** Whether the page is the playground, whose tables are in this browser, and everything else is the server's. */
export const isPlayground = () => typeof document !== "undefined" && /^\/play\/?$/.test(location.pathname);

/** Whether the page plays in this browser alone. */
export function isLocal(): boolean {
  return isSite() || isPlayground() || (typeof document !== "undefined" && location.hash.startsWith("#/"));
}

/** What is asked of the rules in the editor, and of their table. */
const WRITTEN = /^\/api\/(tables\/|dev\/|games\/[^/]+\/rules)/;

/** Whether a request to that address is answered by this browser. */
export const isAnsweredHere = (path: string) => isLocal() && (!isPlayground() || WRITTEN.test(path));

/** The name under which this browser keeps something of its own tables. Sites of one host, in different folders, do not share them. */
export const keptAs = (name: string) => (isSite() ? `${name} ${new URL(".", document.baseURI).pathname}` : name);

/** The address of the current page, as if an arena served it. */
export function here(): URL {
  if (!isLocal() || isPlayground()) return new URL(location.href);
  const { hash, origin } = location;
  return new URL(hash.startsWith("#/") ? hash.slice(1) : `/${hash}`, origin === "null" ? "http://browser" : origin);
}

/** What a link to that address refers to: `/table/ID` is `#/table/ID` where this browser is the arena. */
export function linkTo(address: string): string {
  if (isPlayground()) return address;
  return isLocal() ? `#${address}` : address;
}

/** Go to that address. */
export function goTo(address: string): void {
  location.assign(linkTo(address));
}

/** Change the address of the current page, without going anywhere. */
export function rename(address: string): void {
  history.replaceState(null, "", linkTo(address));
}
