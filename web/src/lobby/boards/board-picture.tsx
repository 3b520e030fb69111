// The drawing of a position in a box whose size is fixed. It is drawn when it comes into sight, and one after another, so that a
// page with many of them answers at once.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board } from "../../protocol";
import { Thumbnail, type ThumbnailProps } from "../../board/thumbnail";

interface PictureProps extends ThumbnailProps {
  readonly crop?: boolean; // fills the box with the middle of the board
}

export function BoardPicture({ crop = false, ...position }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => (box.current ? inSight(box.current, () => inTurn(() => setDrawn(true))) : undefined), []);
  return (
    <div class={crop ? "board-picture crop" : "board-picture"} ref={box}>
      {drawn && <Thumbnail {...position} />}
    </div>
  );
}

/** The drawing of a table's position; it is drawn anew only when the position has changed. */
export function TablePicture({ board }: { readonly board: Board }) {
  return useMemo(() => <BoardPicture {...board} />, [board.table, board.seq]);
}

const NEAR = "200px"; // below the screen, where drawing begins

/** Call `then` once an element is in sight, or nearly; returns the function that ends the wait. */
function inSight(element: Element, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

const waiting: (() => void)[] = [];

/** Call the functions one after another, each in a task of its own. */
function inTurn(draw: () => void): void {
  if (waiting.push(draw) === 1) setTimeout(next);
}

function next(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setTimeout(next);
}
