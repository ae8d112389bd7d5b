// Gomoku on boardgame.io: pure moves, `endIf`, matches kept in memory.
//
//   node boardgame.mjs PORT
//
// It is made easy for it: cells are small integers, `endIf` looks only where the last stone is, there is no undo. Whole
// states are sent, as is the default; with patches (`deltaState`) it was three times slower.

import { createRequire } from "node:module";

import { CELLS, SIZE, isCell, makesFive } from "./gomoku.mjs";

const require = createRequire(import.meta.url);
const { Server, SocketIO } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const EMPTY = 0;
const NO_PINGS = { pingInterval: 600_000, pingTimeout: 600_000 };

const gomoku = {
  name: "gomoku",
  setup: () => ({ board: Array(CELLS).fill(EMPTY), last: null, placed: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
  moves: {
    place: ({ G, playerID }, x, y) => {
      if (!isCell(x, y) || G.board[y * SIZE + x] !== EMPTY) return INVALID_MOVE;
      G.board[y * SIZE + x] = Number(playerID) + 1;
      G.last = [x, y];
      G.placed += 1;
    },
  },
  endIf: ({ G }) => {
    if (G.last === null) return undefined;
    const [x, y] = G.last;
    if (makesFive((i, j) => G.board[j * SIZE + i], x, y)) return { winner: G.board[y * SIZE + x] - 1 };
    return G.placed === CELLS ? { draw: true } : undefined;
  },
};

const server = Server({ games: [gomoku], origins: [], transport: new SocketIO({ socketOpts: NO_PINGS }) });
await server.run(Number(process.argv[2]));
