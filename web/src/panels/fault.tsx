// A fault of the page itself: said, not swallowed.

import { signal } from "@preact/signals";

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
      <span>Something went wrong in this page: {fault.value}. Your moves are safe.</span>
      <button type="button" class="button main" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  );
}
