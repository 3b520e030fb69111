// A game server of boardgame.io, alone in its process: node server.mjs [FOLDER]. It keeps its matches in memory, or with FlatFile
// in that folder. It prints its port once it listens.

import { createRequire } from "node:module";
import { game as reversi } from "./reversi.mjs";
import { game as ticTacToe } from "./tic_tac_toe.mjs";

process.env.NODE_ENV = "production"; // read when the library is loaded, as in worker.mjs

const { FlatFile, Server, SocketIO } = createRequire(import.meta.url)("boardgame.io/server");
const folder = process.argv[2];
const played = (game) => ({ ...game, disableUndo: false }); // as a game comes: moves can be taken back, as at our tables

const server = Server({
  games: [ticTacToe, reversi].map(played),
  origins: [],
  transport: new SocketIO({ socketOpts: { pingInterval: 600_000 } }), // on a slow machine the first sockets wait long for the last
  ...(folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {}),
});
const { appServer } = await server.run({ port: 0 });
appServer.keepAliveTimeout = 120_000; // the load keeps its connections, from one match to the next
console.log(appServer.address().port);
