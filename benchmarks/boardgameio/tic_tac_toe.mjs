// Tic-tac-toe for boardgame.io, in the manner of its tutorial. Cells are null, "0" or "1".

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

export const game = {
  name: "tic_tac_toe",
  disableUndo: true, // the quicker way; Rondel undoes whatever is played
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const { cells } = G;
    if (LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c])) {
      return { winner: ctx.currentPlayer };
    }
    if (!cells.includes(null)) return { draw: true };
  },
};

export const move = "mark";

/** The empty cells. */
export function legal(G) {
  const found = [];
  for (let cell = 0; cell < 9; cell++) if (G.cells[cell] === null) found.push(cell);
  return found;
}
