// What is copied: the link to watch a table, without the invitation, and only where others may look on.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { storeTable } from "../../src/app/local-settings";
import { TermsPanel } from "../../src/table/people/terms";
import type { Terms } from "../../src/protocol";

const root = document.createElement("div");
afterEach(() => {
  act(() => render(null, root));
  vi.unstubAllGlobals();
});

async function button(terms: Terms): Promise<HTMLButtonElement | null> {
  act(() => render(<TermsPanel id="7Q4K" terms={terms} />, root));
  const folder = root.querySelector("details")!;
  folder.open = true;
  await act(async () => {
    folder.dispatchEvent(new Event("toggle"));
    await new Promise((done) => setTimeout(done, 5));
  });
  return root.querySelector("button");
}

it("is the link to watch, without the invitation, where others may look on", async () => {
  const written: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: (text: string) => Promise.resolve(void written.push(text)) } });
  storeTable("7Q4K", { tokens: {}, invite: "secret" });
  const found = await button({});
  await act(async () => found?.click());
  expect(written).toEqual([`${location.origin}/table/7Q4K`]);
  await vi.waitFor(() => expect(root.querySelector("button")?.textContent).toBe("Copied"));
  // a screen reader does not say what a button has become
  expect(root.querySelector("[role=status]")?.textContent).toBe("Copied");
});

it("is nothing where nobody may look on", async () => {
  expect(await button({ watchable: false })).toBeNull();
  expect(root.textContent).toContain("Only who plays sees the table."); // the terms are there
});

it("is shown to be copied by hand where the browser does not let a page do it", async () => {
  const shown: string[] = [];
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("prompt", (_: string, address: string) => void shown.push(address));
  const found = await button({});
  await act(async () => found?.click());
  expect(shown).toEqual([`${location.origin}/table/7Q4K`]);
});
