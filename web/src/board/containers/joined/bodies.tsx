// Bodies of several tokens on a grid, such as ships, and lines through the places that decided a game.

import { isTile } from "./tiles";
import { bodiesOf, linesOf, type Body } from "./joined";
import { CELL } from "../surface";
import { mix } from "../../tokens/colours";
import { FaceDrawing, faceOf, PLAIN } from "../../tokens/faces";
import { placeOf, type Shape } from "../cells";
import type { Scene, Token } from "../../view";

interface BodiesProps {
  readonly scene: Scene;
  readonly shape: Shape;
  readonly tokens: readonly Token[];
  readonly edge: number; // offset of the cells in the drawing
}

/** The bodies, under the tokens that lie on them; tiles that are in none are drawn alone. */
export function Bodies({ scene, shape, tokens, edge }: BodiesProps) {
  const bodies = bodiesOf(scene, shape, tokens);
  const joined = new Set(bodies.flatMap((body) => body.tokens));
  return (
    <>
      {bodies.map((body) => (
        <Hull key={`${body.run.from.row}.${body.run.from.column}`} scene={scene} body={body} edge={edge} />
      ))}
      {tokens.map((token) => {
        const at = isTile(scene, token) && !joined.has(token) ? placeOf(shape, String(token.at)) : null;
        return (
          at && (
            <g key={token.id} transform={`translate(${edge + at.column * CELL} ${edge + at.row * CELL}) scale(${CELL / 100})`}>
              <FaceDrawing face={faceOf(scene, token)} />
            </g>
          )
        );
      })}
    </>
  );
}

const HALF = CELL * 0.36; // half of a body's width

/** A body as long as its cells: round at the stern, pointed at the bow, with a deck on it. */
function Hull({ scene, body, edge }: { readonly scene: Scene; readonly body: Body; readonly edge: number }) {
  const { from, to } = body.run;
  const down = to.row > from.row;
  const cells = body.tokens.length;
  const tile = body.tokens.map((token) => faceOf(scene, token)).find(({ shape }) => shape === "square");
  const colour = tile?.colour ?? PLAIN;
  const [start, end] = [-CELL * 0.42, CELL * (cells - 1) + CELL * 0.44];
  const bow = Math.min(CELL * 0.7, (end - start) * 0.55);
  const side = `Q${end - bow * 0.3} ${-HALF} ${end} 0Q${end - bow * 0.3} ${HALF} ${end - bow} ${HALF}H${start + 12}`;
  const stern = `Q${start} ${HALF} ${start} 0Q${start} ${-HALF} ${start + 12} ${-HALF}Z`;
  const outline = `M${start + 12} ${-HALF}H${end - bow}${side}${stern}`;
  const x = edge + (from.column + 0.5) * CELL;
  const y = edge + (from.row + 0.5) * CELL;
  return (
    <g class="hull" transform={`translate(${x} ${y})${down ? " rotate(90)" : ""}`}>
      <path class="cast-flat" d={outline} transform="translate(2 3)" />
      <path d={outline} fill={colour} stroke={mix(colour, "#000000", 0.45)} stroke-width="2" />
      <path
        class="deck"
        d={`M${start + 18} 0H${end - bow * 0.6}`}
        stroke={mix(colour, "#000000", 0.16)}
        stroke-width={HALF * 1.1}
        stroke-linecap="round"
      />
      {body.tokens.map((token, index) =>
        faceOf(scene, token).shape === "square" ? (
          <circle key={index} cx={index * CELL} r="9" fill={mix(colour, "#000000", 0.38)} />
        ) : (
          // what lies on the body is drawn on dark ground, so that it is seen
          <circle key={index} cx={index * CELL} r={HALF} fill={mix(colour, "#000000", 0.78)} />
        ),
      )}
    </g>
  );
}

interface LinesProps {
  readonly shape: Shape;
  readonly cells: readonly string[];
  readonly edge: number;
}

/** Lines through the places that decided the game, with an edge, so that they are seen on every ground. */
export function DecisiveLines({ shape, cells, edge }: LinesProps) {
  const d = linesOf(shape, cells).map(
    ({ from, to }) => `M${middle(from.column)} ${middle(from.row)}L${middle(to.column)} ${middle(to.row)}`,
  );
  return d.length === 0 ? null : (
    <g class="decisive" transform={`translate(${edge} ${edge})`}>
      <path class="decisive-edge" d={d.join("")} />
      <path d={d.join("")} />
    </g>
  );
}

const middle = (index: number) => (index + 0.5) * CELL;
