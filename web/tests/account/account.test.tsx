// The pages of people, without a server: which page an address means, and what a form says of what was refused.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { placeOf, messagesAddress, profileAddress, seasonAddress, signInAddress } from "../../src/account/address";
import { curveOf } from "../../src/account/profile/rating-curve";
import { ratingText } from "../../src/account/profile/rating-figure";
import { seasonEndText, seasonText } from "../../src/account/profile/season";
import { opponents, outcomeText } from "../../src/account/profile/outcome";
import { SignIn } from "../../src/account/sign-in";
import type { Seat } from "../../src/protocol";
import { currentUser } from "../../src/app/store";

afterEach(() => {
  act(() => render(null, document.body));
  vi.restoreAllMocks();
});

describe("what came of a round", () => {
  const round = (roles: string[], ranks: Record<string, number>) => outcomeText({ roles, ranks });

  it("is said for who played it", () => {
    expect(round(["x"], { x: 1, o: 2 })).toBe("won");
    expect(round(["o"], { x: 1, o: 2 })).toBe("lost");
    expect(round(["x"], { x: 1, o: 1 })).toBe("draw");
    expect(round(["x", "o"], { x: 1, o: 2 })).toBe("won"); // who has both seats
    expect(round(["c"], { a: 1, b: 1, c: 3, d: 4 })).toBe("place 3");
    expect(round(["a"], { a: 1, b: 1, c: 3, d: 3 })).toBe("won"); // with a partner
    expect(round(["shepherd"], { shepherd: 1 })).toBe("won");
    expect(round(["x"], {})).toBe("no result");
  });

  it("was with the others at the table, each named once", () => {
    const seat = (role: string, name: string, kind = "person") =>
      ({ role, name, kind, bot: "", number: 0, present: false, badge: "" }) as Seat;
    expect(opponents({ roles: ["a"], seats: [seat("a", "Ada"), seat("b", "Bob"), seat("c", "Bob"), seat("d", "")] })).toEqual([
      "Bob",
      "Guest",
    ]);
  });
});

describe("the curve of a rating", () => {
  const rated = (rating: number) => ({ at: 0, rank: 1, rating, deviation: 200, provisional: true });
  const rounds = [1503, 1499, 1501].map(rated); // the last first

  it("begins at 1500 where every round is there, and goes from the first to the last", () => {
    const { points, low, high, start } = curveOf(rounds, true);
    expect(points.map(([x]) => x)).toEqual([12, 12 + 616 / 3, 12 + (2 * 616) / 3, 628]);
    expect([low, high]).toEqual([1499, 1503]);
    expect(points[0]?.[1]).toBe(start);
    expect(points.map(([, y]) => y)).toEqual([144, 100, 188, 12]); // 1500, 1501, 1499, 1503 between 12 and 188 from above
  });

  it("is a point where there is one round, and has no line of the beginning where that is far away", () => {
    const { points, start } = curveOf([rated(1700)], false);
    expect(points).toHaveLength(1);
    expect(points.flat().every(Number.isFinite)).toBe(true);
    expect(start).toBeNull();
  });

  it("is written as a whole number, with a question mark while it is provisional", () => {
    expect([rated(1499.6), { ...rated(2031.2), provisional: false }].map(ratingText)).toEqual(["1500?", "2031"]);
  });
});

describe("a season", () => {
  const ends = Date.UTC(2027, 0);
  it("is called by its months, in universal time", () => {
    expect(seasonText({ starts: Date.UTC(2026, 9), ends })).toMatch(/^October\s–\sDecember 2026$/);
    expect(seasonText({ starts: Date.UTC(2026, 11), ends })).toBe("December 2026");
  });
  it("ends with its last day", () => {
    expect(seasonEndText({ ends, over: false })).toBe("until Dec 31, 2026");
    expect(seasonEndText({ ends, over: true })).toBe("ended on Dec 31, 2026");
  });
});

const at = (address: string) => placeOf(new URL(address, "http://arena.example"));

describe("an address", () => {
  it("is that of a page, or of none", () => {
    expect(at("/account/")).toEqual({ page: "account", next: null });
    expect(at(profileAddress("Ada L. / Ω"))).toEqual({ page: "profile", name: "Ada L. / Ω" });
    expect(at(messagesAddress("Ada L."))).toEqual({ page: "messages", name: "Ada L." });
    expect(at("/people")).toEqual({ page: "people" });
    expect(at("/games/chess/leaderboard")).toEqual({ page: "leaders", game: "chess", season: null });
    expect(at(seasonAddress("chess", ""))).toEqual({ page: "leaders", game: "chess", season: "" });
    expect(at(seasonAddress("chess", "2026-Q4"))).toEqual({ page: "leaders", game: "chess", season: "2026-Q4" });
    for (const none of [
      "/",
      "/accounts",
      "/account/x",
      "/persons",
      "/people/a/b",
      "/people/%E0%A4%A",
      "/games/chess",
      "/games/chess/leaderboard/x",
      "/games/chess/seasons/2026-Q4/x",
    ])
      expect(at(none)).toBeNull();
  });

  it("says where to go on after logging in, within this arena", () => {
    expect(at(signInAddress("/table/t1#invite=a&b"))).toEqual({ page: "account", next: "/table/t1#invite=a&b" });
    for (const elsewhere of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
      expect(at(signInAddress(elsewhere))).toMatchObject({ next: null });
  });
});

describe("coming in", () => {
  const form = (name: string) => document.querySelector<HTMLFormElement>(`form[aria-label="${name}"]`) as HTMLFormElement;
  const answers = (status: number, body: unknown) =>
    vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(JSON.stringify(body), { status }));
  const send = (name: string) => act(async () => void form(name).dispatchEvent(new Event("submit", { cancelable: true })));

  it("tells a browser's store of passwords which field is which", () => {
    act(() => render(<SignIn guest={false} next={null} />, document.body));
    const kinds = (name: string) => [...form(name).querySelectorAll("input")].map((each) => each.getAttribute("autocomplete"));
    expect(kinds("Make an account")).toEqual(["username", "new-password"]);
    expect(kinds("Log in")).toEqual(["username", "current-password"]);
  });

  it.each([
    ["name_taken", "username"],
    ["bad_password", "password"],
  ])("says at the field that it was refused as %s", async (code, field) => {
    act(() => render(<SignIn guest={true} next={null} />, document.body));
    answers(409, { code, message: "no, because" });
    await send("Make an account");
    await vi.waitFor(() => expect(form("Make an account").querySelector("[aria-invalid]")).not.toBeNull());
    const wrong = form("Make an account").querySelectorAll("[aria-invalid]");
    expect([...wrong].map((each) => each.getAttribute("name"))).toEqual([field]);
    expect(document.getElementById(wrong[0]?.getAttribute("aria-describedby") ?? "")?.textContent).toBe("No, because.");
  });

  it("says beneath the fields what is wrong with neither, and who came in when nothing is", async () => {
    act(() => render(<SignIn guest={true} next={null} />, document.body));
    answers(429, { code: "too_fast", message: "wait" });
    await send("Log in");
    await vi.waitFor(() => expect(form("Log in").querySelector("[role=alert]")?.textContent).toBe("Wait."));
    expect(form("Log in").querySelector("[aria-invalid]")).toBeNull();
    answers(200, { kind: "account", id: "p1", name: "Ada", scopes: [] });
    await send("Log in");
    await vi.waitFor(() => expect(currentUser.value?.name).toBe("Ada"));
  });
});
