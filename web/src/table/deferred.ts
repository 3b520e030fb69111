// What a table can do without at first: a file of its own, fetched once the table is drawn (deferred-panels.tsx).

export { callWhenAsked } from "./help/turn-sound";
export { dragging } from "../board/motion/dragging";
export { Gone } from "../app/not-found";
export { SitDown } from "./people/sit-down";
export { ChatPanel } from "./people/chat";
export { Cover } from "./people/cover";
export { Explain } from "./help/explain";
export { Reports, Seats } from "./people/folded";
export { InWords } from "./help/in-words";
export { Log, Spoken } from "./panels/log";
export { Lost } from "./people/lost-seats";
export { NextGame } from "./panels/next-game";
export { Offers, Settling } from "./panels/agreements";
export { PlanPanel } from "./panels/conditional-moves";
export { Result } from "./panels/result";
export { SettingsSheet } from "../app/settings-sheet";
export { Statistics } from "./panels/statistics";
export { TermsPanel } from "./people/terms";
export { Tutorial } from "./help/tutorial";
export { Typed } from "./panels/typed-move";
