// The games like one, as links with a picture.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { MoreLikeThis } from "../../src/lobby/library/more-like-this";
import type { GameInfo } from "../../src/protocol";
import { opening } from "../positions";

afterEach(() => {
  act(() => render(null, document.body));
  vi.unstubAllGlobals();
});

const game = (name: string, like: readonly string[] = []): GameInfo => ({
  name,
  title: name.toUpperCase(),
  summary: "",
  roles: ["black", "white"],
  fewest: 2,
  usual: 2,
  family: "",
  like,
  minutes: 0,
  known: false,
  study: false,
  cooperative: false,
  options: [],
  picture: opening("reversi"),
});
const GAMES = [game("hex", ["y", "go"]), game("y"), game("go")];
const links = () => [...document.querySelectorAll<HTMLAnchorElement>(".alike a")];

it("leads to the forms of the others", () => {
  act(() => render(<MoreLikeThis game="hex" games={GAMES} />, document.body));
  expect(links().map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Y", "/#game=y"],
    ["GO", "/#game=go"],
  ]);
});

it("asks for the games where it is not given them", async () => {
  const asked = vi.fn(async () => Promise.resolve(Response.json(GAMES)));
  vi.stubGlobal("fetch", asked);
  await act(async () => Promise.resolve(render(<MoreLikeThis game="hex" />, document.body)));
  await vi.waitFor(() => expect(links()).toHaveLength(2));
  expect(asked).toHaveBeenCalledOnce();
});

it("takes no place where nothing is like a game", () => {
  act(() => render(<MoreLikeThis game="go" games={GAMES} />, document.body));
  expect(document.body.textContent).toBe("");
});
