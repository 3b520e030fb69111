// A game as an animated GIF, made in the page: one frame for each position.

import { applyPalette, GIFEncoder, quantize } from "gifenc";
import { pictureOf, pixelsOf } from "./picture";

const WIDTH = 480; // px
const DELAY = 700; // ms for each position
const LAST = 3000; // ms for the last
const COLOURS = 128;

export interface Film {
  readonly frames: number;
  readonly show: (frame: number) => Promise<void>; // draws a position
}

/** The bytes of the GIF; `made` is told how many frames are ready. Ends early once `stop` is aborted: null. */
export async function gifOf(
  film: Film,
  made: (frames: number) => void,
  stop: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const gif = GIFEncoder();
  let size: { readonly width: number; readonly height: number } | null = null;
  for (let frame = 0; frame < film.frames; frame++) {
    await film.show(frame);
    await drawn();
    const board = document.querySelector<HTMLElement>("main .board");
    if (stop.aborted || !board) return null;
    const picture = await pictureOf(board);
    const canvas = await pixelsOf(picture, Math.min(1, WIDTH / picture.width));
    size ??= { width: canvas.width, height: canvas.height }; // all frames have the size of the first
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, size.width, size.height);
    const palette = quantize(data, COLOURS);
    gif.writeFrame(applyPalette(data, palette), size.width, size.height, {
      palette,
      delay: frame === film.frames - 1 ? LAST : DELAY,
    });
    made(frame + 1);
  }
  gif.finish();
  return gif.bytes();
}

/** Waits until the page has been drawn. */
const drawn = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
