// No more messages leave a worker than a page can take up.

import { expect, it } from "vitest";
import { limitMessages } from "../../src/local/python/message-limit";

it("drops what is posted beyond the limit, by whatever name, and goes on in the next second", async () => {
  const posted: unknown[] = [];
  const prototype = { postMessage: (message: unknown) => void posted.push(message) };
  const scope = Object.create(prototype) as typeof prototype;
  limitMessages(scope, [scope, prototype], 3);
  for (let number = 0; number < 10; number += 1) {
    scope.postMessage(number);
    prototype.postMessage(`${number} of the prototype`);
  }
  expect(posted).toEqual([0, "0 of the prototype", 1]);
  expect(() => Object.assign(scope, { postMessage: () => {} })).toThrow(TypeError); // and it cannot be taken away
  await expect.poll(() => (scope.postMessage("later"), posted.at(-1)), { timeout: 5000, interval: 300 }).toBe("later");
});
