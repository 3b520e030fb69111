// The pages of tournaments. A chunk of its own.

import "../account/account.css";
import "./tournaments.css";
import type { Place } from "./address";
import { TournamentsPage } from "./overview";
import { TournamentPage } from "./tournament";

export function TournamentPages({ place }: { readonly place: Place }) {
  return place.page === "list" ? <TournamentsPage /> : <TournamentPage id={place.id} />;
}
