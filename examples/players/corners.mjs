// A player in JavaScript, for Node: it takes a corner of Reversi when it can, else the first legal move.
//
//     rondel tournament reversi --players "corners=pipe:node examples/players/corners.mjs,random"

import { createInterface } from "node:readline";

const corners = ["a1", "a8", "h1", "h8"];

for await (const line of createInterface({ input: process.stdin })) {
  const said = JSON.parse(line);
  if (said.ask === undefined) continue; // an event, or the end: nothing to answer
  const move = said.moves.find((each) => corners.some((corner) => each.includes(corner))) ?? said.moves[0];
  console.log(JSON.stringify({ ask: said.ask, move }));
}
