// Who uses this page.

import { ApiError, request } from "../network/api";
import { playerName } from "./local-settings";
import type { Me } from "../protocol";
import { currentUser, isAway } from "./store";
import { translate } from "../text/text";

const AGAIN = 3000; // ms before a server is asked again that could not be reached

/** Ask the server who uses this page, until it answers. */
export async function fetchCurrentUser(): Promise<void> {
  for (;;) {
    try {
      currentUser.value = await request<Me>("GET", "/api/me");
      isAway.value = false;
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "offline") throw error;
      isAway.value = true;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

/** What others see of somebody who types no name: the account's, else "Guest" in the reader's language. */
export const unnamed = () => currentUser.value?.name || translate("Guest");

/** The default name for a seat: the account's name, else the one used last. */
export const defaultName = () => (currentUser.value?.kind === "account" ? currentUser.value.name : playerName());
