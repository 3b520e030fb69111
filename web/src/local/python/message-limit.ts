// Rules can reach the `postMessage` of their worker. A worker that is ended goes on for up to two seconds; rules that flood would leave
// its page a million messages to take up, and the worker that takes over would wait behind them.

/** Messages that leave a worker in a second: more than a page takes without ending it (playground/frame/frame.ts). */
export const MOST = 4000;

/** Where messages are posted: the global object of a worker, and its prototype. */
interface Posting {
  postMessage(message: unknown, options?: StructuredSerializeOptions): void;
}

/** Drop what is posted beyond `most` messages in a second, whoever posts it. */
export function limitMessages(scope: Posting, holders: readonly object[] = [scope], most = MOST): void {
  const post = scope.postMessage.bind(scope);
  let [second, count] = [performance.now(), 0];
  const limited = (message: unknown, options?: StructuredSerializeOptions) => {
    const now = performance.now();
    if (now - second > 1000) [second, count] = [now, 0];
    count += 1;
    if (count <= most) post(message, options);
  };
  for (const each of holders) Object.defineProperty(each, "postMessage", { value: limited });
}
