// The names of those who sit at a table. It must not know: the document.
import type { Snapshot } from "../net/types.ts";
import { say } from "../words/index.ts";
import { botName, seatTitle } from "../words/names.ts";

export function seatName(snapshot: Snapshot | null, seat: number): string {
	const found = snapshot?.seats[seat];
	if (found === undefined || snapshot === null) return say("seat.number", { n: seat + 1 });
	if (found.bot !== null) return numbered(botName(found.bot), snapshot, seat);
	return found.name || seatTitle(snapshot.game, found.seat);
}

/** Bots of one kind are numbered in the order of their seats. */
function numbered(name: string, { seats }: Snapshot, seat: number): string {
	const twins = seats.flatMap((each, at) => (each.bot === seats[seat]?.bot ? [at] : []));
	return twins.length > 1 ? `${name} ${twins.indexOf(seat) + 1}` : name;
}

/** The seats that have won: several may, and none need. */
export function winners(snapshot: Snapshot): number[] {
	return (snapshot.outcome?.scores ?? []).flatMap((each, seat) => (each > 0 ? [seat] : []));
}
