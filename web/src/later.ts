// What a table can do without at first: a file of its own, fetched once the table is drawn (panels/late.tsx).

export { callWhenAsked } from "./calling";
export { dragging } from "./board/dragging";
export { Gone } from "./pages/gone";
export { SitDown } from "./pages/sitdown";
export { ChatPanel } from "./panels/chat";
export { Cover } from "./panels/cover";
export { Explain } from "./panels/explain";
export { Reports, Seats } from "./panels/folded";
export { InWords } from "./panels/inwords";
export { Log, Spoken } from "./panels/log";
export { Lost } from "./panels/lost";
export { NextGame } from "./panels/nextgame";
export { Offers, Settling } from "./panels/pact";
export { PlanPanel } from "./panels/plan";
export { Result } from "./panels/result";
export { SettingsSheet } from "./panels/sheet";
export { Statistics } from "./panels/statistics";
export { TermsPanel } from "./panels/terms";
export { Tour } from "./panels/tour";
export { Typed } from "./panels/typed";
