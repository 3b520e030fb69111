// Notifications of the browser: it is the player's turn while another tab or window is in front. The browser is asked for the
// permission only when the player presses a button for it.

import { effect, signal } from "@preact/signals";
import mark from "../app/icons/mark-turn.svg";
import { changeSettings, settings } from "../app/local-settings";
import { followTurns } from "./turns";
import { live, state } from "../play/store";
import { say, translate } from "../text/text";

/** Whether the player missed a turn behind another tab, and may be asked whether to be told of the next one. */
export const offered = signal(false);

/** Follow the turns from now on; returns the function that ends it. */
export function startTurnNotices(): () => void {
  if (!("Notification" in window)) return () => {};
  return effect(followTurns(began));
}

/** Ask the browser for the permission: call it in the click of a button. */
export async function accept(): Promise<void> {
  offered.value = false;
  const answer = await Notification.requestPermission();
  changeSettings({ notices: answer === "granted" });
}

/** Do not ask again in this browser. */
export function decline(): void {
  offered.value = false;
  changeSettings({ notices: false });
}

function began(): void {
  if (!document.hidden || !settings.peek().notices) return;
  if (Notification.permission === "granted") show();
  else if (Notification.permission === "default") offered.value = true;
}

function show(): void {
  const now = live.peek() ?? state.peek();
  if (!now.scene || !now.table) return;
  const title = say("It is your turn: {game}", { game: translate(now.scene.title) });
  let notice: Notification;
  try {
    notice = new Notification(title, { tag: now.table.id, icon: mark }); // a later one of the same table replaces it
  } catch {
    return; // browsers of phones let only a service worker show one
  }
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
  const seen = () => document.hidden || notice.close();
  document.addEventListener("visibilitychange", seen);
  notice.addEventListener("close", () => document.removeEventListener("visibilitychange", seen));
}
