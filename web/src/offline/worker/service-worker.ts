// The service worker: keeps the files of the page, so that it starts without a network. It is built into service-worker.js, one
// address for all builds, and knows the files of its own build as `SHELL` (offline-files.ts). A site has one of its own in its folder.
//
// Documents come from the network while there is one, so that page and arena are of the same version. Files in assets/ and packed/
// have a hash of their content in their names: they come from any cache that has them. Texts of languages are kept, too, and what
// runs the rules in this browser, once it has run here. Everything else goes past the worker: requests of accounts and tables, and
// sockets.

import { free } from "../../local/storage/free";
import { prefixOf } from "../cache-names";
import { answerNotifications } from "./notifications";

declare const self: ServiceWorkerGlobalScope;

interface Shell {
  readonly version: string; // a hash of the files and of this script
  readonly files: Files; // kept when the worker is installed
  readonly later: Files; // what runs the rules in this browser; kept once they have run here
}

type Files = Readonly<Record<string, string>>; // name → integrity

declare const SHELL: Shell;

const FOLDER = new URL(self.registration.scope).pathname;
const SHELLS = `${prefixOf(FOLDER)}shell-`;
const CACHE = SHELLS + SHELL.version;
const TEXTS = `${prefixOf(FOLDER)}texts`;
const LISTED = "packed/files.json"; // of `later`, and the last that is kept: where it is, all of them are
const PATIENCE = 4000; // ms for the network to answer where a kept answer could be shown

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
  if (event.data === "take over when idle") event.waitUntil(takeOverWhenIdle());
  if (event.data === "tidy") event.waitUntil(tidy());
  if (event.data === "keep rules") event.waitUntil(keepRules());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const name = nameOf(request.url);
  if (request.method !== "GET" || name === null) return;
  if (name === LISTED) event.respondWith(list(request));
  else if (isHashed(name)) event.respondWith(asset(request));
  else if (request.mode === "navigate" && !name.startsWith("api/")) event.respondWith(page(event, name));
  else if (/^api\/(languages|texts\/[\w-]+)$/.test(name)) event.respondWith(text(event));
});

answerNotifications((path) => addressOf(path));

/** The path below the worker's folder; null for addresses elsewhere. */
function nameOf(address: string): string | null {
  const [url, scope] = [new URL(address), new URL(self.registration.scope)];
  const inside = url.origin === scope.origin && url.pathname.startsWith(scope.pathname);
  return inside ? url.pathname.slice(scope.pathname.length) : null;
}

/** Whether a name has a hash of the content: it never means another file. */
const isHashed = (name: string) => /^(assets|packed)\//.test(name) && name !== LISTED;

const addressOf = (name: string) => new URL(name, self.registration.scope).href;

/** Keep all files of this build, or none. Each is compared with its hash: two builds are never mixed. */
async function install(): Promise<void> {
  const rules = (await match(addressOf(LISTED))) !== undefined;
  try {
    await putAll({ ...SHELL.files, ...(rules && SHELL.later) });
  } catch (error) {
    await caches.delete(CACHE); // the storage is full, or a file is of another build
    throw error;
  }
  await takeOverWhenIdle();
}

/** Keep what runs the rules as well, all of it or nothing. */
async function keepRules(): Promise<void> {
  if (!(await caches.has(CACHE))) return; // the player has removed what was kept
  const cache = await caches.open(CACHE);
  if (await cache.match(addressOf(LISTED))) return;
  try {
    await putAll(SHELL.later);
  } catch (error) {
    console.warn("what runs the rules is not kept:", error); // the storage is full, or the arena has a newer build
    for (const name of Object.keys(SHELL.later)) await cache.delete(addressOf(name));
  }
}

/** Keep files, the list of the packed ones last. One after another: the browser would hold all of them, which are megabytes. */
async function putAll(files: Files): Promise<void> {
  const cache = await caches.open(CACHE);
  const inOrder = Object.keys(files).sort((one, other) => Number(one === LISTED) - Number(other === LISTED));
  for (const name of inOrder) {
    const old = isHashed(name) ? await match(addressOf(name)) : undefined;
    await cache.put(addressOf(name), old ?? (await fetchedFile(name)));
    await check(await cache.match(addressOf(name)), files[name]!);
  }
}

