// The deferred panels of a table, as components.

import { deferred } from "../app/deferred";

const { fetched, part } = deferred(() => import("./deferred"));

/** Load them; called once the table is drawn. */
export const fetchDeferred = fetched;

export const ChatPanel = part((chunk) => chunk.ChatPanel);
export const ClockAnnouncer = part((chunk) => chunk.ClockAnnouncer);
export const Cover = part((chunk) => chunk.Cover);
export const Explain = part((chunk) => chunk.Explain);
export const NotFound = part((chunk) => chunk.NotFound);
export const InWords = part((chunk) => chunk.InWords);
export const Keys = part((chunk) => chunk.Keys);
export const Log = part((chunk) => chunk.Log);
export const LostSeats = part((chunk) => chunk.LostSeats);
export const NextGame = part((chunk) => chunk.NextGame);
export const NumberAnswer = part((chunk) => chunk.NumberAnswer);
export const Offers = part((chunk) => chunk.Offers);
export const ConditionalMovesPanel = part((chunk) => chunk.ConditionalMovesPanel);
export const InviteSomebody = part((chunk) => chunk.InviteSomebody);
export const PeopleHere = part((chunk) => chunk.PeopleHere);
export const Reports = part((chunk) => chunk.Reports);
export const Result = part((chunk) => chunk.Result);
export const ResultSheet = part((chunk) => chunk.ResultSheet);
export const Seats = part((chunk) => chunk.Seats);
export const SettingsSheet = part((chunk) => chunk.SettingsSheet);
export const AgreementButtons = part((chunk) => chunk.AgreementButtons);
export const Share = part((chunk) => chunk.Share);
export const SitDown = part((chunk) => chunk.SitDown);
export const LogAnnouncer = part((chunk) => chunk.LogAnnouncer);
export const Statistics = part((chunk) => chunk.Statistics);
export const Stepper = part((chunk) => chunk.Stepper);
export const TermsPanel = part((chunk) => chunk.TermsPanel);
export const Tutorial = part((chunk) => chunk.Tutorial);
export const UpdateNotice = part((chunk) => chunk.UpdateNotice);
export const TurnNoticeOffer = part((chunk) => chunk.TurnNoticeOffer);
export const TypedMove = part((chunk) => chunk.TypedMove);
