// The draws that a match's record holds (docs/protocol.md). It must not know: any game, what a draw was for.

/** What chance answered, in order; null if this is no record. */
export function answersIn(record: string): readonly (readonly number[])[] | null {
	try {
		const lines = record.split("\n").filter((line) => line !== "");
		return lines.flatMap((line) => JSON.parse(line).drawn ?? []);
	} catch {
		return null;
	}
}
