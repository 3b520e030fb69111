// What the service worker does with messages of the arena: a notification that a game waits, and the badge of the installed app.

declare const self: ServiceWorkerGlobalScope;

/** As the arena sends it, see channels/push.py. */
interface Shown {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly waiting: number;
  readonly lang: string;
}

interface Data {
  readonly id: string;
  readonly path: string;
}

/** Answer the events of notifications; `addressOf` makes an address of the path below the page's folder. */
export function answerNotifications(addressOf: (path: string) => string): void {
  self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() as Shown)));
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(addressOf((event.notification.data as Data).path.slice(1))));
  });
  self.addEventListener("pushsubscriptionchange", (event) => {
    const change = event as PushSubscriptionChangeEvent;
    change.waitUntil(subscribeAgain(addressOf("api/me/push"), change.oldSubscription?.options));
  });

  async function show({ id, title, body, path, tag, waiting, lang }: Shown): Promise<void> {
    const before = await self.registration.getNotifications({ tag });
    const again = before.some(({ data }) => (data as Data).id === id); // sent twice, since a server died: shown in silence
    const icons = { icon: addressOf("icons/any-192.png"), badge: addressOf("icons/maskable-512.png") };
    const options = { body, tag, lang, data: { id, path } satisfies Data, renotify: !again, silent: again, ...icons };
    await self.registration.showNotification(title, options);
    if ("setAppBadge" in navigator) await navigator.setAppBadge(waiting).catch(() => {}); // the page is not installed
  }
}

interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null;
}

/** Open a page: the window that shows it already, or a new one, so that no other game is left. */
async function open(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find(({ url }) => url.split(/[?#]/)[0] === address);
  await (found ? found.focus() : self.clients.openWindow(address));
}

/** The push service has ended the subscription: give the arena a new one, with the same key. */
async function subscribeAgain(address: string, options?: PushSubscriptionOptions): Promise<void> {
  if (!options?.applicationServerKey) return;
  const { applicationServerKey } = options;
  const made = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = made.toJSON();
  const body = JSON.stringify({ endpoint, public: keys?.["p256dh"], secret: keys?.["auth"], lang: navigator.language });
  await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
}
