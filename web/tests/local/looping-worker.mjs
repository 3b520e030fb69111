// A worker with the messages of worker.ts, whose rules loop where a frame or a request says so, work for so many beats, stand still until
// the page lets them go on, or wait for the network. It knows no game.

import { parentPort, workerData } from "node:worker_threads";

const { goOn, took, start } = workerData;
const say = (message) => parentPort.postMessage(message);

function carryOut(text) {
  let work = text.includes("loop") ? Infinity : Number(/work (\d+)/.exec(text)?.[1] ?? 0);
  while ((work -= 1) >= 0) {
    Atomics.wait(goOn, 1, 0, text.includes("slow") ? 500 : 1);
    say({ type: "worked" });
  }
  if (text.includes("wait")) Atomics.wait(goOn, 0, 0, Number(/wait (\d+)/.exec(text)?.[1] ?? Infinity));
  if (text.includes("fetch")) {
    say({ type: "fetching" });
    Atomics.wait(goOn, 0, 0, 2500); // longer than rules may take
    say({ type: "fetched" });
  }
}

parentPort.on("message", (message) => {
  switch (message.type) {
    case "start":
      Atomics.wait(goOn, 1, 0, start);
      return say({ type: "ready", compiled: null, took });
    case "receive":
      say({ type: "doing", id: message.id });
      if (message.frame.includes("kept")) return; // waits until its answer is stored, which another frame overtakes
      carryOut(message.frame);
      say({ type: "frame", socket: message.socket, frame: message.frame });
      return say({ type: "done", id: message.id });
    case "request":
      say({ type: "doing", id: message.id });
      carryOut(message.request.path);
      return say({ type: "response", id: message.id, response: { status: 200, body: message.request.path } });
    case "ping":
      return say({ type: "pong" });
  }
});
