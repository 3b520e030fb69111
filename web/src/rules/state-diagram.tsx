// The state diagram of a game's rules; the current state is highlighted.

import { useMemo } from "preact/hooks";
import "./state-diagram.css";
import type { GameRules } from "../protocol";
import { translate } from "../text/text";
import { chartOf } from "./state-chart";

export function Diagram({ rules, here = null }: { readonly rules: GameRules; readonly here?: string | null }) {
  const chart = useMemo(() => chartOf(rules), [rules]);
  const { left, wide } = chart;
  return (
    <div class="scrolls diagram" tabIndex={0} role="group" aria-label={translate("The states of the game")}>
      <svg
        width={chart.width}
        height={chart.height}
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        role="img"
        aria-label={inWords(rules, here)}
        lang="en"
      >
        <defs>
          <marker
            id="tip"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path class="tip" d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {chart.lines.map((line) => (
          <g key={`${line.begin} ${line.goal}`} class={line.begin === here ? "way out" : "way"}>
            <path d={line.path} marker-end="url(#tip)" />
            <text class="label" x={line.x} y={line.y} text-anchor={line.anchor}>
              {line.label}
            </text>
          </g>
        ))}
        {chart.boxes.map(({ name, kind, words, top, height }) => (
          <g key={name} class={name === here ? `state ${kind} here` : `state ${kind}`}>
            <rect x={left} y={top} width={wide} height={height} rx={kind === "automatic" || kind === "chance" ? 4 : 20} />
            <text x={left + wide / 2} y={top + height / 2 - (words ? 7 : 0)}>
              {name}
            </text>
            {words && (
              <text class="words" x={left + wide / 2} y={top + height / 2 + 9}>
                {words}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The diagram in words: each state and its transitions. */
function inWords({ states, ways }: GameRules, here: string | null): string {
  const told = states.map(({ name, words }) => {
    const goals = [
      ...new Set(ways.filter((way) => way.begin === name).map((way) => (way.label ? `${way.goal} (${way.label})` : way.goal))),
    ];
    const state = [name, words, name === here && translate("now")].filter(Boolean).join(", ");
    return goals.length > 0 ? `${state} → ${goals.join(", ")}` : state;
  });
  return told.join("; ");
}
