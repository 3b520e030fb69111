// What is wrong with the rules that are being written, with the place in them, and the author's choice. In English, like everything
// for authors.

import "./trouble.css";
import { Button } from "../controls/button";
import type { BenchTrouble, BenchWish } from "../protocol";

interface TroubleProps {
  readonly trouble: BenchTrouble;
  readonly table: string; // "" for none
  readonly goTo?: (line: number) => void; // to a line of the rules
  readonly wish: (what: BenchWish["what"]) => void;
}

/** What is wrong with the rules, and how to go on. */
export function Trouble({ trouble, table, wish, goTo }: TroubleProps) {
  const where = trouble.line === null ? trouble.file : `${trouble.file}, line ${trouble.line}`;
  const inside = trouble.inside && trouble.inside !== "<module>" ? `, in ${trouble.inside}` : "";
  return (
    <div class="bench-wrong" role="alert">
      {trouble.kind === "moves" && (
        <p>
          <b>
            Answer {trouble.kept + 1} of {trouble.of}, <code>{trouble.move}</code> by {trouble.role || "the table"}, does not
            fit the new rules.
          </b>{" "}
          The old ones still hold.
        </p>
      )}
      {where &&
        (goTo && trouble.line !== null ? (
          <button type="button" class="bench-where" onClick={() => goTo(trouble.line ?? 1)}>
            {where + inside}
          </button>
        ) : (
          <b class="bench-where">{where + inside}</b>
        ))}
      {trouble.code && <code class="bench-code">{trouble.code}</code>}
      <p class="bench-why">{trouble.message}</p>
      <div class="acts">
        {trouble.kind === "moves" && (
          <Button
            kind="main"
            onClick={() => wish("keep")}
            text={trouble.kept === 0 ? "Go back to the start" : `Go on after ${counted(trouble.kept)}`}
          />
        )}
        {(trouble.kind === "moves" || trouble.kind === "start") && <Button onClick={() => wish("anew")} text="Start anew" />}
        {(trouble.kind === "rules" || trouble.kind === "file") && table && (
          <Button onClick={() => wish("dismiss")} text="Dismiss" />
        )}
      </div>
    </div>
  );
}

export function counted(answers: number): string {
  return answers === 1 ? "1 answer" : `${answers} answers`;
}
