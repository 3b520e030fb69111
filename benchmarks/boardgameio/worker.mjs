// boardgame.io's reducer as a contestant: does the work it is told on its standard input, a line of JSON each, and answers
// with a line each, as worker.py does. A unit is one move: found among the legal ones, and carried out by the reducer.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

process.env.NODE_ENV = "production"; // read when the library is loaded: in development it freezes and checks a lot more

const { CreateGameReducer, InitializeGame } = createRequire(import.meta.url)("boardgame.io/internal");
const BATCH = 20; // games between two looks at the clock
const WARM = 2; // seconds of every game that do not count, because code is compiled when it has run for a while

function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const warm = new Set(); // games that the compiler of the engine beneath has seen enough of

/** Random games for about so many seconds of CPU time: the moves, and the seconds. */
async function playouts(name, seconds) {
  if (!warm.has(name)) {
    warm.add(name);
    await playouts(name, WARM);
  }
  const { game, move, legal } = await import(`./${name}.mjs`);
  const reducer = CreateGameReducer({ game });
  const begun = spent();
  let moves = 0;
  for (;;) {
    for (let number = 0; number < BATCH; number++) {
      let state = InitializeGame({ game, numPlayers: 2 });
      while (state.ctx.gameover === undefined) {
        const cells = legal(state.G);
        const cell = cells[Math.floor(Math.random() * cells.length)];
        const before = state._stateID;
        state = reducer(state, {
          type: "MAKE_MOVE",
          payload: { type: move, args: [cell], playerID: state.ctx.currentPlayer },
        });
        if (state._stateID === before) throw new Error(`${name}: ${move}(${cell}) was refused`);
        moves++;
      }
    }
    const took = spent() - begun;
    if (took >= seconds) return [moves, took];
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [, name, , seconds] = JSON.parse(line);
  console.log(JSON.stringify(await playouts(name, seconds)));
}
