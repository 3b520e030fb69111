// Things told in a row.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { DotSeparated } from "../../src/controls/row";

afterEach(() => render(null, document.body));

it("each is read in its own direction, and what is not there leaves no gap", () => {
  act(() => render(<DotSeparated of={["Bob Rated", false, "22 2026", null, "", "דורג"]} />, document.body));
  expect(document.body.textContent).toBe("Bob Rated · 22 2026 · דורג");
  expect([...document.querySelectorAll("bdi")].map((each) => each.textContent)).toEqual(["Bob Rated", "22 2026", "דורג"]);
});
