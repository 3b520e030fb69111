// The engine's names: what is known of the word under the pointer.

import { pythonLanguage } from "@codemirror/lang-python";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { knownAt } from "../../src/playground/editor/names";

/** What is known at the mark `|` of a text. */
function at(text: string): readonly string[] | null {
  const [before = "", after = ""] = text.split("|");
  const state = EditorState.create({ doc: before + after, extensions: [pythonLanguage] });
  return knownAt(state, before.length)?.known.map(({ of, signature }) => `${of}: ${signature}`) ?? null;
}

describe("a word of the rules", () => {
  it("is a name of the engine", () => {
    expect(at("from rondel import To|kenKind")).toEqual([expect.stringMatching(/^rondel: class TokenKind\(name: str, /)]);
  });

  it("is a member after a dot", () => {
    expect(at("    game.next_pl|ayer()")).toEqual(["Game: next_player() -> str"]);
    expect(at("    here = next_pl|ayer")).toBeNull();
  });

  it("is nothing else, and no part of a text or a comment", () => {
    for (const text of ["wh|ile True:", "# a Gr|id", '"a Gr|id"', "", " | "]) expect(at(text), text).toBeNull();
  });
});
