// The commitments that this browser was told at tables, kept so that nobody can say afterwards that it was another one.
// Law kept here: of each match the first one that was told stays, for as many matches as are kept.
// It must not know: any game, who tells it.

const KEPT = "ludoteca.commitments";
const AT_MOST = 300;

type Kept = readonly [gameId: string, commitment: string];

export function keepCommitment(gameId: string, commitment: string): void {
	const kept = all();
	if (kept.some(([id]) => id === gameId)) return;
	localStorage.setItem(KEPT, JSON.stringify([...kept, [gameId, commitment]].slice(-AT_MOST)));
}

/** The first one that was told of this match; null if this browser was not there, or it is long ago. */
export function keptCommitment(gameId: string): string | null {
	return all().find(([id]) => id === gameId)?.[1] ?? null;
}

/** What lies there anybody may have written. */
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
