// Loads a game's board together with its words: neither is of use without the other. It must not know: any game, any
// page.
import type { BoardModule } from "../boards/board.ts";
import { boardFor } from "../boards/registry.ts";
import { addCatalogues } from "../words/index.ts";

export async function loadBoard(game: string): Promise<BoardModule> {
	const board = await boardFor(game);
	await addCatalogues([[`board:${game}`, board.catalogue]]);
	return board;
}
