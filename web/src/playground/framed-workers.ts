// Workers in a frame of opaque origin (frame/frame.ts), which the page uses as if they were its own. They can reach neither an
// address nor anything that this browser has stored, whatever code they run.

import type { FromWorker, ToWorker } from "../local/messages";
import type { RulesWorker } from "../local/python-worker";
import { checkedMessage } from "./check";
import type { FrameFiles, FromFrame, ToFrame } from "./messages";

const DOCUMENT = "/frame.html";

export class FramedWorkers {
  private readonly workers = new Map<number, FramedWorker>();
  private made = 0;

  private constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly port: MessagePort,
  ) {
    port.onmessage = (event: MessageEvent<FromFrame>) => this.take(event.data);
  }

  /** Open the frame, and hand it the files. */
  static async open(files: FrameFiles): Promise<FramedWorkers> {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    Object.assign(frame, { src: DOCUMENT, hidden: true, title: "Rules", referrerPolicy: "no-referrer" });
    const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    document.body.append(frame);
    await loaded;
    const { port1, port2 } = new MessageChannel();
    // Any origin: the frame's is opaque. What it is handed is public.
    frame.contentWindow?.postMessage(files, "*", [port2]);
    return new FramedWorkers(frame, port1);
  }

  /** A new worker. */
  readonly worker = (): RulesWorker => {
    const id = (this.made += 1);
    const worker = new FramedWorker(
      (message) => this.say({ type: "send", worker: id, message }),
      () => {
        this.workers.delete(id);
        this.say({ type: "end", worker: id });
      },
    );
    this.workers.set(id, worker);
    this.say({ type: "make", worker: id });
    return worker;
  };

  /** Remove the frame with all its workers. */
  close(): void {
    this.port.close();
    this.frame.remove();
  }

  private say(message: ToFrame): void {
    this.port.postMessage(message);
  }

  private take(said: FromFrame): void {
    const worker = this.workers.get(said?.worker);
    if (said?.type === "said") worker?.receive(checkedMessage(said.message));
    else if (said?.type === "failed") worker?.receive(checkedMessage(said));
  }
}

class FramedWorker implements RulesWorker {
  onmessage: RulesWorker["onmessage"] = null;
  onerror: RulesWorker["onerror"] = null;

  constructor(
    readonly postMessage: (message: ToWorker) => void,
    readonly terminate: () => void,
  ) {}

  receive(message: FromWorker | null): void {
    if (message) this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}
