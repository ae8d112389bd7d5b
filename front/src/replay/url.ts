// The position in a replay as a URL: `?step=12&as=1`. It must not know: the match.
import type { Reader } from "./playback.ts";

export interface ReplayPosition {
	readonly step: number;
	readonly reader: Reader;
}

/** Any text is read as some position; a step beyond the end becomes the last one once the end is known. */
export function positionIn(search: string): ReplayPosition {
	const given = new URLSearchParams(search);
	const step = Number(given.get("step") ?? 0);
	return { step: Number.isSafeInteger(step) && step > 0 ? step : 0, reader: readerIn(given.get("as") ?? "") };
}

export function replayUrl(gameId: string, { step, reader }: ReplayPosition): string {
	return `/match/${gameId}/replay?step=${step}&as=${reader}`;
}

export function readerIn(word: string): Reader {
	if (/^\d{1,2}$/.test(word)) return Number(word);
	return word === "spectator" ? "spectator" : "all";
}
