// Which board a game has: one of ours, the one in its package, or else the generic board. Boards are loaded on demand.
// It must not know any rules or any page.

import type { BoardModule } from "./board.ts";

const BOARDS: Readonly<Record<string, () => Promise<{ board: BoardModule }>>> = {
	backgammon: () => import("./backgammon/index.tsx"),
	briscola: () => import("./briscola/index.tsx"),
	catan: () => import("./catan/index.tsx"),
	gomoku: () => import("./gomoku/index.tsx"),
	orcain: () => import("./orcain/index.tsx"),
};

/** The addresses of packages' boards. */
const PLUGIN_BOARDS = new Map<string, string>();

/** Give a game the board at this address; our own games keep theirs. */
export function registerPluginBoard(game: string, address: string): void {
	PLUGIN_BOARDS.set(game, address);
}

export async function boardFor(game: string): Promise<BoardModule> {
	const load = Object.hasOwn(BOARDS, game) ? BOARDS[game] : undefined;
	if (load !== undefined) return (await load()).board;
	const generic = (await import("./generic/index.tsx")).board;
	const address = PLUGIN_BOARDS.get(game);
	return address === undefined ? generic : (await import("./plugin_board.ts")).loadPluginBoard(address, generic);
}
