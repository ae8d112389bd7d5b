// What a reader is told of a refusal: the nearest words there are, in his language.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { boardFor } from "../src/boards/index.ts";
import { Refused } from "../src/net/api.ts";
import { refusalText, whyText } from "../src/state/alerts.ts";
import { learn, speak } from "../src/words/index.ts";

const reason = "as the server says it";

function refused(code: string, rule?: string) {
	return { code, reason, facts: rule === undefined ? {} : { rule } };
}

describe("a refusal", () => {
	beforeEach(async () => {
		await learn([["board:gomoku", (await boardFor("gomoku")).catalogue]]);
		await speak("fr");
	});
	afterEach(() => speak("en"));

	it("is told as the game's board says it, first of all", () => {
		const occupied = refused("invalid_action", "position_occupied");
		expect(refusalText(occupied, "gomoku")).toBe("Il y a déjà une pierre à cet endroit.");
	});

	it("is told as it is said of any game, where the board has no words for the rule", () => {
		expect(refusalText(refused("invalid_action", "game_over"), "gomoku")).toBe("La partie est finie.");
	});

	it("is told by its code where the rule is of a game without words; the server's reason goes with it", () => {
		const odd = refused("invalid_action", "position_occupied");
		expect(refusalText(odd, "odd_toy")).toBe(`Ce n’est pas possible\u00a0: ${reason}`);
		expect(refusalText(refused("invalid_turn"), "gomoku")).toBe("Ce n’est pas à vous de jouer.");
	});

	it("is told in the server's words where there are no others", () => {
		expect(refusalText(refused("never_heard_of"))).toBe("As the server says it");
		expect(refusalText({ ...refused("never_heard_of"), reason: "" })).toBe("Une erreur est survenue.");
	});

	it("is by a game's rules only where a game is asked", () => {
		const why = { code: "bad_config", reason, facts: { rule: "game_over" } };
		expect(whyText(new Refused(400, why), "gomoku")).toBe("La partie est finie.");
		expect(whyText(new Refused(400, why))).toBe(`Ce réglage n’est pas possible\u00a0: ${reason}`);
	});
});
