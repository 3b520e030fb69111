// The deferred chunk of a table: what is not needed for the first drawing (deferred-panels.tsx).

export { startTurnSound as callWhenAsked } from "./help/turn-sound";
export { dragging } from "../board/motion/dragging";
export { NotFound as Gone } from "../app/not-found";
export { SitDown } from "./people/sit-down";
export { ChatPanel } from "./people/chat";
export { Cover } from "./people/cover";
export { Explain } from "./help/explain";
export { Reports, Seats } from "./people/lazy-details";
export { InWords } from "./help/in-words";
export { Log, LogAnnouncer as Spoken } from "./panels/log";
export { LostSeats as Lost } from "./people/lost-seats";
export { NextGame } from "./panels/next-game";
export { Offers, AgreementButtons as Settling } from "./panels/agreements";
export { ConditionalMovesPanel as PlanPanel } from "./panels/conditional-moves";
export { Result } from "./panels/result";
export { SettingsSheet } from "../app/settings-sheet";
export { Statistics } from "./panels/statistics";
export { TermsPanel } from "./people/terms";
export { Tutorial } from "./help/tutorial";
export { TypedMove as Typed } from "./panels/typed-move";
