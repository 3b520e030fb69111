// What comes later is drawn when it is there, and leaves its place empty until then.

import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { fetchLater, SettingsSheet } from "../src/panels/late";

it("is nothing until it has been fetched, and then what it is", async () => {
  const root = document.createElement("div");
  act(() => render(<SettingsSheet />, root));
  expect(root.innerHTML).toBe("");
  await act(fetchLater);
  expect(root.querySelector('[role="group"]')?.getAttribute("aria-label")).toBe("Settings");
  render(null, root);
});
