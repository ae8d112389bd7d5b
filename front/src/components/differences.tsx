// What is unusual about a table: its settings that differ from those of a casual game. It must not know: any game.
import { gameNamed } from "../state/app_state.ts";
import { localDefaults } from "../state/local_defaults.ts";
import type { RoomInfo } from "../web.ts";
import { inCatalogueOrder, say } from "../words/index.ts";
import { settingName, settingValue } from "../words/names.ts";

/** The names of these settings; the mode has its own badge. */
export function differences({ game: name, config }: RoomInfo): readonly string[] {
	const game = gameNamed(name);
	if (game === undefined) return [];
	const usual = { ...game.defaults, ...game.presets.casual };
	const local: Readonly<Record<string, unknown>> = localDefaults(game, usual);
	const isUsual = (field: string) => {
		const here = JSON.stringify(config[field] ?? game.defaults[field]);
		return [usual[field], local[field]].some((each) => JSON.stringify(each) === here);
	};
	const names = Object.keys(game.defaults).filter((each) => each !== "mode" && !isUsual(each));
	return inCatalogueOrder(names, (each) => `config.${name}.${each}`);
}

export function Differences({ room }: { room: RoomInfo }) {
	const names = differences(room);
	if (names.length === 0) return null;
	return (
		<div class="facts-list">
			<p>{say("room.unusual")}</p>
			<dl>
				{names.map((each) => (
					<div key={each}>
						<dt>{settingName(room.game, each)}</dt>
						<dd>{settingValue(room.game, each, room.config[each] ?? null)}</dd>
					</div>
				))}
			</dl>
		</div>
	);
}
