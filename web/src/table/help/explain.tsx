// A tooltip for a place: what lies there, what it does, and what can be done with it. Shown after hovering or a long press.

import { useEffect, useState } from "preact/hooks";
import { faceOf } from "../../board/tokens/faces";
import { placeWords } from "../../board/in-words";
import { addressedRole, nameOf } from "../../play/naming";
import { lastPlaces, choices, view, type State } from "../../play/state";
import { nextParts } from "../../play/moves";
import { listen } from "../../controls/listen";
import { plain, say, translate } from "../../text/text";
import { tokensAt, type Place } from "../../board/view";

const HOVER = 900; // ms
const PRESS = 450; // ms
const FEW = 4; // so many moves are listed

interface Explained {
  readonly place: Place;
  readonly box: DOMRect;
  readonly pressed: boolean; // by a long press
}

export function Explain({ state }: { readonly state: State }) {
  const shown = useExplained();
  if (!shown || !state.scene) return null;
  const told = explanation(state, shown.place);
  if (told.length < 2 && !shown.pressed) return null; // the name alone is visible anyway
  const above = shown.box.top > innerHeight / 2;
  const left = Math.max(8, Math.min(shown.box.left + shown.box.width / 2 - 140, innerWidth - 288));
  const at = above
    ? { left: `${left}px`, bottom: `${innerHeight - shown.box.top + 8}px` }
    : { left: `${left}px`, top: `${shown.box.bottom + 8}px` };
  return (
    <div class="explain sheet" role="tooltip" style={at}>
      {told.map((line, index) => (index === 0 ? <b key={line}>{line}</b> : <span key={line}>{line}</span>))}
    </div>
  );
}

/** The sentences about a place: its contents, the notes of cards, whether it was the last move, and its moves. */
export function explanation(state: State, place: Place): readonly string[] {
  const now = view(state);
  if (!now || !state.scene) return [];
  const { scene } = state;
  const names = (role: string) => nameOf(state, role);
  const notes = tokensAt(now, place).flatMap((token) => faceOf(scene, token).note ?? []);
  const { moves, places, combined } = choices(state);
  const open = [...places].filter((each) => each === place || each.startsWith(`${place}.`));
  const through = moves.filter((move) => nextParts(move, state.chosen, combined).some((part) => open.includes(part)));
  const [only] = through;
  const may =
    through.length > FEW || (only && through.some((move) => move.places.length > state.chosen.length + 1))
      ? [translate("you may play here")]
      : through.map((move) => say("you may play here: {what}", { what: plain(move.describe, names, addressedRole(state)) }));
  return [
    placeWords(scene, now, place, names),
    ...new Set(notes.map(translate)),
    ...(lastPlaces(state).includes(place) ? [translate("last move")] : []),
    ...may,
  ];
}

/** The place that has been hovered or pressed long enough. */
function useExplained(): Explained | null {
  const [shown, setShown] = useState<Explained | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted: HTMLElement | null = null;
    let pressed = false;
    let clicked: PointerEvent | null = null; // the last click of the mouse: no tooltip for what comes to lie under it

    function wait(element: HTMLElement | null, time: number): void {
      if (element === wanted) return;
      hide();
      wanted = element;
      if (!element) return;
      timer = setTimeout(() => {
        pressed = time === PRESS;
        setShown({ place: element.dataset["place"] ?? "", box: element.getBoundingClientRect(), pressed });
      }, time);
    }

    function hide(): void {
      clearTimeout(timer);
      wanted = null;
      setShown(null);
    }

    const thing = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>(".board [data-place]") : null;
    const listeners: Readonly<Record<string, (event: Event) => void>> = {
      pointerover: (event) => isMouse(event) && !near(event, clicked) && wait(thing(event), HOVER),
      pointerdown: (event) => {
        clicked = isMouse(event) ? (event as PointerEvent) : null;
        if (clicked) hide();
        else wait(thing(event), PRESS);
      },
      pointermove: (event) => {
        if (!isMouse(event)) {
          if (Math.hypot((event as PointerEvent).movementX, (event as PointerEvent).movementY) > 4) hide();
        } else if (clicked && !near(event, clicked)) {
          clicked = null;
          wait(thing(event), HOVER);
        }
      },
      pointerup: (event) => (event as PointerEvent).pointerType !== "mouse" && !pressed && hide(),
      pointercancel: hide,
      keydown: hide,
      scroll: hide,
      // A long press is no click.
      click: (event) => {
        if (pressed && thing(event)) {
          event.preventDefault();
          event.stopPropagation();
        }
        pressed = false;
      },
      contextmenu: (event) => pressed && event.preventDefault(),
    };
    const remove = listen(window, listeners, { capture: true });
    return () => {
      hide();
      remove();
    };
  }, []);
  return shown;
}

const NEAR = 4; // px

const isMouse = (event: Event) => (event as PointerEvent).pointerType === "mouse";

function near(event: Event, other: PointerEvent | null): boolean {
  const { clientX, clientY } = event as PointerEvent;
  return other !== null && Math.hypot(clientX - other.clientX, clientY - other.clientY) <= NEAR;
}
