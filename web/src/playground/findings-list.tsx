// What is wrong with the rules, line by line, for those who cannot point at the marks in the editor. In English, like everything for
// authors.

import type { Finding } from "../local/messages";

interface FindingsListProps {
  readonly findings: readonly Finding[];
  readonly goTo: (line: number) => void;
}

export function FindingsList({ findings, goTo }: FindingsListProps) {
  if (findings.length === 0) return null;
  return (
    <ul class="findings" lang="en" aria-label="Findings">
      {findings.map(({ line, severity, message }, index) => (
        <li key={index} class={severity}>
          <button type="button" onClick={() => goTo(line)}>
            Line {line}
          </button>
          <p>{message}</p>
        </li>
      ))}
    </ul>
  );
}
