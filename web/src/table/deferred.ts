// The deferred chunk of a table: what is not needed for the first drawing (deferred-panels.tsx).

import "./help/help.css";
import "./people/people.css";
import "./result/result.css";

export { startKeeping } from "../offline/updates";
export { UpdateNotice } from "../offline/update-notice";
export { TurnNoticeOffer } from "../notices/turn-notice-offer";
export { startBadge } from "../notices/table-badge";
export { startTurnNotices } from "../notices/turn-notices";
export { startTableSounds } from "../sound/table-sounds";
export { dragging } from "../board/motion/dragging";
export { NotFound } from "../app/not-found";
export { ClockAnnouncer } from "./help/clock-announcer";
export { SitDown } from "./people/sit-down";
export { ChatPanel } from "./people/chat";
export { Cover } from "./people/cover";
export { Explain } from "./help/explain";
export { InviteSomebody, PeopleHere, Reports, Seats, Share } from "./people/lazy-details";
export { InWords } from "./help/in-words";
export { Keys } from "./help/keys";
export { Log, LogAnnouncer } from "./panels/log";
export { LostSeats } from "./people/lost-seats";
export { NextGame } from "./panels/next-game";
export { NumberAnswer } from "./question/number-answer";
export { Stepper } from "./question/stepper";
export { Offers, AgreementButtons } from "./panels/agreements";
export { ConditionalMovesPanel } from "./panels/conditional-moves";
export { Result, ResultSheet } from "./result/result";
export { SettingsSheet } from "../app/settings/settings-sheet";
export { Statistics } from "./panels/statistics";
export { TermsPanel } from "./people/terms";
export { Tutorial } from "./help/tutorial";
export { TypedMove } from "./panels/typed-move";
