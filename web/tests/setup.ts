// What a page does before it draws: every test may draw a board.

import "../src/app/board-host";
