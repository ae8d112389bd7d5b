// Names of games, seats, bots and settings: from a catalogue, or else made readable. It must not know: any of the
// names.
import { firstKnown, language, numberText, say, sayKey } from "./index.ts";
import { durationText } from "./times.ts";

/** `turn_ms` → `Turn ms`, `stonePlaced` and `stone.placed` → `Stone placed`. */
export function humanise(name: string): string {
	const words = name
		.replace(/([a-z0-9])([A-Z])/g, "$1 $2")
		.replace(/[_.:-]+/g, " ")
		.trim()
		.toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

export function gameName(game: string): string {
	return first(humanise(game), `game.${game}`, `${game}.name`, `title.${game}`);
}

export function gameAbout(game: string): string {
	return first("", `game.${game}.about`, `${game}.about`);
}

export function seatTitle(game: string, title: string): string {
	return first(humanise(title), `seat.${game}.${title}`, `seat.${title}`);
}

export function botName(bot: string): string {
	return first(humanise(bot), `bot.${bot}`);
}

export function presetName(game: string, preset: string): string {
	return first(humanise(preset), `preset.${game}.${preset}`);
}

export function settingName(game: string, setting: string): string {
	return first(humanise(setting.replace(/_ms$/, "")), `config.${game}.${setting}`);
}

export function settingHelp(game: string, setting: string): string {
	return first("", `config.${game}.${setting}.help`);
}

export function settingValue(game: string, setting: string, value: unknown): string {
	const own = firstKnown(`config.${game}.${setting}.${String(value)}`);
	if (own !== undefined) return sayKey(own);
	if (Array.isArray(value)) {
		const between = value.some(Array.isArray) ? " / " : ", ";
		return value.map((each) => settingValue(game, setting, each)).join(between);
	}
	if (value === null) return say("form.default");
	if (typeof value === "boolean") return say(value ? "form.on" : "form.off");
	if (typeof value !== "number") return humanise(String(value));
	return setting.endsWith("_ms") ? durationText(value) : numberText(value);
}

export function modeName(game: string, mode: string): string {
	return first(humanise(mode), `config.${game}.mode.${mode}`, `mode.${mode}`);
}

/** Why a match ended; `isOwn` if it was the user's own doing, like resigning. */
export function reasonText(game: string, reason: string, isOwn = false): string {
	const keys = [`reason.${game}.${reason}`, `reason.${reason}`];
	return first(humanise(reason), ...keys.flatMap((key) => (isOwn ? [`${key}.you`, key] : [key])));
}

export function phraseText(phrase: string): string {
	return sayKey(`phrase.${phrase}`);
}

/** `1 token`, `1,000 tokens`. */
export function tokensText(n: number): string {
	return say(new Intl.PluralRules(language.value).select(n) === "one" ? "tokens.one" : "tokens", { n });
}

function first(fallback: string, ...keys: string[]): string {
	const key = firstKnown(...keys);
	return key === undefined ? fallback : sayKey(key);
}
