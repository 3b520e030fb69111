// Workers in a frame of opaque origin (frame/frame.ts), which the page uses as if they were its own. They can reach neither an
// address nor anything that this browser has stored, whatever code they run.

import type { FromWorker, ToWorker } from "../local/messages";
import type { RulesWorker } from "../local/python-worker";
import { translate } from "../text/text";
import { checkedMessage } from "./check";
import type { FrameFiles, FromFrame, ToFrame } from "./messages";

export const DOCUMENT = "/frame.html";
const PATIENCE = 20_000; // ms until the frame has its files

export class FramedWorkers {
  private readonly workers = new Map<number, FramedWorker>();
  private made = 0;

  private begun = () => {};

  private constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly port: MessagePort,
  ) {
    port.onmessage = (event: MessageEvent<FromFrame>) => this.take(event.data);
  }

  /** Open the frame, and hand it the files; rejects where the frame cannot be loaded, as without a network. */
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
    const workers = new FramedWorkers(frame, port1);
    try {
      await new Promise<void>((resolve, reject) => {
        workers.begun = resolve;
        setTimeout(() => reject(new Error(translate("The playground needs the network when it starts."))), PATIENCE);
      });
    } catch (error) {
      workers.close();
      throw error;
    }
    return workers;
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
    if (said?.type === "begun") return this.begun();
    const worker = this.workers.get(said?.worker);
    worker?.receive(checkedMessage(said.type === "said" ? said.message : said));
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
