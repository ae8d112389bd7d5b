// What a table or match is called beside its game: by its mode, or by the preset its settings equal. It must not know:
// any game.
import { gameNamed } from "../state/app_state.ts";
import { localDefaults } from "../state/local_defaults.ts";
import type { GameInfo, RoomInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { modeName, presetName } from "../words/names.ts";

type Config = Readonly<Record<string, unknown>>;

/** It is custom only if a setting really differs. */
export function tableName({ game: name, mode, config }: Pick<RoomInfo, "game" | "mode" | "config">): string {
	const game = gameNamed(name);
	if (mode !== "custom" || game === undefined) return modeName(name, mode);
	const isLike = (preset: Config) =>
		isSetLike(config, preset, game) || isSetLike(config, { ...preset, ...localDefaults(game, preset) }, game);
	const preset = Object.keys(game.presets).find((each) => isLike(game.presets[each] ?? {}));
	if (preset !== undefined) return presetName(name, preset);
	return isLike({}) ? say("mode.standard") : modeName(name, mode);
}

/** A setting that is missing has its default. */
function isSetLike(config: Config, preset: Config, { defaults }: GameInfo): boolean {
	return Object.keys(defaults).every((field) => {
		const [one, other] = [config, preset].map((each) => JSON.stringify(each[field] ?? defaults[field]));
		return one === other;
	});
}
