// Free places: a board of hexagons, or tiles laid next to each other.

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { FaceDrawing, faceOf } from "../../tokens/faces";
import { Rim, rimNames } from "./rim";
import { ROW, spotsOf, type Spot } from "./places";
import { rotated, rotatedSpots } from "../../rotation";
import { statusWords, tokenWords } from "../../labels";
import { translate } from "../../host";
import type { Contents, Scene, SceneContainer, Token } from "../../view";
import type { Pointing } from "../../pointing";

export interface SpotsProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly contents: Contents;
  readonly pointing: Pointing;
  readonly title: string;
  readonly label?: string; // of the region, if not its title
  readonly alone?: boolean; // no other container is in the middle, so it needs no name
  readonly decisive?: readonly string[] | undefined; // places that decided the game
}

const WIDE = 22; // half widths: a wider table gets buttons to zoom
const STEP = 1.5; // factor from one zoom step to the next
const LARGEST = 1.5 ** 4;

const MANY = 80; // more legal places than this are not marked, but for the one that is pointed at

const LEVEL = 7; // offset of a token that lies on another

export function Spots(props: SpotsProps) {
  const { scene, container, contents, pointing, title, label: region = title, alone = false, decisive = [] } = props;
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState("");
  const hexes = container.layout === "hex" || container.hexes === true;
  const one = container.capacity === undefined; // a token fills its cell
  const spots = rotatedSpots(spotsOf(container, contents, [...pointing.places, ...pointing.chosen]));
  const many = spots.filter(({ at }) => pointing.places.has(`${container.name}:${at}`)).length > MANY;
  const home = spots.find((spot) => spot.at === current) ?? spots[0];
  const lying = byPlace(contents.tokens ?? []);
  const high = hexes ? 4 / ROW : 2; // height of a place, in half widths
  const rowHeight = hexes ? ROW : 2;
  const turn = rotated.value ? -1 : 1;
  const names = container.cells
    ? rimNames(container.cells).map((name) => ({ ...name, x: name.x * turn, y: name.y * turn }))
    : [];
  const rim = container.sides ? 0.2 : 0; // space for the lines along the sides
  const xs = [...spots.flatMap(({ x }) => [x - 1 - rim, x + 1 + rim]), ...names.flatMap(({ x }) => [x - 0.4, x + 0.4])];
  const ys = [
    ...spots.flatMap(({ y }) => [y * rowHeight - high / 2 - rim, y * rowHeight + high / 2 + rim]),
    ...names.flatMap(({ y }) => [y - 0.4, y + 0.4]),
  ];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];

  function onKeyDown(event: KeyboardEvent): void {
    const next = arrowed(event, spots, home);
    if (!next) return;
    setCurrent(next.at);
    box.current?.querySelectorAll("button")[spots.indexOf(next)]?.focus();
  }

  return (
    <section
      class={["spots", hexes && "hexes", container.surface].filter(Boolean).join(" ")}
      data-container={container.name}
      aria-label={region}
    >
      {!alone && <div class="cards-name">{title}</div>}
      <Zoomed wide={width > WIDE}>
        <div
          ref={box}
          class={many ? "spots-run many" : "spots-run"}
          role="group"
          aria-label={title}
          onKeyDown={onKeyDown}
          style={{ "--across": String(width), "--down": String(height) }}
        >
          {spots.map((spot) => {
            const tokens = lying.get(spot.at) ?? [];
            const place = `${container.name}:${spot.at}`;
            const places = [place, ...tokens.map((_, level) => `${place}.${level}`)];
            const aim = places.find((each) => pointing.places.has(each));
            const standing = {
              legal: aim !== undefined,
              chosen: places.some((each) => pointing.chosen.has(each)),
              last: places.some((each) => pointing.last.includes(each)),
              planned: pointing.planned?.has(place),
              mark: places.flatMap((each) => pointing.marks?.get(each) ?? [])[0],
            };
            const look = [
              "spot",
              standing.legal && "legal",
              standing.chosen && "chosen",
              standing.last && "last",
              standing.planned && "planned",
              standing.mark && "marked",
              decisive.includes(place) && "decisive",
              pointing.asked && places.includes(pointing.asked) && "asked",
            ];
            const words = tokens.length > 0 ? tokens.map((token) => tokenWords(scene, token)) : [translate("empty")];
            return (
              <button
                key={spot.at}
                type="button"
                class={look.filter(Boolean).join(" ")}
                style={{
                  left: `${((spot.x - 1 - left) / width) * 100}%`,
                  top: `${((spot.y * rowHeight - high / 2 - top) / height) * 100}%`,
                  width: `${(2 / width) * 100}%`,
                  height: `${(high / height) * 100}%`,
                }}
                data-place={place}
                data-aim={aim}
                tabIndex={spot === home ? 0 : -1}
                aria-label={[spot.at, ...words, ...statusWords(standing)].join(", ")}
                aria-disabled={standing.legal || standing.chosen || pointing.planned ? undefined : "true"}
                onFocus={() => setCurrent(spot.at)}
                onClick={(event) => pointing.point(aim ?? place, event)}
              >
                {tokens.length === 0 && !container.cells && <span class="spot-name">{spot.at}</span>}
                <svg viewBox={!hexes ? "8 6 84 84" : one ? "2 2 96 96" : "-10 -10 120 120"} aria-hidden="true">
                  {tokens.map((token, level) => (
                    <g key={token.id} data-token={String(token.id)} transform={`translate(0 ${-LEVEL * level})`}>
                      <FaceDrawing face={faceOf(scene, token)} />
                    </g>
                  ))}
                </svg>
              </button>
            );
          })}
          {names.length > 0 && <Rim {...{ scene, container, names }} cells={spots} box={[left, top, width, height]} />}
        </div>
      </Zoomed>
    </section>
  );
}

