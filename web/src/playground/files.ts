// What the playground fetches for the frame, which can fetch nothing: the packed files, the script of a worker, and the rules of the
// shipped games as text.

import workerAddress from "../local/worker.ts?worker&url";
import { packedFiles } from "../local/host";
import { translate } from "../text/text";
import { DOCUMENT } from "./framed-workers";
import type { FrameFiles } from "./messages";

const SOURCES = "/sources/"; // scripts/pyodide_pack.py writes it

/** The files of the frame; `progress` is called with the part that has arrived, from 0 to 1. */
export async function frameFiles(progress: (part: number) => void): Promise<FrameFiles> {
  const [{ files, findings: check, size }, script] = await Promise.all([
    overNetwork(packedFiles()),
    fetched(workerAddress).then((each) => each.text()),
    fetched(DOCUMENT), // never kept for later: a frame that is not loaded says nothing
  ]);
  let loaded = 0;
  const content = async (address: string) =>
    contentOf(await fetched(address), (bytes) => progress(Math.min(1, (loaded += bytes) / size)));
  const names = Object.keys(files.games);
  const [[pyodide, python, msgspec, rondel, findings], games] = await Promise.all([
    Promise.all([files.pyodide, files.python, files.msgspec, files.rondel, check].map(content)),
    Promise.all(Object.values(files.games).map(content)), // all of them, as rules may import those of any game
  ]);
  return {
    script,
    pyodide: pyodide!,
    python: python!,
    msgspec: msgspec!,
    rondel: rondel!,
    games: Object.fromEntries(names.map((name, index) => [name, games[index]!])),
    findings: findings!,
  };
}

/** The games whose rules are there as text. */
export async function sources(): Promise<readonly string[]> {
  return (await (await fetched(`${SOURCES}index.json`)).json()) as readonly string[];
}

/** The text of a game's rules. */
export async function sourceOf(game: string): Promise<string> {
  return (await fetched(`${SOURCES}${encodeURIComponent(game)}.txt`)).text();
}

async function contentOf(response: Response, loaded: (bytes: number) => void): Promise<ArrayBuffer> {
  const parts: BlobPart[] = [];
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value as BlobPart);
    loaded(part.value.byteLength);
  }
  return new Blob(parts).arrayBuffer();
}

async function fetched(address: string): Promise<Response> {
  const response = await overNetwork(fetch(address));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

/** The same; what fails without a network says so. */
export const overNetwork = <Found>(found: Promise<Found>): Promise<Found> =>
  found.catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(translate("This needs the network, and there is none now."), { cause: error });
  });
