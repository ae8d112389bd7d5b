// Where an arrow key moves the focus: along the slots, along the hand, and between them. It must not know cards.

export interface Spot {
	readonly row: "slots" | "hand";
	readonly at: number;
}

const LENGTH = { slots: 3, hand: 4 } as const;

/** The spot a key leads to; null if nowhere. */
export function walked({ row, at }: Spot, key: string): Spot | null {
	switch (key) {
		case "ArrowLeft":
			return { row, at: Math.max(0, at - 1) };
		case "ArrowRight":
			return { row, at: Math.min(LENGTH[row] - 1, at + 1) };
		case "ArrowUp":
			return { row: "slots", at: Math.min(LENGTH.slots - 1, at) };
		case "ArrowDown":
			return { row: "hand", at };
		default:
			return null;
	}
}

/** The place in the hand that a digit stands for; null for any other key. */
export function placeOf(key: string): number | null {
	const digit = /^[1-4]$/.test(key) ? Number(key) : 0;
	return digit === 0 ? null : digit - 1;
}
