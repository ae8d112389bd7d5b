// A game's board together with its words: neither is of use without the other. It must not know: any game, any page.
import type { BoardModule } from "../boards/board.ts";
import { boardFor } from "../boards/registry.ts";
import { learn } from "../words/index.ts";

export async function openBoard(game: string): Promise<BoardModule> {
	const board = await boardFor(game);
	await learn([[`board:${game}`, board.catalogue]]);
	return board;
}
