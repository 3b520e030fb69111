// What lies between the cells of a grid: bars in the drawing of the grid, and a button for each place above its cells.

import { useRef, useState } from "preact/hooks";
import { leap, type Shape } from "../cells";
import { CELL, edgeOf } from "../surface";
import { arrowed } from "../spots/spots";
import { edgesOf, type Edge } from "./places";
import { mix } from "../../tokens/colours";
import { faceOf, PLAIN } from "../../tokens/faces";
import { statusWords, tokenWords } from "../../labels";
import { translate } from "../../host";
import type { Contents, Scene, SceneContainer } from "../../view";
import type { Pointing } from "../../pointing";

const THICK = CELL * 0.16;

/** With more legal places than this, only the one that is pointed at is marked. */
const MANY = 24;

export interface EdgesProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly contents: Contents;
  readonly shape: Shape; // of the grid
}

interface BarsProps extends EdgesProps {
  readonly edge: number; // offset of the cells in the drawing
  readonly last: readonly string[]; // places of the last move
}

/** The tokens between the cells, as bars. */
export function EdgeBars({ scene, container, contents, shape, edge, last }: BarsProps) {
  const length = container.length ?? 1;
  const at = new Map(edgesOf(container, shape).map((each) => [each.at, each]));
  const long = length * CELL - (length > 1 ? 10 : 6);
  return (
    <g class="edge-bars" transform={`translate(${edge} ${edge})`}>
      {(contents.tokens ?? []).map((token) => {
        const place = at.get(String(token.at));
        if (!place) return null;
        const colour = faceOf(scene, token).colour ?? PLAIN;
        const recent = last.includes(`${container.name}:${place.at}`);
        const turn = place.upright ? " rotate(90)" : "";
        return (
          <g key={token.id} transform={`translate(${(place.middle.x * CELL) / 2} ${(place.middle.y * CELL) / 2})${turn}`}>
            {recent && <rect class="edge-last" {...centred(long + 5, THICK + 5)} rx="6" />}
            <g data-token={String(token.id)}>
              <rect {...centred(long, THICK)} rx="4" fill={colour} stroke={mix(colour, "#000000", 0.45)} stroke-width="1.2" />
            </g>
          </g>
        );
      })}
    </g>
  );
}

const centred = (width: number, height: number) => ({ x: -width / 2, y: -height / 2, width, height });

interface ButtonsProps extends EdgesProps {
  readonly pointing: Pointing;
  readonly title: string;
}

/** A button for each place. One is in the tab order; the arrow keys move between them. */
export function EdgeButtons({ scene, container, contents, shape, pointing, title }: ButtonsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState("");
  const [over, setOver] = useState("");
  const length = container.length ?? 1;
  const edges = edgesOf(container, shape);
  const placeAt = ({ at }: Edge) => `${container.name}:${at}`;
  const legal = edges.flatMap((edge, index) => (pointing.places.has(placeAt(edge)) ? [index] : []));
  const home = edges.find(({ at }) => at === current) ?? edges[legal[0] ?? 0];
  const lying = new Map((contents.tokens ?? []).map((token) => [String(token.at), token]));
  const { columns, rows } = shape;

  function onKeyDown(event: KeyboardEvent): void {
    if (!home || event.ctrlKey || event.metaKey || event.altKey) return;
    const leapt = leap(legal, edges.indexOf(home), event.key);
    const next = leapt === null ? arrowed(event, edges, home)?.at : edges[leapt]?.at;
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    box.current?.querySelectorAll("button")[edges.findIndex(({ at }) => at === next)]?.focus();
  }

  const atOf = ({ target }: Event) => (target instanceof Element && target.closest<HTMLElement>("button")?.dataset["at"]) || "";

  return (
    <div
      ref={box}
      class="edge-places"
      data-container={container.name}
      role="group"
      aria-label={title}
      onKeyDown={onKeyDown}
      onFocusIn={(event) => setCurrent(atOf(event))}
      onPointerOver={(event) => setOver(atOf(event))}
      onPointerLeave={() => setOver("")}
    >
      {edges.map((edge) => {
        const place = placeAt(edge);
        const token = lying.get(edge.at);
        const standing = {
          legal: pointing.places.has(place),
          chosen: pointing.chosen.has(place),
          last: pointing.last.includes(place),
          mark: pointing.marks?.get(place),
        };
        const look = ["edge-place", edge.upright && "upright", standing.legal && "legal", standing.chosen && "chosen"];
        const words = [edge.at, edge.words, token ? tokenWords(scene, token) : translate("empty"), ...statusWords(standing)];
        return (
          <button
            key={edge.at}
            type="button"
            class={look.filter(Boolean).join(" ")}
            style={boxOf(edge, shape)}
            data-at={edge.at}
            data-place={place}
            data-aim={standing.legal ? place : undefined}
            tabIndex={edge === home ? 0 : -1}
            aria-label={words.join(", ")}
            aria-disabled={standing.legal || standing.chosen ? undefined : "true"}
            onClick={(event) => pointing.point(place, event)}
          />
        );
      })}
      {edges.map((edge) => {
        const place = placeAt(edge);
        const open = pointing.places.has(place);
        const look = [
          open && legal.length <= MANY && "legal",
          open && edge.at === over && "over",
          pointing.chosen.has(place) && "chosen",
          pointing.asked === place && "asked",
          edge === home && "home",
        ].filter(Boolean);
        if (look.length === 0) return null;
        const [wide, high] = edge.upright ? [0.16, length - 0.1] : [length - 0.1, 0.16];
        return (
          <span
            key={edge.at}
            class={["edge-mark", ...look].join(" ")}
            aria-hidden="true"
            style={{
              left: `${(edge.middle.x / columns) * 50}%`,
              top: `${(edge.middle.y / rows) * 50}%`,
              width: `${(wide / columns) * 100}%`,
              height: `${(high / rows) * 100}%`,
            }}
          />
        );
      })}
    </div>
  );
}

/** The outline of a button around its middle, in cells: the places that meet share the ground, and leave the middles of cells. */
const OUTLINE = [
  [-0.5, 0],
  [-0.18, -0.32],
  [0.18, -0.32],
  [0.5, 0],
  [0.18, 0.32],
  [-0.18, 0.32],
] as const;

/** The box and the outline of a button, which do not reach beyond the frame of the board. */
function boxOf(edge: Edge, shape: Shape): Record<string, string> {
  const frame = Math.min(0.5, edgeOf(shape) / CELL);
  const within = (at: number, size: number) => Math.min(Math.max(at, -frame), size + frame);
  const across = (at: number) => within(edge.x / 2 + at, shape.columns);
  const down = (at: number) => within(edge.y / 2 + at, shape.rows);
  const [left, top] = [across(-0.5), down(-0.5)];
  const [width, height] = [across(0.5) - left, down(0.5) - top];
  const corners = OUTLINE.map(
    ([along, aside]) => (edge.upright ? [aside, along] : [along, aside]) as readonly [number, number],
  );
  const share = (part: number) => `${(part * 100).toFixed(1)}%`;
  const corner = ([x, y]: readonly [number, number]) =>
    `${share((across(x) - left) / width)} ${share((down(y) - top) / height)}`;
  return {
    left: share(left / shape.columns),
    top: share(top / shape.rows),
    width: share(width / shape.columns),
    height: share(height / shape.rows),
    "clip-path": `polygon(${corners.map(corner).join(", ")})`,
  };
}
