// The service worker as the page sees it: starts it, looks for updates, removes it.

import { computed, effect, signal } from "@preact/signals";
import { isSite } from "../app/address";
import { settings } from "../app/local-settings";
import { state } from "../play/store";
import { prefixOf } from "./cache-names";
import { hold } from "./locks";

/** Whether a newer build of the page is ready and waits, since a table is open. */
export const updateReady = signal(false);

/** Whether the browser refuses to keep the page: storage is blocked, or the window is private. */
export const keepingRefused = signal(false);

const folder = () => (isSite() ? new URL(".", document.baseURI) : new URL(import.meta.env.BASE_URL, location.href));
const addressOf = (name: string) => new URL(name, folder()).href;
const ADDRESS = "service-worker.js";
const LOOK_EVERY = 3_600_000; // ms between looks for an update when the page is shown again
const TAKEN_OVER = 3_000; // ms for the worker of an update to take over

/** Whether this page could start without a network: not while it is developed, and not in a frame of another site. */
export const canBeKept = () =>
  import.meta.env.PROD && "serviceWorker" in navigator && window === parent && !location.pathname.startsWith("/dev/");

/** Follow the setting: start the service worker, or remove it with all it keeps. */
export function startKeeping(): void {
  if (!canBeKept()) return;
  hold(`rondel-page ${import.meta.url}`); // the worker keeps the files of this page's build
  const keep = computed(() => settings.value.keep);
  effect(() => void (keep.value ? loaded().then(register) : removeKept()).catch(refused));
}

const refused = (error: unknown) => {
  keepingRefused.value = true;
  console.info("this browser does not keep the page:", error);
};

/** When the page is loaded, so that the files of the worker do not delay it. */
async function loaded(): Promise<void> {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
}

let followed: ServiceWorkerRegistration | null = null;

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(addressOf(ADDRESS));
  keepingRefused.value = false;
  if (!registration || followed === registration) return;
  followed = registration;
  registration.active?.postMessage("tidy");
  registration.waiting?.postMessage("take over when idle");
  follow(registration, registration.waiting);
  follow(registration, registration.installing);
  registration.addEventListener("updatefound", () => follow(registration, registration.installing));
  lookForUpdates(registration);
}

function follow(registration: ServiceWorkerRegistration, worker: ServiceWorker | null): void {
  const look = () => (updateReady.value = registration.waiting !== null && registration.active !== null);
  worker?.addEventListener("statechange", look);
  look();
}

/** Look for an update when the arena or the player is back. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let latest = Date.now();
  const look = () => {
    latest = Date.now();
    registration.update().catch((error: unknown) => console.info("no update can be looked for:", error));
  };
  addEventListener("visibilitychange", () => !document.hidden && Date.now() - latest > LOOK_EVERY && look());
  let away = false;
  effect(() => {
    const { link } = state.value;
    if (link === "open" && away) look();
    away = link === "offline" || (away && link !== "open");
  });
}

/** Show the newest build in this tab. Other tabs go on with the files that they have.
 *
 * A browser lets the new worker wait while the old one still answers something. The document comes from the network, so that it is
 * of the new build all the same. */
export async function reloadWithUpdate(): Promise<void> {
  const waiting = followed?.waiting;
  if (waiting) {
    const replaced = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    waiting.postMessage("take over");
    await Promise.race([replaced, new Promise((done) => setTimeout(done, TAKEN_OVER))]);
  }
  location.reload();
}

/** Keep what runs the rules in this browser, too: from now on its tables need no network. */
export async function keepRules(): Promise<void> {
  if (!canBeKept() || !settings.value.keep) return;
  (await navigator.serviceWorker.ready).active?.postMessage("keep rules");
}

/** Whether what runs the rules in this browser is kept. */
export const rulesAreKept = async () => canBeKept() && (await caches.match(addressOf("packed/files.json"))) !== undefined;

/** The names of the caches of this page. */
const cacheNames = async () => (await caches.keys()).filter((name) => name.startsWith(prefixOf(folder().pathname)));

/** How many bytes this browser keeps. */
export async function keptBytes(): Promise<number> {
  const names = await cacheNames();
  const sizes = await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name);
      const answers = await Promise.all((await cache.keys()).map((address) => cache.match(address)));
      return Promise.all(answers.map(async (answer) => (await answer?.blob())?.size ?? 0));
    }),
  );
  return sizes.flat().reduce((sum, size) => sum + size, 0);
}

/** Remove the service worker and all that it keeps. */
async function removeKept(): Promise<void> {
  followed = null;
  updateReady.value = false;
  await (await navigator.serviceWorker.getRegistration(addressOf(ADDRESS)))?.unregister();
  for (const name of await cacheNames()) await caches.delete(name);
}
