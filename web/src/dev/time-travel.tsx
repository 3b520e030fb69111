// Time travel: all answers up to the current node, the changes of each, and the position at that time, as a whole and as each
// role sees it.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { developer, rules as askRules } from "../network/api";
import { Board } from "../board/board";
import type { Pointing } from "../board/pointing";
import type { GameRules, TreeNode, TreePlace } from "../protocol";
import { Diagram } from "../rules/state-diagram";
import { type Scene } from "../board/view";
import { answersTo, changesBetween, factsOf, placeAt } from "./moment";
import { Panel } from "./panel";
import type { Root } from "./store";
import type { Path } from "./tree";
import { Button } from "../controls/button";

/** The panels of one moment; the current node until an earlier one is chosen. */
export function TimeTravel({ root, path }: { readonly root: Root; readonly path: Path }) {
  const answers = answersTo(root.record, path);
  const [at, setAt] = useState<number | null>(null); // null: the current node
  const count = Math.min(at ?? answers.length, answers.length);
  const [now, before] = [useMoment(root, path, count), useMoment(root, path, Math.max(0, count - 1))];
  const rules = useRules(root.scene.game);
  useEffect(() => setAt(null), [JSON.stringify(path)]);
  return (
    <>
      <Panel name="journal" title="Journal" acts={<Steps count={count} all={answers.length} go={setAt} />}>
        <Answers answers={answers} count={count} go={setAt} />
        <p class="sub">
          In the list, ↑ and ↓ go one answer back and on, Home and End to the beginning and to where the tree is.
        </p>
        {now && before && count > 0 && <Changed before={before} now={now} />}
      </Panel>
      {now && (
        <>
          <Panel name="whole" title="State" aside>
            <WholePosition node={now} />
          </Panel>
          <Panel name="seats" title="Every seat">
            <Seats scene={root.scene} node={now} />
          </Panel>
        </>
      )}
      {rules && (
        <Panel name="machine" title="States" aside>
          <Diagram rules={rules} here={now?.state ?? null} />
        </Panel>
      )}
    </>
  );
}

/** The node of a moment; the previous one while it loads. */
function useMoment(root: Root, path: Path, count: number): TreeNode | null {
  const [found, setFound] = useState<TreeNode | null>(null);
  const place = placeAt(root.record, path, count);
  useEffect(() => {
    let wanted = true;
    nodeAt(root, place).then(
      (node) => wanted && setFound(node),
      () => wanted && setFound(null), // the tree shows the error
    );
    return () => void (wanted = false);
  }, [root, JSON.stringify(place.record["answers"]), JSON.stringify(place.answers)]);
  return found;
}

const known = new WeakMap<Root, Map<string, Promise<TreeNode>>>(); // cache: moments never change

function nodeAt(root: Root, place: TreePlace): Promise<TreeNode> {
  const moments = known.get(root) ?? new Map<string, Promise<TreeNode>>();
  known.set(root, moments);
  const key = JSON.stringify([place.record["answers"], place.answers]);
  const found = moments.get(key) ?? developer.node(place);
  moments.set(key, found);
  found.catch(() => moments.delete(key)); // so that it is loaded again
  return found;
}

function useRules(game: string): GameRules | null {
  const [rules, setRules] = useState<GameRules | null>(null);
  useEffect(() => void askRules(game, "en").then(setRules, () => setRules(null)), [game]);
  return rules;
}

interface Going {
  readonly count: number;
  go(count: number): void;
}

function Steps({ count, all, go }: Going & { readonly all: number }) {
  return (
    <>
      <span class="sub">
        after {count} of {all}
      </span>
      <Button aria-disabled={count === 0 || undefined} onClick={() => go(Math.max(0, count - 1))} text="Back" />
      <Button aria-disabled={count === all || undefined} onClick={() => go(Math.min(all, count + 1))} text="On" />
    </>
  );
}

/** A list with one tab stop; arrow keys select an answer. */
function Answers({ answers, count, go }: Going & { readonly answers: Path }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [count]);

  function pressed(event: KeyboardEvent): void {
    const to = { ArrowDown: count + 1, ArrowUp: count - 1, Home: 0, End: answers.length }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(Math.min(Math.max(to, 0), answers.length));
  }

  return (
    <div
      class="answers-list"
      role="listbox"
      aria-label="Answers"
      tabIndex={0}
      aria-activedescendant={`answer-${count}`}
      onKeyDown={pressed}
      ref={list}
    >
      {[null, ...answers].map((answer, index) => (
        <div
          key={index}
          id={`answer-${index}`}
          class="line"
          role="option"
          aria-selected={index === count}
          onClick={() => go(index)}
        >
          <span class="sub">{index}</span>
          {answer ? (
            <span>
              {answer.role} <code>{answer.move}</code>
            </span>
          ) : (
            <span>the beginning</span>
          )}
        </div>
      ))}
    </div>
  );
}

function Changed({ before, now }: { readonly before: TreeNode; readonly now: TreeNode }) {
  const changes = changesBetween(before.position, now.position);
  return (
    <div class="changed" tabIndex={0} role="group" aria-label="What it changed">
      <h3>What it changed</h3>
      <dl>
        {changes.map(({ of, was, is }) => (
          <div key={of}>
            <dt>{of}</dt>
            <dd>
              {was !== null && <s>{was}</s>} {is ?? "gone"}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** All facts, hidden ones too. */
function WholePosition({ node }: { readonly node: TreeNode }) {
  return (
    <div class="changed" tabIndex={0} role="group" aria-label="The whole position">
      <dl>
        {factsOf(node.position).map(({ of, is }) => (
          <div key={of}>
            <dt>{of}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Seats({ scene, node }: { readonly scene: Scene; readonly node: TreeNode }) {
  return (
    <div class="all-seats">
      {Object.entries(node.views).map(([role, json]) => (
        <section key={role} aria-label={`As ${role} sees it`}>
          <h3>{role}</h3>
          <Board scene={scene} view={json} pointing={LOOKING} name={(each) => each} />
        </section>
      ))}
    </div>
  );
}

const NOWHERE: ReadonlySet<string> = new Set();
const LOOKING: Pointing = { title: "", places: NOWHERE, chosen: NOWHERE, asked: null, last: [], point: () => undefined };
