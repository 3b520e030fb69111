// What comes later is drawn when it is there, and leaves its place empty until then.

import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it, vi } from "vitest";
import { deferred } from "../../src/app/deferred";

it("is nothing until it has been fetched, and then what it is", async () => {
  vi.resetModules(); // another test may have fetched it
  const { fetchDeferred, SettingsSheet } = await import("../../src/table/deferred-panels");
  const root = document.createElement("div");
  act(() => render(<SettingsSheet />, root));
  expect(root.innerHTML).toBe("");
  await act(async () => void (await fetchDeferred()));
  expect(root.querySelector('[role="group"]')?.getAttribute("aria-label")).toBe("Settings");
  render(null, root);
});

it("is fetched again where the line was gone, and is there for all who wait for it", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  let gone = 2;
  const { fetched } = deferred(() => (gone-- > 0 ? Promise.reject(new TypeError("gone")) : Promise.resolve({ there: true })));
  const both = Promise.all([fetched(), fetched()]);
  await vi.runAllTimersAsync();
  expect([await both, gone]).toEqual([[{ there: true }, { there: true }], -1]);
  vi.useRealTimers();
  vi.restoreAllMocks();
});
