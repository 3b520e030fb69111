// The script of the frame in which an author's code runs. The document around it (frame-document.ts) has an opaque origin, and a
// policy that lets nothing be fetched. The code itself runs in workers alone; this script makes and ends them, and passes on what
// they and the page say. It ends a worker that says too much.

import type { FromWorker, ToWorker } from "../../local/messages";
import type { FrameFiles, FromFrame, ToFrame } from "../messages";

const MOST = 2000; // messages of a worker in a second
const LARGEST = 4_000_000; // characters of a message

const FLOODED = "the rules send more messages than anybody can read; the table is as it was";

addEventListener("message", begin);

function begin({ source, ports: [port], data }: MessageEvent<FrameFiles>): void {
  if (source !== parent || parent === window || !port) return;
  removeEventListener("message", begin);
  const { script, pyodide, ...files } = data;
  const compiled = WebAssembly.compile(pyodide);
  const say = (said: FromFrame) => port.postMessage(said);
  const workers = new FrameWorkers(addressOf(beginningWith(addressOf(script))), compiled, files, say);
  port.onmessage = (event: MessageEvent<ToFrame>) => workers.take(event.data);
  port.postMessage({ type: "begun" } satisfies FromFrame);
}

const addressOf = (script: string) => URL.createObjectURL(new Blob([script], { type: "text/javascript" }));

/** The script of a worker that begins with that module: workers of an opaque origin cannot be modules. What it is told before the
 * module is there, it is told then. */
const beginningWith = (module: string) => `
  const early = [];
  onmessage = (event) => early.push(event);
  import(${JSON.stringify(module)}).then(() => early.forEach((event) => onmessage(event)));
`;

class FrameWorkers {
  private readonly workers = new Map<number, Worker>();

  constructor(
    private readonly script: string,
    private readonly compiled: Promise<WebAssembly.Module>,
    private readonly files: Omit<FrameFiles, "script" | "pyodide">,
    private readonly say: (message: FromFrame) => void,
  ) {
    compiled.catch(() => {}); // told where a worker needs it
  }

  take(message: ToFrame): void {
    switch (message.type) {
      case "make":
        return this.make(message.worker);
      case "end":
        return this.end(message.worker);
      case "send":
        return void this.send(message.worker, message.message);
    }
  }

  private make(id: number): void {
    const worker = new Worker(this.script, { name: "rules" });
    this.workers.set(id, worker);
    let [second, count] = [0, 0];
    worker.onmessage = ({ data, timeStamp }: MessageEvent<FromWorker>) => {
      if (!this.workers.has(id)) return; // what had been said before it was ended
      if (timeStamp - second > 1000) [second, count] = [timeStamp, 0];
      count += 1;
      if (count > MOST || sizeOf(data) > LARGEST) return this.fail(id, FLOODED);
      // A module that is compiled cannot leave the frame, and each further worker gets this frame's.
      this.say({ type: "said", worker: id, message: data.type === "ready" ? { ...data, compiled: null } : data });
    };
    worker.onerror = (event) => this.fail(id, event.message || "the worker does not start");
  }

  private async send(id: number, message: ToWorker): Promise<void> {
    if (message.type !== "start") return this.workers.get(id)?.postMessage(message);
    try {
      const compiled = await this.compiled;
      const { findings, ...files } = this.files;
      const handed = { ...files, pyodide: "" }; // a worker is handed it compiled
      const wanted = message.files.findings === undefined ? handed : { ...handed, findings };
      this.workers.get(id)?.postMessage({ ...message, files: wanted, compiled } satisfies ToWorker);
    } catch (error) {
      this.fail(id, String(error));
    }
  }

  private fail(id: number, message: string): void {
    this.end(id);
    this.say({ type: "failed", worker: id, message });
  }

  private end(id: number): void {
    this.workers.get(id)?.terminate();
    this.workers.delete(id);
  }
}

/** The characters of a message, whose fields are plain. A message of other fields, which no honest worker sends, is too large. */
function sizeOf(message: unknown): number {
  if (typeof message !== "object" || message === null) return Infinity;
  return Object.values(message).reduce<number>((sum, value) => sum + sizeOfField(value), 0);
}

function sizeOfField(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null || value instanceof WebAssembly.Module) return 1;
  const fields = Object.values(value);
  return fields.every((each) => typeof each === "string" || typeof each === "number")
    ? fields.reduce<number>((sum, each) => sum + (typeof each === "string" ? each.length : 1), 0)
    : Infinity;
}
