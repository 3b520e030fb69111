// Requests about tournaments.

import { request } from "../network/api";
import type { NewTournament, Tournament, TournamentAct, Tournaments } from "../protocol";

/** The address of the report file. */
export const reportAddress = (id: string) => `${at(id)}/trf`;

const at = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`;

export const tournaments = {
  list: () => request<Tournaments>("GET", "/api/tournaments"),
  create: (body: NewTournament) => request<Tournament>("POST", "/api/tournaments", body),
  show: (id: string) => request<Tournament>("GET", at(id)),
  act: (id: string, body: TournamentAct) => request<Tournament>("POST", at(id), body),
};
