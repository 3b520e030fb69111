// Event listeners that are removed again.

type Handlers = Readonly<Record<string, (event: never) => unknown>>;

/** Add listeners by event name; returns the function that removes them. */
export function listen(target: EventTarget, handlers: Handlers, options?: AddEventListenerOptions): () => void {
  const all = Object.entries(handlers) as [string, EventListener][];
  for (const [name, handler] of all) target.addEventListener(name, handler, options);
  return () => {
    for (const [name, handler] of all) target.removeEventListener(name, handler, options);
  };
}
