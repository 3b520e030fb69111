// A token, with an animation when its face changes.

import { useLayoutEffect, useRef } from "preact/hooks";
import { FaceDrawing } from "./faces";
import { EASE, motionEnabled, duration } from "../motion/motion";
import type { Face } from "../view";

/** A token, 100×100; `delay` (ms) postpones its animation. */
export function TokenDrawing({ id, face, delay }: { readonly id: number; readonly face: Face; readonly delay: number }) {
  const front = useRef<SVGGElement>(null);
  const back = useRef<SVGGElement>(null);
  const shown = useRef<Face>(face);
  const old = !motionEnabled() || sameFace(shown.current, face) ? null : shown.current;

  useLayoutEffect(() => {
    if (sameFace(shown.current, face)) return;
    shown.current = face;
    if (!old || !front.current || !back.current) return;
    const half = duration() / 2;
    back.current.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
      duration: half,
      delay,
      fill: "forwards",
      easing: "ease-in",
    });
    front.current.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
      duration: half,
      delay: delay + half,
      fill: "backwards",
      easing: EASE,
    });
  });

  return (
    <g class="token" data-token={String(id)}>
      <g ref={back} class="old-face">
        {old && <FaceDrawing face={old} />}
      </g>
      <g ref={front} class="face" data-shape={face.shape}>
        <FaceDrawing face={face} />
      </g>
    </g>
  );
}

function sameFace(one: Face, other: Face): boolean {
  return one.shape === other.shape && one.colour === other.colour && one.text === other.text && one.path === other.path;
}
