// Addresses of the page. Where this browser is the arena, they are in the fragment (`/#/table/ID`), so that any host of static files
// can serve the page, and so that going from one page to another does not end the arena.

/** Whether the page plays in this browser alone. A document for a host without arena says so in its `data-arena`. */
export function isLocal(): boolean {
  return (
    typeof document !== "undefined" &&
    (location.hash.startsWith("#/") || document.documentElement.dataset["arena"] === "browser")
  );
}

/** The address of the current page, as if an arena served it. */
export function here(): URL {
  if (!isLocal()) return new URL(location.href);
  const { hash, origin } = location;
  return new URL(hash.startsWith("#/") ? hash.slice(1) : `/${hash}`, origin === "null" ? "http://browser" : origin);
}

/** What a link to that address refers to: `/table/ID` is `#/table/ID` where this browser is the arena. */
export const linkTo = (address: string) => (isLocal() ? `#${address}` : address);

/** Go to that address. */
export function goTo(address: string): void {
  location.assign(linkTo(address));
}

/** Change the address of the current page, without going anywhere. */
export function rename(address: string): void {
  history.replaceState(null, "", linkTo(address));
}