/** A frame for wide tables: two buttons zoom, and the frame scrolls. */
function Zoomed({ wide, children }: { readonly wide: boolean; readonly children: ComponentChildren }) {
  const [zoom, setZoom] = useState(1);
  const steps = [
    { sign: "−", label: translate("Smaller"), to: Math.max(1, zoom / STEP) },
    { sign: "+", label: translate("Larger"), to: Math.min(LARGEST, zoom * STEP) },
  ];
  return (
    <div
      class={["spots-frame", wide && "wide", zoom > 1 && "zoomed"].filter(Boolean).join(" ")}
      style={{ "--zoom": String(zoom) }}
    >
      {wide && (
        <div class="zoom">
          {steps.map(({ sign, label, to }) => (
            <button
              key={sign}
              type="button"
              class="button square"
              aria-label={label}
              aria-disabled={to === zoom ? "true" : undefined}
              onClick={() => setZoom(to)}
            >
              {sign}
            </button>
          ))}
        </div>
      )}
      <div class="spots-window">{children}</div>
    </div>
  );
}

/** The place to which an arrow key leads; null for none, and for other keys. */
export function arrowed(event: KeyboardEvent, spots: readonly Spot[], home: Spot | undefined): Spot | null {
  const towards = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!towards || !home) return null;
  event.preventDefault();
  return nearest(spots, home, towards[0] ?? 0, towards[1] ?? 0);
}

/** The nearest place in a direction; null for none. */
function nearest(spots: readonly Spot[], from: Spot, right: number, down: number): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = [(spot.x - from.x) / 2, spot.y - from.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead > 0 && ahead + 2 * aside < least) [best, least] = [spot, ahead + 2 * aside];
  }
  return best;
}

/** The tokens on each place, from the bottom. */
function byPlace(tokens: readonly Token[]): ReadonlyMap<string, readonly Token[]> {
  const lying = new Map<string, Token[]>();
  for (const token of tokens) lying.set(String(token.at), [...(lying.get(String(token.at)) ?? []), token]);
  return lying;
}
