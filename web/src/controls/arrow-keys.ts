// Arrow keys in a list of links, which is one stop of the tab key.

const WAYS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Focus the next, previous, first or last link of the list. */
export function moveFocus(event: KeyboardEvent): void {
  const way = WAYS[event.key];
  const list = event.currentTarget;
  if (way === undefined || event.ctrlKey || event.metaKey || event.altKey || !(list instanceof HTMLElement)) return;
  const links = [...list.querySelectorAll<HTMLElement>("a[href], button")];
  const at = links.findIndex((link) => link === document.activeElement);
  // begin at the marked one
  const begun = at < 0 ? links.findIndex((link) => link.ariaCurrent === "step") - (way > 0 ? 1 : -1) : at;
  const to = links[Math.min(Math.max((at < 0 && begun < -1 ? -1 : begun) + way, 0), links.length - 1)];
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  to.focus();
}
