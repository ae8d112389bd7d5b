// What a user is told of a refusal: the most specific words there are, in their language.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { boardFor } from "../src/boards/registry.ts";
import { ApiError } from "../src/net/api.ts";
import { alerts, noticeOf, plainNotice, type Refusal, refusalNotice, showAlert } from "../src/state/alerts.ts";
import { addCatalogues, setLanguage } from "../src/words/index.ts";

const reason = "as the server says it";

function refused(code: string, facts: Refusal["facts"] = {}) {
	return { code, reason, facts };
}

describe("a refusal", () => {
	beforeEach(async () => {
		await addCatalogues([["board:gomoku", (await boardFor("gomoku")).catalogue]]);
		await setLanguage("fr");
	});
	afterEach(() => setLanguage("en"));

	it("has the game's own words first", () => {
		const occupied = refused("invalid_action", { rule: "position_occupied" });
		expect(refusalNotice(occupied, "gomoku")).toEqual(plainNotice("Il y a déjà une pierre à cet endroit."));
	});

	it("has the words for any game if the game has none for the rule", () => {
		const over = refused("invalid_action", { rule: "game_over" });
		expect(refusalNotice(over, "gomoku")).toEqual(plainNotice("La partie est finie."));
	});

	it("has the words for its code and rule, with its numbers", () => {
		const short = refused("weak_password", { rule: "too_short", min_length: 8 });
		const text = "Ce mot de passe est trop court\u202f: il faut au moins 8 caractères.";
		expect(refusalNotice(short)).toEqual(plainNotice(text));
	});

	it("has the words for its code alone if there is no rule", () => {
		expect(refusalNotice(refused("invalid_turn"), "gomoku")).toEqual(plainNotice("Ce n’est pas à vous de jouer."));
	});

	it("of malformed input keeps the server's reason apart", () => {
		const told = { text: "Le serveur n’a pas compris cette demande.", detail: reason };
		expect(refusalNotice(refused("bad_body", { where: "name" }))).toEqual(told);
	});

	it("of a game without words keeps the server's reason apart", () => {
		const odd = refused("invalid_action", { rule: "position_occupied" });
		expect(refusalNotice(odd, "odd_toy")).toEqual({ text: "Ce n’est pas possible.", detail: reason });
	});

	it("by an ambiguous rule is not explained by shared words alone", () => {
		const goal = refused("bad_config", { rule: "bad_config", goal: 30 });
		expect(refusalNotice(goal, "odd_toy")).toEqual({ text: "Ces réglages ne vont pas ensemble.", detail: reason });
	});

	it("with an unknown code keeps the server's reason apart, too", () => {
		expect(refusalNotice(refused("never_heard_of"))).toEqual({ text: "Une erreur est survenue.", detail: reason });
	});

	it("has a game's words only if a game has refused", () => {
		const error = new ApiError(400, { code: "bad_config", reason, facts: { rule: "game_over" } });
		expect(noticeOf(error, "gomoku").text).toBe("La partie est finie.");
		expect(noticeOf(error).text).toBe("Ce réglage n’est pas possible.");
	});
});

describe("another error", () => {
	beforeEach(() => setLanguage("vi"));
	afterEach(() => setLanguage("en"));

	it("is told in the user's language, with the browser's message apart", () => {
		expect(noticeOf(new TypeError("x is undefined"))).toEqual({ text: "Đã xảy ra lỗi.", detail: "x is undefined" });
		expect(noticeOf(null)).toEqual(plainNotice("Đã xảy ra lỗi."));
	});
});

describe("an alert", () => {
	afterEach(() => {
		alerts.value = [];
	});

	it("closes by itself, unless it has details to open", () => {
		vi.useFakeTimers();
		showAlert(plainNotice("a sentence"));
		showAlert({ text: "another", detail: reason });
		vi.runAllTimers();
		expect(alerts.value.map((each) => each.text)).toEqual(["another"]);
	});
});
