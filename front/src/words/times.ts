// Times and durations for people. It must not know: what they measure.
import { language } from "./index.ts";

const UNITS = [
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
	["second", 1000],
] as const;

/** In the largest unit that divides it: `86_400_000` → `1 day`, `90_000` → `90 seconds`. */
export function durationText(ms: number): string {
	const [unit, size] = UNITS.find(([, each]) => ms >= each && ms % each === 0) ?? UNITS[3];
	return new Intl.NumberFormat(language.value, { style: "unit", unit, unitDisplay: "long" }).format(ms / size);
}

/** `75_000` → `1:15`; hours only where there are any. Never negative. */
export function clockText(ms: number): string {
	const seconds = Math.max(0, Math.ceil(ms / 1000));
	const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	const tail = `${String(rest).padStart(2, "0")}`;
	return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** How long ago, counting up. */
export function elapsedText(since: number, now: number): string {
	return clockText(Math.floor(Math.max(0, now - since) / 1000) * 1000);
}

export function dateText(epoch: number): string {
	return new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(epoch);
}

export function dayText(epoch: number): string {
	return new Intl.DateTimeFormat(language.value, { dateStyle: "long" }).format(epoch);
}

export function hourText(epoch: number): string {
	return new Intl.DateTimeFormat(language.value, { timeStyle: "short" }).format(epoch);
}
