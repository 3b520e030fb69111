// The badge of the installed app: the number of games that wait for the player.

/** Whether this browser has badges. */
export const hasBadge = () => "setAppBadge" in navigator;

/** Show that so many games wait; nothing for none, and in browsers without badges. */
export function showWaiting(count: number): void {
  if (hasBadge()) void navigator.setAppBadge(count).catch(() => {}); // the browser may refuse it to a page that is not installed
}
