// Account, profiles and leaderboards. A chunk of its own.

import "./account.css";
import "./notifications/notifications.css";
import { AccountPage } from "./account";
import type { Place } from "./address";
import { LeaderboardPage } from "./profile/leaderboard";
import { MailedLinkPage } from "./notifications/mailed-link";
import { ProfilePage } from "./profile/profile";

export function PeoplePage({ place }: { readonly place: Exclude<Place, { readonly page: "people" | "messages" }> }) {
  if (place.page === "account") return <AccountPage next={place.next} />;
  if (place.page === "mailed") return <MailedLinkPage purpose={place.purpose} token={place.token} />;
  if (place.page === "profile") return <ProfilePage name={place.name} />;
  return <LeaderboardPage game={place.game} season={place.season} />;
}
