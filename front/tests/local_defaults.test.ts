// The defaults of a game that a language has for itself.
import { afterEach, describe, expect, test } from "vitest";
import { tableName } from "../src/components/table_name.ts";
import { games } from "../src/state/app_state.ts";
import { localDefaults } from "../src/state/local_defaults.ts";
import { setLanguage } from "../src/words/index.ts";
import { toy } from "./pages/server.ts";

afterEach(() => setLanguage("en"));

describe("local defaults", () => {
	test("there are none in a language that has none of its own", () => {
		expect(localDefaults(toy)).toEqual({});
	});

	test("they change what a preset leaves at the game's default, and nothing that it chooses", async () => {
		await setLanguage("vi");
		expect(localDefaults(toy)).toEqual({ turn_ms: 30_000, size: 3 });
		expect(localDefaults(toy, { turn_ms: 60_000, size: 3 })).toEqual({ turn_ms: 30_000 });
		expect(localDefaults(toy, toy.presets.fast)).toEqual({});
	});

	test("a table that has them is still called standard", async () => {
		games.value = [toy];
		await setLanguage("vi");
		const config = { ...toy.defaults, ...localDefaults(toy) };
		const standard = tableName({ game: "toy", mode: "custom", config: toy.defaults });
		expect(tableName({ game: "toy", mode: "custom", config })).toBe(standard);
	});
});
