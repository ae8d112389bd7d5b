// What a game has by default in the user's language, where that differs. It must not know: any game.
import type { GameInfo } from "../web.ts";
import { language } from "../words/index.ts";

type Config = Readonly<Record<string, unknown>>;

/** What to change in a preset, or in the game's own defaults: only what they leave at the default. */
export function localDefaults(game: GameInfo, preset: Config = {}): Config {
	const isLeft = (field: string) => (preset[field] ?? game.defaults[field]) === game.defaults[field];
	const local = Object.entries(game.defaults_by_language[language.value] ?? {});
	return Object.fromEntries(local.filter(([field]) => isLeft(field)));
}
