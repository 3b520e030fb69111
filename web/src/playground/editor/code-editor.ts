// The editor of the rules: CodeMirror in a shadow root, so that its style sheets need no exception in the page's content policy.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, foldGutter, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type KeyBinding,
} from "@codemirror/view";
import type { Finding } from "../../local/messages";
import { engineNames } from "./names";
import { highlighting, theme } from "./theme";

export interface EditorParts {
  readonly label: string; // for screen readers
  readonly text: string;
  readonly changed: () => void;
  readonly save: () => void; // Ctrl+S
}

export class CodeEditor {
  private readonly view: EditorView;

  constructor(host: HTMLElement, parts: EditorParts) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const save: KeyBinding = { key: "Mod-s", preventDefault: true, run: () => (parts.save(), true) };
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: parts.text,
        extensions: [
          lineNumbers(),
          highlightActiveLineGutter(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          indentUnit.of("    "),
          bracketMatching(),
          closeBrackets(),
          autocompletion(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          lintGutter(),
          python(),
          engineNames,
          syntaxHighlighting(highlighting),
          theme,
          EditorView.contentAttributes.of({ "aria-label": parts.label, tabindex: "0" }),
          EditorView.updateListener.of((update) => update.docChanged && parts.changed()),
          keymap.of([
            save,
            ...closeBracketsKeymap,
            ...completionKeymap, // Escape leaves a list of completions, and then Tab leaves the editor
            ...searchKeymap,
            ...historyKeymap,
            ...lintKeymap,
            ...defaultKeymap,
            indentWithTab,
          ]),
        ],
      }),
    });
  }

  /** The text as it is now. */
  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Put another text in the place of this one; undo brings it back. */
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  /** Mark what is wrong. */
  mark(findings: readonly Finding[]): void {
    const { doc } = this.view.state;
    const marks = findings
      .filter(({ line }) => line >= 1 && line <= doc.lines)
      .map(({ line, column, end, severity, message }) => {
        const { from, to } = doc.line(line);
        return { from: Math.min(from + column - 1, to), to: Math.min(from + end - 1, to), severity, message };
      });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Move the cursor to that line, and into view. */
  goTo(line: number): void {
    const { doc } = this.view.state;
    if (line < 1 || line > doc.lines) return;
    const { from } = doc.line(line);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }
}
