// Gives the board the page's texts and settings (board/host.ts) when it is imported.

import { install } from "../board/host";
import { plain, say, readable, translate } from "../text/text";
import { changeSettings, settings } from "./local-settings";

install({ translate, say, readable, plain, settings, change: changeSettings });
