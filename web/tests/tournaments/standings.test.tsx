// The standings: who may remove a player, and where the report file is.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import type { Entrant, Tournament } from "../../src/protocol";
import { tournaments } from "../../src/tournaments/requests";
import { Standings } from "../../src/tournaments/standings";

const entrant = (number: number, name: string, state: Entrant["state"] = "in") =>
  ({ number, seed: number, name, state, rating: 1500, place: number, points: 0, tie_breaks: [], on_streak: false }) as Entrant;

const CUP = {
  listed: { id: "cup", state: "running", terms: { format: "swiss" } },
  entrants: [entrant(1, "Ada"), entrant(2, "Bob", "withdrawn")],
  me: null,
  tie_breaks: [],
  is_host: true,
} as unknown as Tournament;

afterEach(() => {
  act(() => render(null, document.body));
  vi.restoreAllMocks();
});

const draw = (some: Partial<Tournament>, set = vi.fn()) =>
  act(() => render(<Standings tournament={{ ...CUP, ...some }} set={set} />, document.body));

const buttons = () => [...document.querySelectorAll("button")];

it("lets the host remove who plays, after a second click", async () => {
  const asked = vi.spyOn(tournaments, "act").mockResolvedValue(CUP);
  const set = vi.fn();
  draw({}, set);
  expect(buttons().map((each) => each.getAttribute("aria-label"))).toEqual(["Remove Ada"]);
  act(() => buttons()[0]?.click());
  expect(asked).not.toHaveBeenCalled();
  await act(async () => buttons()[0]?.click());
  expect(asked).toHaveBeenCalledWith("cup", { deed: "remove", number: 1 });
  expect(set).toHaveBeenCalledWith(CUP);
});

it("offers it to nobody else, and the report file to everybody", () => {
  draw({ is_host: false });
  expect(buttons()).toEqual([]);
  expect(document.querySelector("a[download]")?.getAttribute("href")).toBe("/api/tournaments/cup/trf");
});
