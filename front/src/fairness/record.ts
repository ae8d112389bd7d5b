// The draws in a match's record (docs/protocol.md). It must not know: any game, what a draw was for.

/** Chance's answers in order; null if this is not a record. */
export function answersIn(record: string): readonly (readonly number[])[] | null {
	try {
		const lines = record.split("\n").filter((line) => line !== "");
		return lines.flatMap((line) => JSON.parse(line).drawn ?? []);
	} catch {
		return null;
	}
}
