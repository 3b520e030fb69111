// The focus is never lost: when what had it is gone from the page, it goes to what lies nearest to it now.

interface Held {
  readonly element: HTMLElement;
  readonly place: string | undefined; // of the table
  readonly group: Element | null; // the board, hand, row or list it was in
}

let held: Held | null = null;

/** From now on, know what has the focus. */
export function watchFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    held =
      target instanceof HTMLElement
        ? { element: target, place: target.dataset["place"], group: target.closest("[role=group], .in-words") }
        : null;
  });
  // Who points beside everything has let go of it; what is taken from the page has not been let go of.
  document.addEventListener("focusout", () => {
    const left = held;
    queueMicrotask(() => {
      if (held === left && left?.element.isConnected && document.activeElement !== left.element) held = null;
    });
  });
}

/** After the page has changed: bring the focus back if what had it is gone. */
export function keepFocus(): void {
  if (!held || held.element.isConnected || document.activeElement !== document.body) return;
  const { place, group } = held;
  const same = place === undefined ? null : document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`);
  const beside = group?.isConnected ? group.querySelector<HTMLElement>('[tabindex="0"], h2') : null;
  (same ?? beside ?? document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
}

/** Give the focus back to what had it, where nothing has it now; where that is gone, to what is asked. */
export function giveBack(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element === document.body || document.activeElement !== document.body) return;
  (element.isConnected ? element : document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
}
