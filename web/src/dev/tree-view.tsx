// The tree: one line for each node, opened by click or arrow keys.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Pip, seatFace } from "../board/tokens/faces";
import type { Scene } from "../board/view";
import { look, more, turn } from "./store";
import { keyOf, percent, rows, keyAction, valuesIn, type Row, type Tree } from "./tree";

const CHANCE = "chance";

export function TreeView({ tree, scene }: { readonly tree: Tree; readonly scene: Scene }) {
  const list = useRef<HTMLDivElement>(null);
  const all = rows(tree);
  const here = keyOf(tree.here);
  const held = useRef(false); // the focused line is about to be replaced
  // The selected line keeps the focus and stays visible, even when lines above it change.
  useLayoutEffect(() => {
    const line = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    line?.scrollIntoView({ block: "nearest" });
    if (held.current || list.current?.contains(document.activeElement)) line?.focus();
    held.current = false;
  }, [here]);

  function pressed(event: KeyboardEvent, row: Row): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (row.left > 0 && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      listRest(row);
      return;
    }
    const done = keyAction(all, row, event.key);
    if (!done) return;
    event.preventDefault();
    if ("turn" in done) void turn(row.path, done.turn);
    else if (done.to.left > 0) focus(done.to);
    else if (done.to.key === here) focus(done.to);
    else void look(done.to.path);
  }

  function listRest(row: Row): void {
    held.current = true;
    void more(row.path);
  }

  function focus(row: Row): void {
    list.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(row.key)}"]`)?.focus();
  }

  return (
    <div class="unfolded" role="tree" aria-label="The tree of the game" ref={list}>
      {all.map((row) => (
        <div
          key={row.key}
          data-line={row.key}
          role="treeitem"
          class={["line", row.left > 0 && "rest", tree.best.has(row.key) && "best"].filter(Boolean).join(" ")}
          style={{ "--level": row.level - 1 }}
          aria-level={row.level}
          aria-posinset={row.place}
          aria-setsize={row.siblings}
          aria-selected={row.key === here}
          {...(row.open !== null && { "aria-expanded": row.open })}
          tabIndex={row.key === here ? 0 : -1}
          onClick={() => (row.left > 0 ? listRest(row) : void look(row.path))}
          onDblClick={() => row.open !== null && void turn(row.path, !row.open)}
          onKeyDown={(event) => pressed(event, row)}
        >
          <Toggle row={row} />
          {row.left > 0 ? <span class="said">and {row.left} more</span> : <RowText row={row} tree={tree} scene={scene} />}
        </div>
      ))}
    </div>
  );
}

/** The sign that opens and closes a node; keyboards use the arrows. */
function Toggle({ row }: { readonly row: Row }) {
  return (
    <span
      class="twist"
      aria-hidden="true"
      onClick={(event) => {
        if (row.open === null) return;
        event.stopPropagation();
        void turn(row.path, !row.open);
      }}
    >
      {row.open !== null && (
        <svg viewBox="0 0 12 12">
          <path d="M4 2.5 8 6l-4 3.5" />
        </svg>
      )}
    </span>
  );
}

function RowText({ row, tree, scene }: { readonly row: Row; readonly tree: Tree; readonly scene: Scene }) {
  const node = tree.nodes.get(row.key);
  const worth = tree.values.get(row.key);
  const { move } = row;
  const follows = move ? followed(move.moves, move.active) : node ? followed(node.total, node.active) : "";
  const ended = move?.returns ?? null;
  return (
    <>
      {move && (move.role === CHANCE ? <Chance /> : <RolePip scene={scene} role={move.role} />)}
      <span class="said">
        <span class="move">{move ? move.description : (node?.description ?? "")}</span>
        {move?.probability != null && <span class="likely">{percent(move.probability)}</span>}
        <span class="sub">{move?.outcome ? move.outcome : follows}</span>
      </span>
      {(ended ?? worth) && <span class="worth">{valuesIn(ended ?? worth ?? {})}</span>}
      {tree.best.has(row.key) && <span class="sign">best</span>}
    </>
  );
}

function followed(moves: number, active: readonly string[]): string {
  return moves === 0 ? "" : `${active.join(", ")}: ${moves} ${moves === 1 ? "move" : "moves"}`;
}

function RolePip({ scene, role }: { readonly scene: Scene; readonly role: string }) {
  return <Pip face={seatFace(scene, role)} />;
}

function Chance() {
  return (
    <svg class="pip luck" viewBox="0 0 100 100" aria-hidden="true">
      <path d="M50 6 94 50 50 94 6 50Z" />
    </svg>
  );
}
