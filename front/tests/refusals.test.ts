// What a reader is told of a refusal: the nearest words there are, in his language.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { boardFor } from "../src/boards/registry.ts";
import { ApiError } from "../src/net/api.ts";
import { alarm, alerts, plain, type Refusal, refusal, why } from "../src/state/alerts.ts";
import { learn, speak } from "../src/words/index.ts";

const reason = "as the server says it";

function refused(code: string, facts: Refusal["facts"] = {}) {
	return { code, reason, facts };
}

describe("a refusal", () => {
	beforeEach(async () => {
		await learn([["board:gomoku", (await boardFor("gomoku")).catalogue]]);
		await speak("fr");
	});
	afterEach(() => speak("en"));

	it("is told as the game's board says it, first of all", () => {
		const occupied = refused("invalid_action", { rule: "position_occupied" });
		expect(refusal(occupied, "gomoku")).toEqual(plain("Il y a déjà une pierre à cet endroit."));
	});

	it("is told as it is said of any game, where the board has no words for the rule", () => {
		const over = refused("invalid_action", { rule: "game_over" });
		expect(refusal(over, "gomoku")).toEqual(plain("La partie est finie."));
	});

	it("is told by its code and the finer word for it, with the numbers that belong to it", () => {
		const short = refused("weak_password", { rule: "too_short", min_length: 8 });
		const text = "Ce mot de passe est trop court\u00a0: il faut au moins 8 caractères.";
		expect(refusal(short)).toEqual(plain(text));
	});

	it("is told by its code alone where nothing finer is to be said", () => {
		expect(refusal(refused("invalid_turn"), "gomoku")).toEqual(plain("Ce n’est pas à vous de jouer."));
	});

	it("of something malformed keeps apart what the server says of it", () => {
		const told = { text: "Le serveur n’a pas compris cette demande.", detail: reason };
		expect(refusal(refused("bad_body", { where: "name" }))).toEqual(told);
	});

	it("of a game without words keeps the server's reason apart from the sentence", () => {
		const odd = refused("invalid_action", { rule: "position_occupied" });
		expect(refusal(odd, "odd_toy")).toEqual({ text: "Ce n’est pas possible.", detail: reason });
	});

	it("by a rule that each game means something else by is not told by the shared words alone", () => {
		const goal = refused("bad_config", { rule: "bad_config", goal: 30 });
		expect(refusal(goal, "odd_toy")).toEqual({ text: "Ces réglages ne vont pas ensemble.", detail: reason });
	});

	it("that nobody has heard of keeps the server's reason apart, too", () => {
		expect(refusal(refused("never_heard_of"))).toEqual({ text: "Une erreur est survenue.", detail: reason });
	});

	it("is by a game's rules only where a game is asked", () => {
		const error = new ApiError(400, { code: "bad_config", reason, facts: { rule: "game_over" } });
		expect(why(error, "gomoku").text).toBe("La partie est finie.");
		expect(why(error).text).toBe("Ce réglage n’est pas possible.");
	});
});

describe("what is no refusal", () => {
	beforeEach(() => speak("vi"));
	afterEach(() => speak("en"));

	it("is told in the reader's language, and what the browser says of it is kept apart", () => {
		expect(why(new TypeError("x is undefined"))).toEqual({ text: "Đã xảy ra lỗi.", detail: "x is undefined" });
		expect(why(null)).toEqual(plain("Đã xảy ra lỗi."));
	});
});

describe("an alarm", () => {
	afterEach(() => {
		alerts.value = [];
	});

	it("goes by itself, unless there is something in it to open", () => {
		vi.useFakeTimers();
		alarm(plain("a sentence"));
		alarm({ text: "another", detail: reason });
		vi.runAllTimers();
		expect(alerts.value.map((each) => each.text)).toEqual(["another"]);
	});
});
