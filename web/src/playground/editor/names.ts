// The engine's names in the editor: completed while they are typed, and explained under the pointer. scripts/completions.py writes what
// is known of them. Types of variables are not known, so after a dot the members of all classes are offered, those of the game first
// where it is called `game` or `self`.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { pythonLanguage } from "@codemirror/lang-python";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { EditorView, hoverTooltip } from "@codemirror/view";
import known from "../completions.json";

interface Known {
  readonly name: string;
  readonly signature: string;
  readonly says: string;
  readonly of: string; // the module of a name, or the class of a member
}

const read = ([name = "", signature = "", says = "", of = ""]: readonly string[]): Known => ({ name, signature, says, of });
const NAMES = known.names.map(read);
const MEMBERS = known.members.map(read);

const completionOf = (each: Known, boost: number): Completion => ({
  label: each.name,
  detail: each.of,
  type: kindOf(each),
  info: () => explained([each]),
  boost,
});

function kindOf({ signature, of }: Known): string {
  if (signature.startsWith("class ")) return "class";
  if (!signature.includes("(")) return of.startsWith("rondel") ? "constant" : "property";
  return of.startsWith("rondel") ? "function" : "method";
}

const NAME_COMPLETIONS = NAMES.map((each) => completionOf(each, 0));
const MEMBER_COMPLETIONS = MEMBERS.map((each) => completionOf(each, 0));
const GAME_COMPLETIONS = MEMBERS.map((each) => completionOf(each, each.of === "Game" ? 1 : 0));

function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  if (isText(state, pos)) return null;
  const member = context.matchBefore(/\w*\.\w*/);
  if (member) {
    const [owner = ""] = member.text.split(".");
    const options = owner === "game" || owner === "self" ? GAME_COMPLETIONS : MEMBER_COMPLETIONS;
    return { from: member.from + owner.length + 1, options, validFor: /^\w*$/ };
  }
  const word = context.matchBefore(/\w+/);
  if (!word && !context.explicit) return null;
  return { from: word?.from ?? pos, options: NAME_COMPLETIONS, validFor: /^\w*$/ };
}

/** Whether a position is in a text or a comment. */
const isText = (state: EditorState, pos: number) => /String|Comment/.test(syntaxTree(state).resolveInner(pos, -1).name);

/** What is known of the word at a position of the text; with all classes that have such a member. */
export function knownAt(
  state: EditorState,
  pos: number,
): { readonly from: number; readonly to: number; readonly known: readonly Known[] } | null {
  const word = state.wordAt(pos);
  if (!word || isText(state, pos)) return null;
  const name = state.sliceDoc(word.from, word.to);
  const isMember = word.from > 0 && state.sliceDoc(word.from - 1, word.from) === ".";
  const found = (isMember ? MEMBERS : NAMES).filter((each) => each.name === name);
  return found.length === 0 ? null : { from: word.from, to: word.to, known: found };
}

const SHOWN = 3; // classes with the same member

function explained(all: readonly Known[]): HTMLElement {
  const box = document.createElement("div");
  box.className = "cm-known";
  for (const { signature, says, of } of all.slice(0, SHOWN)) {
    const code = document.createElement("code");
    code.textContent = of.startsWith("rondel") ? signature : `${of}.${signature}`;
    const text = document.createElement("p");
    text.textContent = says;
    box.append(code, text);
  }
  return box;
}

/** Completion and explanation of the engine's names. */
export const engineNames = [
  EditorView.baseTheme({
    ".cm-known": { maxWidth: "34rem", padding: "8px 12px", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
    ".cm-known p": { margin: "4px 0 0", fontFamily: "system-ui, sans-serif" },
    ".cm-known p + code": { display: "block", marginTop: "10px" },
  }),
  pythonLanguage.data.of({ autocomplete: complete }),
  hoverTooltip((view, pos) => {
    const found = knownAt(view.state, pos);
    return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: explained(found.known) }) };
  }),
];
