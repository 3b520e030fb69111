// What a thing on the table is, what it does and what may be done with it: shown to who points at it for a while, or keeps a
// finger on it.

import { useEffect, useState } from "preact/hooks";
import { faceOf } from "../../board/tokens/faces";
import { placeWords } from "../../board/in-words";
import { addressed, nameOf } from "../../play/naming";
import { lastPlaces, offered, view, type State } from "../../play/state";
import { parts } from "../../play/moves";
import { plain, say, translate } from "../../text/text";
import { tokensAt, type Place } from "../../board/view";

const HOVER = 900; // ms
const PRESS = 450; // ms
const FEW = 4; // so many moves are told one by one

interface Shown {
  readonly place: Place;
  readonly box: DOMRect;
  readonly pressed: boolean; // by a finger
}

export function Explain({ state }: { readonly state: State }) {
  const shown = useShown();
  if (!shown || !state.scene) return null;
  const told = explained(state, shown.place);
  if (told.length < 2 && !shown.pressed) return null; // what a thing is, and no more, is seen
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

/** In sentences: what lies there, what each thing does, whether it was the last move, and what may be done. */
export function explained(state: State, place: Place): readonly string[] {
  const now = view(state);
  if (!now || !state.scene) return [];
  const { scene } = state;
  const names = (role: string) => nameOf(state, role);
  const notes = tokensAt(now, place).flatMap((token) => faceOf(scene, token).note ?? []);
  const { moves, places } = offered(state);
  const open = [...places].filter((each) => each === place || each.startsWith(`${place}.`));
  const through = moves.filter((move) => open.includes(parts(move)[state.chosen.length] ?? ""));
  const [only] = through;
  const may =
    through.length > FEW || (only && through.some((move) => move.places.length > state.chosen.length + 1))
      ? [translate("you may play here")]
      : through.map((move) => say("you may play here: {what}", { what: plain(move.describe, names, addressed(state)) }));
  return [
    placeWords(scene, now, place, names),
    ...new Set(notes.map(translate)),
    ...(lastPlaces(state).includes(place) ? [translate("last move")] : []),
    ...may,
  ];
}

/** What is pointed at for a while. */
function useShown(): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted: HTMLElement | null = null;
    let pressed = false;
    let clicked: PointerEvent | null = null; // what comes to lie under a mouse that has just been clicked was not pointed at

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
      // What was pressed to be read is not played.
      click: (event) => {
        if (pressed && thing(event)) {
          event.preventDefault();
          event.stopPropagation();
        }
        pressed = false;
      },
      contextmenu: (event) => pressed && event.preventDefault(),
    };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener, { capture: true });
    return () => {
      hide();
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener, { capture: true });
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
