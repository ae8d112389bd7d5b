// Gomoku on Colyseus: a room a table, its state a schema, and a patch as soon as a stone is placed.
//
//   node colyseus.mjs PORT

import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

import { CELLS, SIZE, isCell, makesFive } from "./gomoku.mjs";

const EMPTY = 0;
const NOBODY = -1;
const DRAW = 2;

const Table = schema({ board: t.array("uint8"), placed: t.uint8(), winner: t.int8() }, "Table");

// Patches are sent by hand. An hour, and not `null`, which gives each room a timer of 60 Hz to move its clock.
const PATCH_RATE = 3_600_000;

class Gomoku extends Room {
  maxClients = 2;
  patchRate = PATCH_RATE;
  state = new Table();
  seats = new Map();
  messages = { place: (client, { x, y }) => this.place(client, x, y) };

  onCreate() {
    this.state.board.push(...Array(CELLS).fill(EMPTY));
    this.state.placed = 0;
    this.state.winner = NOBODY;
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.seats.size);
  }

  place(client, x, y) {
    const { board, placed, winner } = this.state;
    const seat = this.seats.get(client.sessionId);
    const isLegal = winner === NOBODY && seat === placed % 2 && isCell(x, y) && board[y * SIZE + x] === EMPTY;
    if (!isLegal || this.seats.size < 2) {
      client.send("refused");
      return;
    }
    board[y * SIZE + x] = seat + 1;
    this.state.placed = placed + 1;
    if (makesFive((i, j) => board[j * SIZE + i], x, y)) this.state.winner = seat;
    else if (placed + 1 === CELLS) this.state.winner = DRAW;
    this.broadcastPatch();
    if (this.state.winner !== NOBODY) this.broadcast("over", this.state.winner);
  }
}

const transport = new WebSocketTransport({ pingInterval: 0 });
const server = new Server({ transport, greet: false });
server.define("gomoku", Gomoku);
await server.listen(Number(process.argv[2]), "127.0.0.1");
