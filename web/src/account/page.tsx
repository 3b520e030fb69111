// The pages of people: one's account, somebody's profile, the strongest at a game. A file of its own, loaded only here.

import "./account.css";
import { AccountPage } from "./account";
import type { Place } from "./address";
import { LeadersPage } from "./profile/leaderboard";
import { ProfilePage } from "./profile/profile";

export function PeoplePage({ place }: { readonly place: Place }) {
  if (place.page === "account") return <AccountPage next={place.next} />;
  return place.page === "profile" ? <ProfilePage name={place.name} /> : <LeadersPage game={place.game} />;
}