/** Reject a file whose content has another hash. `integrity` of a request would do the same, and holds a copy for a long time. */
async function check(file: Response | undefined, integrity: string): Promise<void> {
  const content = (await file?.arrayBuffer()) ?? new ArrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  free(content);
  if (`sha256-${btoa(String.fromCharCode(...hash))}` !== integrity) throw new Error(`a file is of another build: ${integrity}`);
}

/** A file of this build from the network. */
async function fetchedFile(name: string): Promise<Response> {
  // A host may send /index.html on to its folder.
  const address = addressOf(name === "index.html" ? "./" : name);
  const file = await fetch(address, { cache: isHashed(name) ? "default" : "no-cache" });
  if (!file.ok) throw new Error(`${address} cannot be kept: the answer was ${file.status}`);
  if (!file.redirected) return file;
  return new Response(file.body, { headers: file.headers }); // a browser takes no redirected answer for a document
}

async function activate(): Promise<void> {
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
  await tidy();
}

/** Take over at once unless a table is open: its page holds a lock (updates.ts). */
async function takeOverWhenIdle(): Promise<void> {
  if (!(await locks()).has("rondel-table")) await self.skipWaiting();
}

/** Delete the caches of older builds, except those of open pages: a page holds a lock with the address of its script. */
async function tidy(): Promise<void> {
  const names = await caches.keys();
  const { installing, waiting } = self.registration;
  if (installing ?? waiting) return; // one of the caches is of a newer build
  const held = await locks();
  for (const name of names) {
    if (!name.startsWith(SHELLS) || name === CACHE) continue;
    const files = await (await caches.open(name)).keys();
    if (!files.some(({ url }) => held.has(`rondel-page ${url}`))) await caches.delete(name);
  }
}

/** The names of all locks that pages hold. */
async function locks(): Promise<ReadonlySet<string | undefined>> {
  const { held } = await self.navigator.locks.query();
  return new Set(held?.map(({ name }) => name));
}

/** What any cache has of an address. */
const match = (request: Request | string) => caches.match(request, { ignoreVary: true });

async function asset(request: Request): Promise<Response> {
  return (await match(request)) ?? fetch(request);
}

/** The list of the packed files: the network's, as documents are, so that both are of the same build. */
const list = async (request: Request) =>
  networkFirst(fetch(request), async () => caches.match(request, { cacheName: CACHE, ignoreVary: true }));

/** Keep an answer, unless the player has removed what was kept, or the browser has no room for it. */
async function keep(name: string, address: string, answer: Response): Promise<void> {
  if (!(await caches.has(CACHE))) return;
  const cache = await caches.open(name);
  await cache.put(address, answer).catch((error: unknown) => console.warn(`${address} is not kept:`, error));
}

/** A document of the network; the one of this build while the arena cannot be reached. */
async function page(event: FetchEvent, name: string): Promise<Response> {
  const network = async () => {
    const answer = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
    // 502 to 504: a proxy answers for an arena that is away.
    if (answer.status >= 502 && answer.status <= 504) throw new Error(`the arena is away: ${answer.status}`);
    return answer;
  };
  const document = name.startsWith("table/") && "table.html" in SHELL.files ? "table.html" : "index.html";
  return networkFirst(network(), async () => (await caches.open(CACHE)).match(addressOf(document)));
}

/** A list or catalogue of texts, which is the same for everybody. */
async function text(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const network = async () => {
    const answer = await fetch(request);
    const copy = answer.clone();
    if (answer.ok) event.waitUntil(keep(TEXTS, request.url, copy));
    return answer;
  };
  return networkFirst(network(), async () => (await caches.open(TEXTS)).match(request, { ignoreVary: true }));
}

/** The network's answer; the kept one if the network has none, or takes too long. */
async function networkFirst(network: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
  const answer = await Promise.race([network.catch(() => null), late]);
  return answer ?? (await kept()) ?? network;
}
