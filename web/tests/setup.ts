// Runs before each test file. The files of a worker share their modules and one document (vite.config.ts), so that each starts
// here with the state of a page that was just opened.

import { vi } from "vitest";
import "../src/app/board-host";
import { changeSettings, DEFAULTS } from "../src/app/local-settings";
import { currentUser, languages, uncaughtError } from "../src/app/store";
import { skip } from "../src/board/motion/animation-queue";
import { rotated } from "../src/board/rotation";
import { leave } from "../src/play/session";
import { actions, chat, conditionalMoves, NO_CHAT, otherTableNotices } from "../src/play/store";
import { setCatalogue } from "../src/text/text";

vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
leave();
skip();
changeSettings(DEFAULTS);
setCatalogue({});
[rotated.value, otherTableNotices.value, chat.value] = [false, 0, NO_CHAT];
[actions.value, conditionalMoves.value] = [[], []];
[currentUser.value, languages.value, uncaughtError.value] = [null, ["en"], null];
if (typeof document !== "undefined") {
  localStorage.clear();
  document.body.replaceChildren();
  document.documentElement.removeAttribute("lang");
  document.documentElement.removeAttribute("dir");
  history.replaceState(null, "", "/");
}
