// What had the focus and is gone from the page passes it on; what was let go of does not.

import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { keepFocus, trackFocus } from "../../src/app/focus";

beforeAll(trackFocus);

beforeEach(() => {
  document.body.innerHTML = `<main><h1 tabindex="-1">Asked</h1>
    <div role="group"><button data-place="hand:0" tabindex="0"></button><button data-place="hand:1" tabindex="-1"></button></div>
    <div id="bar"><button id="pass"></button></div></main>`;
});

afterEach(() => document.body.replaceChildren());

const on = (selector: string) => document.querySelector(selector) as HTMLElement;

function lose(selector: string): void {
  on(selector).focus();
  on(selector).remove();
  keepFocus();
}

it("from a card that was played to another in the same hand", () => {
  lose('[data-place="hand:1"]');
  expect(document.activeElement).toBe(on('[data-place="hand:0"]'));
});

it("to what is drawn anew at the same place", () => {
  on('[data-place="hand:1"]').focus();
  on('[data-place="hand:1"]').outerHTML = '<button data-place="hand:1" id="new"></button>';
  keepFocus();
  expect(document.activeElement).toBe(on("#new"));
});

it("from a button of the bar to the question", () => {
  lose("#pass");
  expect(document.activeElement).toBe(on("h1"));
});

it("not to who has let go of it before", async () => {
  on("#pass").focus();
  on("#pass").blur();
  await Promise.resolve();
  on("#pass").remove();
  keepFocus();
  expect(document.activeElement).toBe(document.body);
});
