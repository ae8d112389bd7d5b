// The commitments that this browser was shown at tables, stored so that no other can be claimed later. Law kept here:
// the first commitment of a match stays, as long as it is stored. It must not know: any game, who shows it.

const KEPT = "ludoteca.commitments";
const AT_MOST = 300;

type Kept = readonly [gameId: string, commitment: string];

export function keepCommitment(gameId: string, commitment: string): void {
	const kept = all();
	if (kept.some(([id]) => id === gameId)) return;
	localStorage.setItem(KEPT, JSON.stringify([...kept, [gameId, commitment]].slice(-AT_MOST)));
}

/** The first commitment shown for this match; null if this browser saw none, or it was too long ago. */
export function keptCommitment(gameId: string): string | null {
	return all().find(([id]) => id === gameId)?.[1] ?? null;
}

/** Anything may be in local storage. */
function all(): readonly Kept[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
		return Array.isArray(kept) ? kept.filter(isKept) : [];
	} catch {
		return [];
	}
}

function isKept(each: unknown): each is Kept {
	return Array.isArray(each) && each.length === 2 && each.every((part) => typeof part === "string");
}
