// Who uses this page.

import { request } from "../network/api";
import { playerName } from "./local-settings";
import type { Me } from "../protocol";
import { currentUser } from "./store";
import { translate } from "../text/text";

/** Ask the server who uses this page. */
export async function fetchCurrentUser(): Promise<void> {
  currentUser.value = await request<Me>("GET", "/api/me");
}

/** What others see of somebody who types no name: the account's, else "Guest" in the reader's language. */
export const unnamed = () => currentUser.value?.name || translate("Guest");

/** The default name for a seat: the account's name, else the one used last. */
export const defaultName = () => (currentUser.value?.kind === "account" ? currentUser.value.name : playerName());
