// The look of the editor, in the page's colours (playground.css), light and dark.

import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", fontSize: "13.5px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--accent)", padding: "10px 0" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--sheet)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--code-selected)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--code-line)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-selected)" },
  ".cm-foldPlaceholder": { color: "var(--muted)", backgroundColor: "var(--code-line)", border: "0" },
  ".cm-tooltip, .cm-panels": { color: "var(--ink)", backgroundColor: "var(--sheet)", borderColor: "var(--line)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--accent-ink)", backgroundColor: "var(--accent)" },
  ".cm-diagnostic": { fontFamily: "var(--mono)", fontSize: "12.5px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--alarm)" },
  ".cm-textfield": { color: "var(--ink)", backgroundColor: "var(--paper)", borderColor: "var(--control)" },
  ".cm-button": {
    color: "var(--ink)",
    backgroundImage: "none",
    backgroundColor: "var(--paper)",
    borderColor: "var(--control)",
  },
});

export const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.definition(tags.className), tags.className, tags.typeName], color: "var(--code-name)" },
  { tag: tags.function(tags.definition(tags.variableName)), color: "var(--code-name)" },
  { tag: tags.meta, color: "var(--code-number)" },
]);
