// The pages of people, without a server: which page an address means, and what a form says of what was refused.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { placeOf, profileAddress, signInAddress } from "../src/people/address";
import { SignIn } from "../src/people/signin";
import { self } from "../src/self";

afterEach(() => {
  act(() => render(null, document.body));
  vi.restoreAllMocks();
});

const at = (address: string) => placeOf(new URL(address, "http://arena.example"));

describe("an address", () => {
  it("is that of a page, or of none", () => {
    expect(at("/account/")).toEqual({ page: "account", next: null });
    expect(at(profileAddress("Ada L. / Ω"))).toEqual({ page: "profile", name: "Ada L. / Ω" });
    expect(at("/games/chess/leaderboard")).toEqual({ page: "leaders", game: "chess" });
    for (const none of ["/", "/accounts", "/account/x", "/people", "/people/a/b", "/people/%E0%A4%A", "/games/chess", "/games/chess/leaderboard/x"]) expect(at(none)).toBeNull();
  });

  it("says where to go on after logging in, within this arena", () => {
    expect(at(signInAddress("/table/t1#invite=a&b"))).toEqual({ page: "account", next: "/table/t1#invite=a&b" });
    for (const elsewhere of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) expect(at(signInAddress(elsewhere))).toMatchObject({ next: null });
  });
});

describe("coming in", () => {
  const form = (name: string) => document.querySelector<HTMLFormElement>(`form[aria-label="${name}"]`) as HTMLFormElement;
  const answers = (status: number, body: unknown) => vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(JSON.stringify(body), { status }));
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
    await vi.waitFor(() => expect(self.value?.name).toBe("Ada"));
  });
});
