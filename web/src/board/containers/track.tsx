// A track: spaces in a row or around a wheel. A space may hold several tokens.

import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import { FaceDrawing, faceOf, PLAIN, seatFace } from "../tokens/faces";
import { statusWords, tokenWords } from "../labels";
import { say, translate } from "../host";
import type { Contents, Scene, SceneContainer, Token } from "../view";
import type { Pointing } from "../pointing";

export interface TrackProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly contents: Contents;
  readonly pointing: Pointing;
  readonly title: string;
  readonly label?: string; // of the region, if not its title
  readonly upright?: boolean; // one of several side by side, drawn from the bottom up
}

export function Track({ scene, container, contents, pointing, title, label = title, upright = false }: TrackProps) {
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const spaces = container.spaces ?? [];
  const lying = bySpace(contents.tokens ?? [], spaces);
  const stands = spaces.map((space) => {
    const place = `${container.name}:${space}`;
    const places = [place, ...(lying.get(space) ?? []).map((token) => `${container.name}:${token.at}`)];
    const aim = places.find((each) => pointing.places.has(each));
    const standing = {
      legal: aim !== undefined,
      chosen: places.some((each) => pointing.chosen.has(each)),
      last: places.some((each) => pointing.last.includes(each)),
      mark: places.flatMap((each) => pointing.marks?.get(each) ?? [])[0],
    };
    const asked = pointing.asked !== null && places.includes(pointing.asked);
    return {
      place,
      aim,
      standing,
      look: [
        standing.legal && "legal",
        standing.chosen && "chosen",
        standing.last && "last",
        asked && "asked",
        standing.mark && "marked",
      ]
        .filter(Boolean)
        .join(" "),
    };
  });

  const top = spaces.at(-1);
  const claimed = container.claimed && top !== undefined ? lying.get(top)?.find(({ owner }) => owner)?.owner : undefined;
  const claim = claimed ? seatFace(scene, claimed) : null;

  function onKeyDown(event: KeyboardEvent): void {
    const up = upright ? 1 : -1;
    const by = { ArrowLeft: -1, ArrowUp: up, ArrowRight: 1, ArrowDown: -up }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = container.loop
      ? (current + by + spaces.length) % spaces.length
      : Math.max(0, Math.min(spaces.length - 1, current + by));
    setCurrent(next);
    box.current?.querySelectorAll("button")[next]?.focus();
  }

  return (
    <section
      class={`${container.loop ? "track loop" : upright ? "track upright" : "track"}${claim ? " claimed" : ""}`}
      style={claim ? { "--claim": claim.colour ?? PLAIN } : undefined}
      data-container={container.name}
      aria-label={label}
    >
      <div class="cards-name">{upright ? title.split(" ").at(-1) : title}</div>
      <div ref={box} class="track-run" role="group" aria-label={title} onKeyDown={onKeyDown}>
        {container.loop && <Ring looks={stands.map(({ look }) => look)} />}
        {spaces.map((space, index) => {
          const tokens = lying.get(space) ?? [];
          const { place, aim, standing, look } = stands[index]!;
          return (
            <button
              key={space}
              type="button"
              class={["space", look, tokens.length > 0 && "held", tokens.length > 2 && "full"].filter(Boolean).join(" ")}
              style={container.loop ? around(index, spaces.length) : undefined}
              data-place={place}
              data-aim={aim}
              tabIndex={index === current ? 0 : -1}
              aria-label={[
                upright ? say("{column}, step {number}", { column: title, number: space }) : translate(space),
                ...tokens.map((token) => tokenWords(scene, token)),
                ...statusWords(standing),
              ].join(", ")}
              aria-disabled={standing.legal || standing.chosen ? undefined : "true"}
              onFocus={() => setCurrent(index)}
              onClick={(event) => pointing.point(aim ?? place, event)}
            >
              <span class="space-name">{translate(space)}</span>
              <span class="space-run">
                {claim && tokens.length === 0 && (
                  <svg class="claim" viewBox="0 0 100 100" aria-hidden="true">
                    <FaceDrawing face={claim} />
                  </svg>
                )}
                {tokens.map((token) => (
                  <Fragment key={token.id}>
                    {" " /* between their texts, as in the name */}
                    <svg viewBox="0 0 100 100" data-token={String(token.id)} aria-hidden="true">
                      <FaceDrawing face={{ ...faceOf(scene, token), note: null }} />
                    </svg>
                  </Fragment>
                ))}
              </span>
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** The tokens on each space. One of several on a space has a number after the space's name: "4.1". */
function bySpace(tokens: readonly Token[], spaces: readonly string[]): ReadonlyMap<string, readonly Token[]> {
  const lying = new Map<string, Token[]>();
  for (const token of tokens) {
    const at = String(token.at);
    const space = spaces.includes(at) ? at : at.slice(0, at.lastIndexOf("."));
    lying.set(space, [...(lying.get(space) ?? []), token]);
  }
  return lying;
}

/** The position of a space on a wheel: the first on top, the others clockwise. */
function around(index: number, count: number): { readonly left: string; readonly top: string } {
  const angle = (index / count) * 2 * Math.PI;
  return { left: `${50 + 36 * Math.sin(angle)}%`, top: `${50 - 36 * Math.cos(angle)}%` };
}

/** The wheel: a ring of sectors in a box of 200×200; legal sectors are filled. */
function Ring({ looks }: { readonly looks: readonly string[] }) {
  const count = looks.length;
  const path = (index: number) => sector((index - 0.5) / count, (index + 0.5) / count);
  return (
    <svg class="ring" viewBox="-100 -100 200 200" aria-hidden="true">
      {looks.map((_, index) => (
        <path key={index} class={index % 2 ? "sector odd" : "sector"} d={path(index)} />
      ))}
      {looks.map((look, index) => look && <path key={`lit${index}`} class={`sector lit ${look}`} d={path(index)} />)}
      <circle class="hub" r="26" />
    </svg>
  );
}

/** The path of a sector between two fractions of a turn, clockwise from the top. */
export function sector(from: number, to: number): string {
  const at = (part: number, radius: number) =>
    `${(radius * Math.sin(part * 2 * Math.PI)).toFixed(2)} ${(-radius * Math.cos(part * 2 * Math.PI)).toFixed(2)}`;
  return `M${at(from, 42)}L${at(from, 99)}A99 99 0 0 1 ${at(to, 99)}L${at(to, 42)}A42 42 0 0 0 ${at(from, 42)}Z`;
}
