// Inviting to open seats: whom one may invite, each once, and one invitation for each open seat.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InvitePeople, knownPeople } from "../../src/company/invite-people";
import type { Opponent } from "../../src/protocol";
import { atTable } from "../positions";

const followed = (name: string, mutual: boolean, online = false) => ({ name, at: 1, mutual, online, table: null });
const played = (name: string): Opponent => ({ name, table: "t", game: "chess", title: "Chess", at: 1 });

let sent: { id: string; name: string; table: string; role: string; state: string }[];
let posted: unknown[];
const settled = () => act(() => new Promise<void>((done) => setTimeout(done, 5)));

beforeEach(() => {
  [sent, posted] = [[], []];
  const answers: Record<string, () => unknown> = {
    "/api/me/people": () => ({ followed: [followed("Ann", true, true), followed("Bob", false)], blocked: [] }),
    "/api/me/opponents": () => ({ people: [played("Ann"), played("Cid")] }),
    "/api/me/invitations": () => ({ received: [], sent }),
  };
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
    if (method === "POST") {
      posted.push([path, JSON.parse(String(body))]);
      const { name, role } = JSON.parse(String(body)) as { name: string; role: string };
      sent.push({ id: "i1", name, table: "7Q4K", role, state: "open" });
    }
    return Promise.resolve(new Response(JSON.stringify(method === "POST" ? {} : answers[path]!())));
  });
});
afterEach(() => {
  act(() => render(null, document.body));
  vi.unstubAllGlobals();
});

it("is offered to those who follow back, and to opponents, each once", () => {
  const known = knownPeople({ followed: [followed("Ann", true, true), followed("Bob", false, true)] }, [
    played("Ann"),
    played("Bob"),
  ]);
  expect(known.map(({ name, online, why }) => [name, online, why])).toEqual([
    ["Ann", true, "online"],
    ["Bob", true, "has played Chess with you"],
  ]);
});

it("asks for the open seat, and offers it to nobody else until the invitation is taken back", async () => {
  const state = atTable("reversi", 0, ["black"]);
  const seats = state.table!.seats.map((seat) => (seat.role === "white" ? { ...seat, kind: "open" as const, name: "" } : seat));
  act(() => render(<InvitePeople id="7Q4K" state={{ ...state, table: { ...state.table!, seats } }} />, document.body));
  await settled();
  const buttons = () => [...document.querySelectorAll("button")];
  expect(buttons().map((each) => each.getAttribute("aria-label"))).toEqual(["Invite Ann", "Invite Cid"]);
  act(() => buttons()[0]!.click());
  await settled();
  expect(posted).toEqual([["/api/tables/7Q4K/invitations", { name: "Ann", role: "white" }]]);
  expect(buttons().map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
    ["Take back", false],
    ["Invite", true],
  ]);
  expect(document.body.textContent).toContain("Somebody is invited to each open seat.");
});
