// The current node: question, board for each role, counting and solving.

import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/board";
import type { Pointing } from "../board/pointing";
import type { TreeNode } from "../protocol";
import { type Scene, type View } from "../board/view";
import { busy, count, look, solve } from "./store";
import { after, keyOf, valuesIn, type Path, type Tree } from "./tree";
import { Button } from "../controls/button";

const ASKED = ""; // the view of whoever is asked
const OBSERVER = "observer";

export function Position({ tree, scene }: { readonly tree: Tree; readonly scene: Scene }) {
  const [viewer, setViewer] = useState(ASKED);
  const path = tree.here;
  const key = keyOf(path);
  const node = tree.nodes.get(key);
  if (!node) return <p class="sub">Coming…</p>;
  const role = viewer === ASKED ? (node.active.find((each) => each in node.views) ?? OBSERVER) : viewer;
  const json = node.views[role];
  const ways = tree.lineCounts.get(key);
  const worth = node.returns ?? tree.values.get(key);
  return (
    <>
      <p class="lead">{node.description}</p>
      <dl class="facts">
        <Fact name="State">{node.state}</Fact>
        <Fact name="Asked">{node.active.join(", ") || "nobody"}</Fact>
        <Fact name="Moves">{node.total}</Fact>
        <Fact name="Answers">{path.length === 0 ? "none" : <Answers path={path} />}</Fact>
        {worth && <Fact name={node.returns ? "Returns" : "Worth"}>{valuesIn(worth)}</Fact>}
        {ways && <Fact name="Ways to play">{<LineCounts ways={ways} />}</Fact>}
      </dl>
      <div class="acts">
        {node.total > 0 && (
          <>
            <Button aria-disabled={busy.value} onClick={() => void count(path)} text="Count" />
            <Button aria-disabled={busy.value} onClick={() => void solve(path)} text="Solve" />
          </>
        )}
        <span class="sub" role="status">
          {busy.value && <Working />}
        </span>
        <span class="spring" />
        <label class="field eyes">
          <span class="sub">Seen by</span>
          <select value={viewer} onChange={(event) => setViewer(event.currentTarget.value)}>
            <option value={ASKED}>who is asked</option>
            {Object.keys(node.views).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      </div>
      {json && <Board scene={scene} view={json} pointing={pointingOf(scene, node, json, path)} name={(each) => each} />}
    </>
  );
}

/** That it counts or solves, and for how many seconds it has. */
function Working() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>Working… {seconds > 0 && <span aria-hidden="true">{seconds} s</span>}</>;
}

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Answers({ path }: { readonly path: Path }) {
  return (
    <ol class="answers-given">
      {path.map(({ role, move }, index) => (
        <li key={index}>
          <button type="button" onClick={() => void look(path.slice(0, index + 1))} title={`after this answer of ${role}`}>
            {move}
          </button>
        </li>
      ))}
    </ol>
  );
}

function LineCounts({ ways }: { readonly ways: readonly number[] }) {
  return (
    <table class="ways">
      <thead>
        <tr>
          <th scope="col">answers</th>
          <th scope="col">ways</th>
        </tr>
      </thead>
      <tbody>
        {ways.map((number, index) => (
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            <td>{number.toLocaleString("en")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A move with one place can be made on the board; it leads to its node. */
function pointingOf(scene: Scene, node: TreeNode, view: View, path: Path): Pointing {
  const mine = node.active.includes(view.role) ? view.moves : [];
  const moves = new Map(
    mine.flatMap((move) => (move.places.length === 1 && move.places[0] ? [[move.places[0], move.text] as const] : [])),
  );
  return {
    title: scene.title,
    places: new Set(moves.keys()),
    chosen: new Set(),
    asked: null,
    last: [],
    point: (place) => {
      const move = moves.get(place);
      if (move !== undefined) void look(after(path, { role: view.role, move }));
    },
  };
}
