// The shell's texts: every language has the same keys, with the same parameters.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addGameNames } from "../src/words/index.ts";
import { fill } from "../src/words/languages.ts";
import { gameName, humanise, settingName, settingValue } from "../src/words/names.ts";

type Words = Readonly<Record<string, string>>;

const LANGUAGES = ["en", "fr", "it", "vi"] as const;
const modules = import.meta.glob<Record<string, Words>>(
	["../src/words/{en,fr,it,vi}.ts", "../src/boards/*/{words,setup}.*.ts"],
	{ eager: true },
);

/** By place and language: `../src/words/`, `../src/boards/x/words.`, … */
const places = new Map<string, Map<string, Words>>();
for (const [path, module] of Object.entries(modules)) {
	const [, place = "", language = ""] = /^(.*?)(\w\w)\.ts$/.exec(path) ?? [];
	const words = Object.values(module).find((each) => typeof each === "object") ?? {};
	places.set(place, (places.get(place) ?? new Map()).set(language, words));
}

function holes(text: string): string[] {
	return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
}

describe.each([...places])("the catalogue %s", (_, languages) => {
	const english = languages.get("en") ?? {};

	it("is there in every language", () => {
		expect([...languages.keys()].sort()).toEqual([...LANGUAGES].sort());
		expect(Object.keys(english).length).toBeGreaterThan(0);
	});

	// **Feature: words, Property 1: all languages have the same keys, and each text the same placeholders**
	it("says the same in all of them", () => {
		for (const words of languages.values()) {
			expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
		}
		fc.assert(
			fc.property(fc.constantFrom(...Object.keys(english)), fc.constantFrom(...LANGUAGES), (key, language) => {
				const text = languages.get(language)?.[key] ?? "";
				expect(text.trim()).not.toBe("");
				expect(holes(text)).toEqual(holes(english[key] ?? ""));
			}),
			{ numRuns: 400 },
		);
	});
});

describe("words", () => {
	// **Feature: words, Property 2: a filled text has no hole left that was given, whatever is put in**
	it("have their parameters filled in once", () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (name, other) => {
				expect(fill("{name} and {other}", { name, other })).toBe(`${name} and ${other}`);
			}),
			{ numRuns: 100 },
		);
		expect(fill("{name} {toString}", { name: "Ada" })).toBe("Ada {toString}");
	});

	it("are derived from the name if there are none", () => {
		expect(humanise("stonePlaced")).toBe("Stone placed");
		expect(humanise("first_mover")).toBe("First mover");
		expect(gameName("odd_toy")).toBe("Odd toy");
		expect(settingName("odd_toy", "turn_ms")).toBe("Turn");
	});
});

describe("a duration setting", () => {
	it.each([
		[86_400_000, "1 day"],
		[7_200_000, "2 hours"],
		[60_000, "1 minute"],
		[90_000, "90 seconds"],
		[250, "0.25 seconds"],
		[0, "0 seconds"],
	])("of %d ms is shown in its unit: %s", (ms, text) => {
		expect(settingValue("toy", "turn_ms", ms)).toBe(text);
	});

	it("has its game's own word if 0 means none", async () => {
		await addGameNames([{ name: "briscola", title: "" }]);
		expect(settingValue("briscola", "turn_ms", 0)).toBe("no limit");
	});
});
