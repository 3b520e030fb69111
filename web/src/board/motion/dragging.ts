// Drag and drop: what may be pointed at and holds something can be taken up and laid down, by mouse, pen or finger. It says
// what was meant in the same places as pointing does, so the moves are the same.

import { ghostOf } from "./ghost";
import { fliesFrom, flyHome } from "./motion";
import type { Place } from "../view";

/** What dragging asks and tells. */
export interface Hands {
  grab(place: Place): boolean;
  drop(from: Place, onto: Place | null, away: boolean): boolean; // whether a move came of it
}

const FAR = 7; // px: moved less than this it was a click
const LINGER = 500; // ms: so long what was laid down stays where it is, until the table has changed

interface Drag {
  readonly button: HTMLElement;
  readonly place: Place;
  readonly x: number; // where it began
  readonly y: number;
  ghost: HTMLElement | null; // once it is on its way
  drawing: Element | null; // what is seen faintly where it was
}

/** From now on, things on the table can be dragged; the answer ends that. */
export function dragging(table: HTMLElement, hands: Hands): () => void {
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
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      const drawing = drawingIn(drag.button);
      // before the page changes
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
    // The click that comes of letting go is none.
    addEventListener("click", silence, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", silence, { capture: true }));
    const onto = targetAt(event);
    const home = (button.closest("[role=group]") ?? button).getBoundingClientRect();
    const away =
      event.clientX < home.left || event.clientX > home.right || event.clientY < home.top || event.clientY > home.bottom;
    if (hands.drop(place, onto?.dataset["aim"] ?? onto?.dataset["place"] ?? null, away)) {
      fliesFrom(button.dataset["token"] ?? button.dataset["holds"], ghost);
      setTimeout(() => ghost.remove(), LINGER);
    } else {
      flyHome(ghost);
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

function silence(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function targetAt({ clientX, clientY }: PointerEvent): HTMLElement | null {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-place]") ?? null;
}

/** What is drawn at a place: in its own button, or on the board below it; null where nothing lies. */
function drawingIn(button: HTMLElement): SVGGraphicsElement | null {
  const id = button.dataset["holds"];
  if (id !== undefined) return button.closest(".grid")?.querySelector<SVGGraphicsElement>(`[data-token="${id}"]`) ?? null;
  return button.matches("[data-token]") || button.querySelector("[data-token]") ? button.querySelector("svg") : null;
}
