// The boards' texts: every language has the same keys, with the same parameters.

import { expect, test } from "vitest";
import { boardFor } from "../../src/boards/registry.ts";
import type { Language } from "../../src/words/languages.ts";

const OWN = ["backgammon", "briscola", "catan", "gomoku", "orcain"];
const OTHERS: readonly Language[] = ["fr", "it", "vi"];

function holes(text: string): string[] {
	return [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").toSorted();
}

test.each([...OWN, "anything else"])("%s has the same words in every language", async (game) => {
	const board = await boardFor(game);
	const english = await board.catalogue("en");
	const prefix = new RegExp(`^(event\\.|refused\\.)?${game.includes(" ") ? "generic" : `${game}\\.`}`);
	for (const key of Object.keys(english)) expect(key).toMatch(prefix);
	for (const language of OTHERS) {
		const words = await board.catalogue(language);
		expect(Object.keys(words)).toEqual(Object.keys(english));
		for (const [key, text] of Object.entries(words)) {
			expect(holes(text), `${language} ${key}`).toEqual(holes(english[key] ?? ""));
			expect(text.trim(), `${language} ${key}`).toBe(text);
			expect(text, `${language} ${key}`).not.toBe("");
		}
	}
});

test("every game here has its own board; any other has the generic one", async () => {
	const generic = await boardFor("duel");
	for (const game of OWN) expect((await boardFor(game)).words).toBe(false);
	for (const game of ["den", "toString", "__proto__", ""]) expect(await boardFor(game)).toBe(generic);
	expect(generic.words).toBe(true);
});
