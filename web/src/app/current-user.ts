// Who uses this page.

import { request } from "../network/api";
import { playerName } from "./local-settings";
import type { Me } from "../protocol";
import { currentUser } from "./store";

/** Ask the server who uses this page. */
export async function fetchCurrentUser(): Promise<void> {
  currentUser.value = await request<Me>("GET", "/api/me");
}

/** The default name for a seat: the account's name, else the one used last. */
export const defaultName = () => (currentUser.value?.kind === "account" ? currentUser.value.name : playerName());
