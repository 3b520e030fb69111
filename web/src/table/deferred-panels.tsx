// The panels that a table can do without at first.

import { deferred } from "../app/deferred";

const { fetched, part } = deferred(() => import("./deferred"));

/** Fetch them, now that what is needed first is drawn. */
export const fetchDeferred = fetched;

export const ChatPanel = part((there) => there.ChatPanel);
export const Cover = part((there) => there.Cover);
export const Explain = part((there) => there.Explain);
export const Gone = part((there) => there.Gone);
export const InWords = part((there) => there.InWords);
export const Log = part((there) => there.Log);
export const Lost = part((there) => there.Lost);
export const NextGame = part((there) => there.NextGame);
export const Offers = part((there) => there.Offers);
export const PlanPanel = part((there) => there.PlanPanel);
export const Reports = part((there) => there.Reports);
export const Result = part((there) => there.Result);
export const Seats = part((there) => there.Seats);
export const SettingsSheet = part((there) => there.SettingsSheet);
export const Settling = part((there) => there.Settling);
export const SitDown = part((there) => there.SitDown);
export const Spoken = part((there) => there.Spoken);
export const Statistics = part((there) => there.Statistics);
export const TermsPanel = part((there) => there.TermsPanel);
export const Tutorial = part((there) => there.Tutorial);
export const Typed = part((there) => there.Typed);
