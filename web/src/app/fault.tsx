// A fault of the page itself: said, not swallowed.

import { signal } from "@preact/signals";
import { say, translate } from "../text/text";

const fault = signal<string | null>(null);

/** From now on, whatever fails in this page is shown on it. */
export function watchForFaults(): void {
  addEventListener("error", (event) => (fault.value = event.message));
  addEventListener("unhandledrejection", (event) => (fault.value = String(event.reason)));
}

export function Fault() {
  if (fault.value === null) return null;
  return (
    <div class="fault sheet" role="alert">
      <span>{say("Something went wrong in this page: {fault}. Your moves are safe.", { fault: fault.value })}</span>
      <button type="button" class="button main" onClick={() => location.reload()}>
        {translate("Reload")}
      </button>
    </div>
  );
}
