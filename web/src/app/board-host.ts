// Lends the board the page's words and settings (board/host.ts). Importing this module is enough.

import { install } from "../board/host";
import { plain, say, sentence, translate } from "../text/text";
import { change, settings } from "./local-settings";

install({ translate, say, sentence, plain, settings, change });
