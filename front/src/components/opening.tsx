// How the opening of a match went, step by step, in the words of the game's board. It must not know: what the actions
// mean.
import { useEffect, useState } from "preact/hooks";
import type { BoardModule } from "../boards/board.ts";
import { loadBoard } from "../state/board_loader.ts";
import type { MatchDetails } from "../web.ts";
import { say, sayKey } from "../words/index.ts";
import { occupantName } from "./players.tsx";

type Fields = Readonly<Record<string, unknown>>;

export function Opening({ history, match }: { history: Fields; match: MatchDetails }) {
	const board = useBoard(match.game);
	const told = board?.opening?.({ history, config: match.config, name: (id) => nameOf(id, match) }, sayKey) ?? [];
	if (told.length === 0) return null;
	return (
		<section class="card">
			<h2>{say("match.opening")}</h2>
			<ol>
				{told.map((sentence, nth) => (
					<li key={nth}>{sentence}</li>
				))}
			</ol>
		</section>
	);
}

/** Null while it loads, and where it cannot be loaded. */
function useBoard(game: string): BoardModule | null {
	const [board, setBoard] = useState<BoardModule | null>(null);
	useEffect(() => {
		let isHere = true;
		loadBoard(game).then(
			(found) => isHere && setBoard(found),
			() => {},
		);
		return () => {
			isHere = false;
		};
	}, [game]);
	return board;
}

/** A player's id, a bot's, or a seat's title, as the name shown for it. */
function nameOf(id: unknown, match: MatchDetails): string {
	const seat = match.seats.find((each, n) => [each.player?.id, `bot:${n}`, each.title].includes(`${id}`));
	return seat === undefined ? String(id) : occupantName(seat);
}
