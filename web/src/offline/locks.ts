// Locks by which the service worker knows which pages are open, also after it was stopped and started again. The browser releases
// those of a page that is closed or crashes.

/** Hold a lock, which many pages may hold at once, until the returned function is called. */
export function hold(name: string): () => void {
  let release = () => {};
  const take = () => {
    const released = new Promise<void>((done) => (release = done));
    // Refused where storage is blocked: there is no service worker either.
    navigator.locks?.request(name, { mode: "shared" }, () => released).catch(() => {});
  };
  const leave = () => release(); // a page with a lock would not be kept for the way back
  const come = (event: PageTransitionEvent) => event.persisted && take();
  take();
  addEventListener("pagehide", leave);
  addEventListener("pageshow", come);
  return () => {
    removeEventListener("pagehide", leave);
    removeEventListener("pageshow", come);
    release();
  };
}

/** The lock of a page with a table: an update waits until nobody holds it. */
export const holdTable = () => hold("rondel-table");
