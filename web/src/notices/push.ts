// Notifications while no page is open: this browser subscribes to them at its push service, and the service worker shows them.

import { changeSettings } from "../app/local-settings";
import type { PushSubscription as Subscription } from "../protocol";
import { canBeKept } from "../offline/updates";

/** Whether this browser can show notifications while no page is open. */
export const canSubscribe = () => canBeKept() && "PushManager" in window && "Notification" in window;

/** Whether the player has forbidden notifications of this page: only the browser's own settings allow them again. */
export const isForbidden = () => "Notification" in window && Notification.permission === "denied";

/** The id of this browser's subscription as the arena lists it; null without one. */
export async function browserId(): Promise<string | null> {
  if (!canSubscribe()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscribed = await registration?.pushManager.getSubscription();
  return subscribed ? idOf(subscribed.endpoint) : null;
}

/** Ask the browser for the permission and subscribe with the arena's key; null where the player or the browser refuses. Call it in
 * the click of a button. */
export async function subscribe(key: string, lang: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  changeSettings({ keep: true }); // the service worker shows them
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be of another key
  try {
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    return { endpoint: endpoint!, public: keys!.p256dh!, secret: keys!.auth!, lang };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.info("this browser has no push service:", error);
    return null;
  }
}

/** End this browser's subscription; returns its endpoint, empty for none. */
export async function unsubscribe(): Promise<string> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscribed = await registration?.pushManager.getSubscription();
  await subscribed?.unsubscribe();
  return subscribed?.endpoint ?? "";
}

async function idOf(endpoint: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return Array.from(hash.slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
