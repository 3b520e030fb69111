// Account, profiles and leaderboards. A chunk of its own.

import "./account.css";
import { AccountPage } from "./account";
import type { Place } from "./address";
import { LeaderboardPage } from "./profile/leaderboard";
import { ProfilePage } from "./profile/profile";

export function PeoplePage({ place }: { readonly place: Place }) {
  if (place.page === "account") return <AccountPage next={place.next} />;
  return place.page === "profile" ? <ProfilePage name={place.name} /> : <LeaderboardPage game={place.game} />;
}
