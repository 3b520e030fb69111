// Drag and drop by mouse, pen or finger. It uses the same places as clicking, so the moves are the same.

import { ghostOf } from "./ghost";
import { startFrom, returnToOrigin } from "./motion";
import type { Place } from "../view";

/** Callbacks of a drag. */
export interface DragHandlers {
  grab(place: Place): boolean;
  drop(from: Place, onto: Place | null, away: boolean): boolean; // returns whether a move was sent
}

const DRAG_DISTANCE = 7; // px; a shorter movement is a click
const KEEP_DROPPED = 500; // ms until a dropped copy is removed if the table does not change

interface Drag {
  readonly button: HTMLElement;
  readonly place: Place;
  readonly x: number; // where the pointer went down
  readonly y: number;
  ghost: HTMLElement | null; // the copy under the pointer, once it has moved
  drawing: Element | null; // the original, which is dimmed meanwhile
}

/** Make the tokens in an element draggable; returns the function that ends it. */
export function dragging(table: HTMLElement, hands: DragHandlers): () => void {
  let drag: Drag | null = null;
  let over: HTMLElement | null = null;

  function down(event: PointerEvent): void {
    const button = (event.target as Element).closest<HTMLElement>("[data-aim]");
    if (!button || !event.isPrimary || event.button !== 0 || !drawingIn(button)) return;
    drag = { button, place: button.dataset["aim"] ?? "", x: event.clientX, y: event.clientY, ghost: null, drawing: null };
  }

  function move(event: PointerEvent): void {
    if (!drag || !event.isPrimary) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_DISTANCE) return;
      const drawing = drawingIn(drag.button);
      // measured before the page changes
      const ghost = ghostOf(drawing, (drawing?.tagName === "svg" ? drawing : drag.button).getBoundingClientRect());
      if (!hands.grab(drag.place)) {
        ghost.remove();
        drag = null;
        return;
      }
      drag.ghost = ghost;
      drag.drawing = drawing;
      drawing?.setAttribute("data-taken", "");
      document.documentElement.classList.add("dragging");
    }
    event.preventDefault();
    drag.ghost.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
    const below = targetAt(event);
    const target = below?.dataset["aim"] !== undefined && below.dataset["aim"] !== drag.place ? below : null;
    if (target === over) return;
    over?.removeAttribute("data-over");
    target?.setAttribute("data-over", "");
    over = target;
  }

  function up(event: PointerEvent): void {
    if (!drag || !event.isPrimary) return;
    const { ghost, place, button } = drag;
    ended();
    if (!ghost) return;
    // The browser sends a click after the drag.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const onto = targetAt(event);
    const home = (button.closest("[role=group]") ?? button).getBoundingClientRect();
    const away =
      event.clientX < home.left || event.clientX > home.right || event.clientY < home.top || event.clientY > home.bottom;
    if (hands.drop(place, onto?.dataset["aim"] ?? onto?.dataset["place"] ?? null, away)) {
      startFrom(button.dataset["token"] ?? button.dataset["holds"], ghost);
      setTimeout(() => ghost.remove(), KEEP_DROPPED);
    } else {
      returnToOrigin(ghost);
    }
  }

  function given(): void {
    drag?.ghost?.remove();
    ended();
  }

  function ended(): void {
    drag?.drawing?.removeAttribute("data-taken");
    drag = null;
    over?.removeAttribute("data-over");
    over = null;
    document.documentElement.classList.remove("dragging");
  }

  table.addEventListener("pointerdown", down);
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", up);
  addEventListener("pointercancel", given);
  return () => {
    given();
    table.removeEventListener("pointerdown", down);
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", given);
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function targetAt({ clientX, clientY }: PointerEvent): HTMLElement | null {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-place]") ?? null;
}

/** The drawing at a place: in its own button, or on the board below; null for none. */
function drawingIn(button: HTMLElement): SVGGraphicsElement | null {
  const id = button.dataset["holds"];
  if (id !== undefined) return button.closest(".grid")?.querySelector<SVGGraphicsElement>(`[data-token="${id}"]`) ?? null;
  return button.matches("[data-token]") || button.querySelector("[data-token]") ? button.querySelector("svg") : null;
}
