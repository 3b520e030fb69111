// The ways by which an account is told of its turns, and what it may be told.

import type { Notifications, NotificationSettings } from "../../protocol";
import { mark } from "../../text/text";

export type Channel = NotificationSettings["turn"][number];

/** Which of them the account has. */
export function reachedBy({ confirmed, mails, browsers, webhook }: Notifications): readonly Channel[] {
  return [
    ...(mails && confirmed ? (["mail"] as const) : []),
    ...(browsers.length > 0 ? (["push"] as const) : []),
    ...(webhook ? (["webhook"] as const) : []),
  ];
}

export const CHANNELS: Readonly<Record<Channel, string>> = {
  mail: mark("by mail"),
  push: mark("in browsers"),
  webhook: mark("to the webhook"),
};
