// What waits for the account: asked for when a page opens, every half minute, and when the feed of the lobby says so.

import { signal } from "@preact/signals";
import { currentUser } from "../app/store";
import { ApiError } from "../network/api";
import type { News } from "../protocol";
import { invitations } from "./requests";

const AGAIN = 30_000; // ms, while the page is in front

/** What waits; null until the server has answered, and for those without an account. */
export const news = signal<News | null>(null);

/** How many things wait. */
export const waiting = () => (news.value?.invitations ?? 0) + (news.value?.messages ?? 0);

/** Ask again. Without connection nothing changes. */
export async function lookAtNews(): Promise<void> {
  if (currentUser.value?.kind !== "account") return;
  try {
    news.value = await invitations.news();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Ask now and again; returns a function that ends it. */
export function watchNews(): () => void {
  void lookAtNews();
  const timer = setInterval(() => document.hidden || void lookAtNews(), AGAIN);
  const front = () => document.hidden || void lookAtNews();
  document.addEventListener("visibilitychange", front);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", front);
  };
}
