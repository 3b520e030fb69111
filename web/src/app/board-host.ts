// Gives the board the page's texts and settings (board/host.ts) when it is imported.

import { install } from "../board/host";
import { localText } from "../network/local-arena";
import { isLocal } from "./address";
import { plain, say, readable, translate } from "../text/text";
import { changeSettings, settings } from "./local-settings";

install({ translate, say, readable, plain, settings, change: changeSettings, look: isLocal() ? localText : null });
