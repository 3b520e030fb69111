// Who looks at this page: nobody, a guest, or somebody with an account.

import { signal } from "@preact/signals";
import { ask } from "../network/api";
import { playerName } from "./local-settings";
import type { Me } from "../protocol";

/** Who it is, as the arena says; null until it has said so. */
export const currentUser = signal<Me | null>(null);

/** Ask the arena who it is. */
export async function recognise(): Promise<void> {
  currentUser.value = await ask<Me>("GET", "/api/me");
}

/** The name to sit down under until another is typed: the account's, else the one used last. */
export const usualName = () => (currentUser.value?.kind === "account" ? currentUser.value.name : playerName());
