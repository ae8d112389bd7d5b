// The draws in a match's record (docs/protocol.md). It must not know: any game, what a draw was for.

export interface RecordedDraw {
	readonly answer: readonly number[];
	/** How many draws came before it. After a recovery the numbers go on from the one it names. */
	readonly number: number;
}

/** Chance's answers in order; null if this is not a record. */
export function answersIn(record: string): readonly RecordedDraw[] | null {
	try {
		let number = 0;
		return record
			.split("\n")
			.filter((line) => line !== "")
			.flatMap((line) => {
				const { input, drawn = [] } = JSON.parse(line);
				if (input?.type === "recovered") number = input.draws;
				return drawn.map((answer: readonly number[]) => ({ answer, number: number++ }));
			});
	} catch {
		return null;
	}
}
