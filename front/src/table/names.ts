// Who sits at a table, by name. It must not know: the document.
import type { Snapshot } from "../net/types.ts";
import { say } from "../words/index.ts";
import { botName, seatTitle } from "../words/names.ts";

export function seatName(snapshot: Snapshot | null, seat: number): string {
	const found = snapshot?.seats[seat];
	if (found === undefined || snapshot === null) return say("seat.number", { n: seat + 1 });
	if (found.bot !== null) return botName(found.bot);
	return found.name || seatTitle(snapshot.game, found.seat);
}

/** The seats that have won: none if it is a draw. */
export function winners(snapshot: Snapshot): number[] {
	const scores = snapshot.outcome?.scores ?? [];
	const best = Math.max(...scores);
	return scores.every((each) => each === best) ? [] : scores.flatMap((each, seat) => (each === best ? [seat] : []));
}
