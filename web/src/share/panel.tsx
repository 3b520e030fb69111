// Pictures of the position, and of the whole game, to show to others.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { saveBlob } from "../controls/save";
import { ErrorText } from "../controls/refusal";
import { say, translate } from "../text/text";
import { gifOf, type Film } from "./animation";
import { pictureOf, pixelsOf } from "./picture";

const SHARP = 2; // pixels of a picture for each of the page

export interface SharePanelProps {
  readonly name: string; // of the files, without ending
  readonly film?: Film; // the game, where its positions can be gone through
}

export function SharePanel({ name, film }: SharePanelProps) {
  const [made, setMade] = useState<number | null>(null); // frames; null while no GIF is made
  const [failed, setFailed] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  async function run(make: () => Promise<void>): Promise<void> {
    setFailed(false);
    await make().catch((error: unknown) => {
      console.warn("the picture could not be made:", error);
      setFailed(true);
    });
    setMade(null);
  }

  async function picture(format: "svg" | "png"): Promise<void> {
    const board = document.querySelector<HTMLElement>("main .board");
    if (!board) return;
    const drawn = await pictureOf(board);
    if (format === "svg") return saveBlob(new Blob([drawn.svg], { type: "image/svg+xml" }), `${name}.svg`);
    const canvas = await pixelsOf(drawn, SHARP);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
    if (!blob) throw new Error("the canvas has no pixels");
    saveBlob(blob, `${name}.png`);
  }

  async function animation(of: Film): Promise<void> {
    stop.current = new AbortController();
    setMade(0);
    const bytes = await gifOf(of, setMade, stop.current.signal);
    if (bytes) saveBlob(new Blob([bytes], { type: "image/gif" }), `${name}.gif`);
  }

  return (
    <div class="share acts">
      <Button onClick={() => void run(() => picture("png"))} text={translate("Picture (PNG)")} />
      <Button onClick={() => void run(() => picture("svg"))} text={translate("Picture (SVG)")} />
      {film && made === null && <Button onClick={() => void run(() => animation(film))} text={translate("Animation (GIF)")} />}
      {film && made !== null && (
        <>
          <span role="status">{say("Position {number} of {all}", { number: made, all: film.frames })}</span>
          <Button onClick={() => stop.current.abort()} text={translate("Cancel")} />
        </>
      )}
      {failed && <ErrorText message={translate("This browser cannot make the picture.")} />}
    </div>
  );
}
