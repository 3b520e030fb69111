// Checks rules in a worker of their own, so that neither the table waits for a check nor a check for the table. The texts come as fast
// as the author writes: while one is checked, only the latest of the others waits.

import type { Finding, PackedFiles } from "../local/messages";
import { PythonWorker, type RulesWorker } from "../local/python-worker";
import { checkedFindings } from "./check";
import type { Rules } from "./written-arena";

const PATIENCE = 8000; // ms that a check may take, which ends by itself within three seconds
const FILES: PackedFiles = { pyodide: "", python: "", msgspec: "", rondel: "", games: {}, findings: "" }; // the frame has them

const STUCK =
  "The check did not come to an end here. Is there an endless loop in one call, such as sum(count()), or one that catches all exceptions?";

export class Checker {
  private worker: PythonWorker | null = null;
  private checking: Rules | null = null;
  private next: Rules | null = null;

  /** `found` is called with the findings in each text that was checked. */
  constructor(
    private readonly make: () => RulesWorker,
    private readonly found: (text: string, findings: readonly Finding[]) => void,
  ) {}

  /** Check these rules, after those that are checked now. */
  check(rules: Rules): void {
    if (this.checking !== null) {
      this.next = rules;
      return;
    }
    this.checking = rules;
    this.worker ??= new PythonWorker(
      this.make,
      { type: "start", files: FILES, sources: {}, compiled: null },
      {
        message: (message) => {
          if (message.type === "checked") this.done(checkedFindings(message.findings));
          else if (message.type === "failed") this.fail(message.message);
        },
        stuck: () => this.fail(STUCK),
      },
      PATIENCE,
    );
    this.worker.send({ type: "check", id: 0, text: rules.text, file: rules.file });
  }

  end(): void {
    this.worker?.end();
    this.worker = null;
  }

  private done(findings: readonly Finding[]): void {
    const { checking, next } = this;
    [this.checking, this.next] = [null, null];
    if (checking !== null) this.found(checking.text, findings);
    if (next !== null && next.text !== checking?.text) this.check(next);
  }

  /** The worker is gone; the next check finds a new one. */
  private fail(message: string): void {
    this.end();
    this.done([{ severity: "error", message, line: 1, column: 1, end: 1 }]);
  }
}
