// A bot in JavaScript without any package: it plays one seat of a table to its end, at random, in raw JSON over a WebSocket.
//
//     node --experimental-websocket bot.mjs http://127.0.0.1:8000 TABLE ROLE TOKEN
//
// Written from docs/players.md and docs/protocol. From version 22 on, Node needs no flag.

const [arena, table, role, token] = process.argv.slice(2);
const hello = { type: "hello", version: 1, table, tokens: [token] };
const any = (list) => list[Math.floor(Math.random() * list.length)];
let number = 0;
let seq = -1;
let view;

/** The text of a legal move; a long range of numbers is one entry. */
function text(move) {
  if (!move.numbers) return move.text;
  const { least, most, step, before, after } = move.numbers;
  return before + (least + step * Math.floor(Math.random() * ((most - least) / step + 1))) + after;
}

function answer(socket) {
  if (!view.over && view.active.includes(role)) {
    socket.send(JSON.stringify({ type: "play", id: String(++number), role, move: text(any(view.moves)), seq }));
  }
}

function enter() {
  const socket = new WebSocket(arena.replace("http", "ws") + "/ws?table=" + hello.table);
  socket.onopen = () => socket.send(JSON.stringify(hello));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "welcome" || message.type === "update") {
      ({ seq } = message);
      view = message.views[role];
      if (view.over) socket.close();
      else answer(socket);
    } else if (message.type === "refused") {
      if (message.code !== "stale") throw new Error(data); // nothing but another's quicker answer is to be expected
      if (seq >= message.seq) answer(socket); // else the newer position is on its way
    }
  };
  socket.onclose = () => {
    if (view?.over) console.log(JSON.stringify({ winners: view.winners, scores: view.scores }));
    else setTimeout(enter, 100); // the connection was lost
  };
}

enter();
