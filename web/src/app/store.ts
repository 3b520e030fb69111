// The store of what every page knows, whichever it is: its signals, and nothing else. The settings are in local-settings.ts,
// which keeps them in the browser; a page's own signals are in the store of its folder.

import { signal } from "@preact/signals";
import type { Me } from "../protocol";

/** The current user as the server describes them: not authenticated, a guest, or an account; null until it has answered. */
export const currentUser = signal<Me | null>(null);

/** Whether the server could not be reached when it was asked for the user. */
export const isAway = signal(false);

/** The tags of the languages the server offers; English alone until it has answered. */
export const languages = signal<readonly string[]>(["en"]);

/** The message of an error that the page did not handle; null for none. */
export const uncaughtError = signal<string | null>(null);

/** Whether this tab searches for an opponent (lobby/match/seek.ts): the search goes on from page to page. */
export const searching = signal(false);
