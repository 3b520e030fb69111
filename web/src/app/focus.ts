// Keeps the keyboard focus: when the focused element is removed from the page, the nearest one that remains gets the focus.

interface FocusedElement {
  readonly element: HTMLElement;
  readonly place: string | undefined; // of the board
  readonly group: Element | null; // the board, hand, row or list around it
}

let focused: FocusedElement | null = null;

/** Track the focused element from now on. */
export function trackFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    focused =
      target instanceof HTMLElement
        ? { element: target, place: target.dataset["place"], group: target.closest("[role=group], .in-words") }
        : null;
  });
  // A click beside all controls drops the focus; the removal of an element does not.
  document.addEventListener("focusout", () => {
    const left = focused;
    queueMicrotask(() => {
      if (focused === left && left?.element.isConnected && document.activeElement !== left.element) focused = null;
    });
  });
}

/** Restore the focus after the page has changed, if the focused element was removed. */
export function keepFocus(): void {
  if (!focused || focused.element.isConnected || document.activeElement !== document.body) return;
  const { place, group } = focused;
  const same = place === undefined ? null : document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`);
  const beside = group?.isConnected ? group.querySelector<HTMLElement>('[tabindex="0"], h2') : null;
  (same ?? beside ?? document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
}

/** Focus an element again if nothing has the focus; the question if the element was removed. */
export function restoreFocus(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element === document.body || document.activeElement !== document.body) return;
  (element.isConnected ? element : document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
}
