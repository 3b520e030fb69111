// Reversi for boardgame.io. The board is a string, "." or the number of a player for each cell: a string is read at full speed
// through the drafts that the library hands to a move, an array is not. What may be played next is kept beside it, so that it is
// looked for once.

const STEPS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

/** From each cell, the cells in each direction to the edge; only where there is room to trap a disc. */
const RAYS = Array.from({ length: 64 }, (_none, cell) => {
  const rays = [];
  for (const [down, right] of STEPS) {
    const ray = [];
    let [row, column] = [(cell >> 3) + down, (cell & 7) + right];
    while (row >= 0 && row < 8 && column >= 0 && column < 8) {
      ray.push(row * 8 + column);
      [row, column] = [row + down, column + right];
    }
    if (ray.length > 1) rays.push(ray);
  }
  return rays;
});

/** How many discs in a row a disc of `me` would trap along a ray. */
function trapped(board, ray, me) {
  let count = 0;
  for (const cell of ray) {
    if (board[cell] === ".") return 0;
    if (board[cell] === me) return count;
    count++;
  }
  return 0;
}

function legalFor(board, me) {
  const found = [];
  for (let cell = 0; cell < 64; cell++) {
    if (board[cell] === "." && RAYS[cell].some((ray) => trapped(board, ray, me))) found.push(cell);
  }
  return found;
}

const other = (player) => (player === "0" ? "1" : "0");

export const game = {
  name: "reversi",
  disableUndo: true,
  setup: () => {
    const board = Array(64).fill(".");
    for (const [cell, player] of [[27, "1"], [36, "1"], [28, "0"], [35, "0"]]) board[cell] = player;
    const text = board.join("");
    return { board: text, next: "0", legal: legalFor(text, "0") };
  },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: () => 0, next: ({ G }) => Number(G.next) },
  },
  moves: {
    play: ({ G, playerID }, cell) => {
      const board = [...G.board];
      if (board[cell] !== ".") return "INVALID_MOVE";
      let flipped = 0;
      for (const ray of RAYS[cell]) {
        const count = trapped(board, ray, playerID);
        for (let number = 0; number < count; number++) board[ray[number]] = playerID;
        flipped += count;
      }
      if (!flipped) return "INVALID_MOVE";
      board[cell] = playerID;
      const text = board.join("");
      let next = other(playerID);
      let legal = legalFor(text, next);
      if (!legal.length) {
        next = playerID;
        legal = legalFor(text, next);
      }
      return { board: text, next, legal };
    },
  },
  endIf: ({ G }) => {
    if (G.legal.length) return undefined;
    const discs = [0, 0];
    for (const cell of G.board) if (cell !== ".") discs[Number(cell)]++;
    return { discs };
  },
};

export const move = "play";

/** What the rules have found already. */
export const legal = (G) => G.legal;
