// Memory that is given back at once: what is read and written here is many megabytes, and a worker collects its garbage late.

/** Take the bytes away. They are sent to nobody, as a browser holds those that it has read or written itself even where `transfer`
 * has taken them from JavaScript. */
export function free(bytes: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [bytes]);
  port1.close();
}
