// A folded track: a board of two rows of points, or of pits, in one drawing, with a button for each space.

import { useRef, useState } from "preact/hooks";
import { say, translate } from "../../host";
import { statusWords, tokenWords } from "../../labels";
import type { Pointing } from "../../pointing";
import { rotated } from "../../rotation";
import { arrowed } from "../spots/spots";
import type { Contents, Scene, SceneContainer, Token } from "../../view";
import { bySpace, FoldedDrawing } from "./drawing";
import { foldingOf, type FoldedSpace, type Folding } from "./folding";

export interface FoldedProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly contents: Contents;
  readonly pointing: Pointing;
  readonly title: string;
  readonly label?: string; // of the region, if not its title
  readonly role?: string | null; // of the viewer
}

export function Folded({ scene, container, contents, pointing, title, label = title, role = null }: FoldedProps) {
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState("");
  const turned = (role !== null && (container.turned_for ?? []).includes(role)) !== rotated.value;
  const folding = foldingOf(container, turned);
  const lying = bySpace(contents.tokens ?? []);
  const stands = new Map(
    folding.spaces.map(({ at }) => {
      const place = `${container.name}:${at}`;
      const standing = {
        legal: pointing.places.has(place),
        chosen: pointing.chosen.has(place),
        last: pointing.last.includes(place),
        planned: pointing.planned?.has(place),
        mark: pointing.marks?.get(place),
      };
      const asked = pointing.asked === place;
      const look = (["legal", "chosen", "last", "planned"] as const).filter((each) => standing[each]);
      return [at, { place, standing, look: [...look, ...(asked ? ["asked"] : [])].join(" ") }];
    }),
  );
  const spots = folding.spaces.map((space) => ({
    at: space.at,
    x: (space.x + space.width / 2) / 30,
    y: (space.y + space.height / 2) / 30,
  }));
  const legal = folding.spaces.find(({ at }) => stands.get(at)?.standing.legal)?.at;
  const home = spots.find(({ at }) => at === current) ?? spots.find(({ at }) => at === legal) ?? spots[0];

  function onKeyDown(event: KeyboardEvent): void {
    const next = arrowed(event, spots, home);
    if (!next) return;
    setCurrent(next.at);
    box.current?.querySelectorAll("button")[spots.indexOf(next)]?.focus();
  }

  return (
    <section
      class={`folded ${container.folded ?? "points"}`}
      data-container={container.name}
      aria-label={label}
      style={{ "--across": String(folding.width), "--down": String(folding.height) }}
    >
      <FoldedDrawing
        {...{ scene, container, contents, folding, turned }}
        looks={new Map([...stands].map(([at, { look }]) => [at, look]))}
      />
      <div ref={box} class="folded-spaces" role="group" aria-label={title} onKeyDown={onKeyDown}>
        {folding.spaces.map((space) => {
          const { place, standing, look } = stands.get(space.at)!;
          const tokens = lying.get(space.at) ?? [];
          return (
            <button
              key={space.at}
              type="button"
              class={`folded-space ${look}`}
              style={boxOf(space, folding)}
              data-place={place}
              data-aim={standing.legal ? place : undefined}
              tabIndex={space.at === home?.at ? 0 : -1}
              aria-label={[translate(space.at), ...counted(scene, tokens), ...statusWords(standing)].join(", ")}
              aria-disabled={standing.legal || standing.chosen || pointing.planned ? undefined : "true"}
              onFocus={() => setCurrent(space.at)}
              onClick={(event) => pointing.point(place, event)}
            />
          );
        })}
      </div>
    </section>
  );
}

/** Equal tokens of a space in words, with their number. */
function counted(scene: Scene, tokens: readonly Token[]): readonly string[] {
  if (tokens.length === 0) return [translate("empty")];
  const words = new Map<string, number>();
  for (const token of tokens) words.set(tokenWords(scene, token), (words.get(tokenWords(scene, token)) ?? 0) + 1);
  return [...words].map(([what, number]) => (number === 1 ? what : say("{number} × {what}", { number, what })));
}

function boxOf({ x, y, width, height }: FoldedSpace, folding: Folding): Record<string, string> {
  const [across, down] = [folding.width / 100, folding.height / 100];
  return { left: `${x / across}%`, top: `${y / down}%`, width: `${width / across}%`, height: `${height / down}%` };
}
