// The pages against a made-up server: what they show, what they request, where they lead.
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "../../src/app.tsx";
import { serverClock, serverNow } from "../../src/net/server_clock.ts";
import { go, path } from "../../src/router.ts";
import { alerts } from "../../src/state/alerts.ts";
import { isReady, me, refreshMe, start } from "../../src/state/app_state.ts";
import { botFor } from "../../src/state/room_actions.ts";
import { ModelTable } from "../net/table_model.ts";
import { ada, bo, lobby, nobody, Refusal, room, serve, toy } from "./server.ts";

const base = { "GET me": nobody, "GET games": [toy], "GET lobby": lobby, "POST me/guest": ada };

async function open(where: string, answers: Record<string, unknown> = {}) {
	const asked = serve({ ...base, ...answers });
	go(where);
	render(<App />);
	await start();
	return asked;
}

beforeEach(() => {
	HTMLDialogElement.prototype.showModal ??= () => {};
	HTMLDialogElement.prototype.close ??= () => {};
	localStorage.clear();
	vi.spyOn(navigator, "languages", "get").mockReturnValue(["en"]);
	me.value = null;
	isReady.value = false;
	alerts.value = [];
});
afterEach(() => {
	cleanup();
	go("/");
	vi.unstubAllGlobals();
});

describe("the rules", () => {
	const rules = { game: "toy", html: "<p>Two players take turns.</p>", guide: null };

	it("are one click from a game's card, and say which language they are in", async () => {
		vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr"]);
		await open("/", { "GET rules/toy?language=fr": rules });
		const link = await screen.findByRole("link", { name: "Règles" });
		act(() => go(link.getAttribute("href") ?? ""));
		expect((await screen.findByText("Two players take turns.")).closest("[lang]")?.getAttribute("lang")).toBe("en");
		expect(screen.getByText("Les règles sont en anglais.")).toBeTruthy();
	});

	it("are a guide in the user's language, if there is one, above the rule book", async () => {
		vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr"]);
		await open("/rules/toy", { "GET rules/toy?language=fr": { ...rules, guide: "<p>On joue à deux.</p>" } });
		expect((await screen.findByText("On joue à deux.")).closest("[lang=en]")).toBeNull();
		const book = screen.getByText("Two players take turns.").closest("details");
		expect(book?.open).toBe(false);
		expect(screen.queryByText("Les règles sont en anglais.")).toBeNull();
	});

	it("open in a new tab beside a table", async () => {
		await open("/room/ABC123", { "GET me": ada, "GET rooms/ABC123": room });
		const link = await screen.findByRole("link", { name: /^Rules/ });
		expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/rules/toy", "_blank"]);
	});
});

describe("the lobby", () => {
	it("opens a game against a bot with one click, as a guest if need be", async () => {
		const asked = await open("/", { "POST rooms": room, "GET rooms/ABC123": room });
		fireEvent.click(await screen.findByRole("button", { name: /Play a bot/ }));
		await waitFor(() => expect(path.value).toBe("/room/ABC123"));
		expect(asked.map((each) => each.what)).toContain("POST me/guest");
		const wish = asked.find((each) => each.what === "POST rooms")?.body;
		expect(wish).toEqual({ game: "toy", preset: null, config: {}, public: false, seats: ["me", "bot:greedy"] });
	});

	it("picks an easy bot for newcomers, else one that thinks", () => {
		const chosen = (...bots: string[]) => botFor({ ...toy, bots });
		expect(chosen("random", "optimal", "practice")).toBe("practice");
		expect(chosen("random", "sharp", "greedy")).toBe("greedy");
		expect([chosen("random", "sharp"), chosen("random"), chosen()]).toEqual(["sharp", "random", undefined]);
	});

	it("says what a casual game costs, and what the user has, if there is a stake", async () => {
		const rich = { ...ada, tokens: 7 };
		await open("/", { "GET me": rich, "GET games": [{ ...toy, stake: 2 }] });
		const cost = "Casual games: 2 tokens each. You have 7 tokens.";
		expect((await screen.findByText(/2 tokens each/)).textContent?.trim()).toBe(cost);
		cleanup();
		await open("/", { "GET me": rich });
		await screen.findByRole("button", { name: /Casual/ });
		expect(screen.queryByText(/stake/)).toBeNull();
	});

	it("shows how many wait, and asks for Swap 2 only if it is chosen", async () => {
		const asked = await open("/", { "POST queue": ada });
		await screen.findByText("3 waiting");
		fireEvent.click(screen.getByLabelText(/With Swap 2/));
		fireEvent.click(screen.getByRole("button", { name: /Casual/ }));
		await waitFor(() =>
			expect(asked.at(-1)).toEqual({ what: "POST queue", body: { game: "toy", ranked: false, swap2: true } }),
		);
	});

	it("shows the user's tables with game, players and whose turn it is", async () => {
		const seats = [
			{ player_id: 0, seat: "left", name: "Ada", bot: null, joined: true, present: true },
			{ player_id: 1, seat: "right", name: "", bot: "greedy", joined: true, present: true },
		];
		const [left, right] = room.seats;
		const playing = { ...room, status: "playing", seats: [left, { ...right, bot: "greedy" }] };
		const table = { ...new ModelTable().snapshot(), you: 0, to_act: [1], outcome: null, seats };
		await open("/", {
			"GET me": { ...ada, rooms: ["ABC123"] },
			"GET rooms/ABC123": playing,
			"GET rooms/ABC123/sync": table,
		});
		const mine = within((await screen.findByText("My tables")).parentElement as HTMLElement);
		expect((await mine.findByText("To move: Greedy")).closest("li")?.textContent).toContain("Toy Standard");
		expect(mine.getByText(/Ada · Greedy/)).toBeTruthy();
	});

	it("has a leaderboard only for games with ranked play", async () => {
		await open("/", { "GET games": [toy, { ...toy, name: "idle", ranked: false }] });
		const links = async (name: string) =>
			within(await screen.findByRole("article", { name })).queryAllByRole("link", { name: "Leaderboard" }).length;
		expect([await links("Toy"), await links("Idle")]).toEqual([1, 0]);
		cleanup();
		await open("/leaderboard/idle", {
			"GET games": [{ ...toy, name: "idle", ranked: false }],
			"GET leaderboard/idle": { game: "idle", players: [] },
		});
		await screen.findByText("Idle has no ranked games here, so it has no leaderboard.");
	});

	it("names and describes a game without texts as its rule book does", async () => {
		vi.spyOn(navigator, "languages", "get").mockReturnValue(["it"]);
		await open("/", { "GET games": [{ ...toy, name: "toys-war", title: "Toys’ war", about: "Two toys fight." }] });
		const card = await screen.findByRole("article", { name: "Toys’ war" });
		expect(within(card).getByText("Two toys fight.").lang).toBe("en");
	});

	it("leaves no gap for a missing description", async () => {
		await open("/");
		const card = await screen.findByRole("article", { name: "Toy" });
		expect([...card.querySelectorAll("p")].filter((each) => each.textContent === "")).toEqual([]);
	});

	it("shows the rating window as the server reports it", async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		const queue = { game: "toy", ranked: true, swap2: false, since: serverNow(), window: 7 as number | null };
		await open("/", { "GET me": () => ({ ...ada, queue: { ...queue } }) });
		const bar = await screen.findByRole("region", { name: "Looking for an opponent" });
		expect(bar.textContent).toContain("±7");
		queue.window = 13;
		await vi.advanceTimersByTimeAsync(5100);
		await waitFor(() => expect(bar.textContent).toContain("±13"));
		queue.window = null;
		await vi.advanceTimersByTimeAsync(5100);
		await waitFor(() => expect(bar.textContent).toContain("any rating"));
	});

	it("ignores a response to an earlier request after leaving the queue", async () => {
		const queue = { game: "toy", ranked: true, swap2: false, since: serverNow(), window: 150 };
		let late: (now: unknown) => void = () => {};
		await open("/", { "GET me": { ...ada, queue }, "DELETE queue": ada });
		const bar = await screen.findByRole("region", { name: "Looking for an opponent" });
		serve({
			...base,
			"DELETE queue": ada,
			"GET me": () =>
				new Promise((resolve) => {
					late = resolve;
				}),
		});
		const asked = refreshMe();
		fireEvent.click(within(bar).getByRole("button", { name: "Cancel" }));
		await waitFor(() => expect(me.value?.queue).toBeNull());
		late({ ...ada, queue });
		await asked;
		expect(me.value?.queue).toBeNull();
	});

	it("shows the queue, and leaves it", async () => {
		serverClock.answered(Date.now() + 9_000_000, Date.now());
		const queue = { game: "toy", ranked: true, swap2: false, since: serverNow() - 65_400, window: 150 };
		const asked = await open("/", { "GET me": { ...ada, queue }, "DELETE queue": ada });
		const bar = await screen.findByRole("region", { name: "Looking for an opponent" });
		expect(bar.textContent).toContain("1:05");
		expect(bar.textContent).toContain("±150");
		fireEvent.click(within(bar).getByRole("button", { name: "Cancel" }));
		await waitFor(() => expect(screen.queryByRole("region", { name: "Looking for an opponent" })).toBeNull());
		expect(asked.map((each) => each.what)).toContain("DELETE queue");
	});

	it("says what to do if there are no tables", async () => {
		await open("/");
		expect(await screen.findByText(/Open a public table/)).toBeTruthy();
	});

	it("links to open tables, tables in play, the user's own, and invitations", async () => {
		const playing = { ...room, code: "PLAY01", status: "playing" };
		const invitations = [
			{
				room: "INV001",
				game: "toy",
				sender: { id: "2", name: "bo", nickname: "Bo", is_guest: false, is_staff: false },
			},
		];
		await open("/", {
			"GET me": { ...ada, rooms: ["MINE01"], invitations },
			"GET lobby": { ...lobby, rooms: [room, playing] },
		});
		expect(await screen.findByRole("button", { name: "Join" })).toBeTruthy();
		expect(screen.getAllByRole("link", { name: "Watch" })).toHaveLength(2);
		expect(screen.getByRole("link", { name: "Return" }).getAttribute("href")).toBe("/room/MINE01");
		expect(screen.getByText("Bo invites you to Toy")).toBeTruthy();
	});
});

describe("an unusual table", () => {
	const unusual = { ...room, config: { turn_ms: 5000 }, stake: 2 };

	it("is joined from the lobby only after its differences were shown", async () => {
		const asked = await open("/", { "GET lobby": { ...lobby, rooms: [unusual] }, "POST rooms/ABC123/sit": unusual });
		await screen.findByText("Stake: 2 tokens each. The winner takes the pot.");
		fireEvent.click(screen.getByRole("button", { name: "Join" }));
		const shown = async () => within((await screen.findByText("Join this table of Toy?")).parentElement as HTMLElement);
		const dialog = await shown();
		expect(dialog.getByText("Unlike the standard game:")).toBeTruthy();
		expect(dialog.getByText("5 seconds")).toBeTruthy();
		expect(dialog.getByText("Stake: 2 tokens each. The winner takes the pot.")).toBeTruthy();
		fireEvent.click(dialog.getByText("Cancel"));
		await waitFor(() => expect(screen.queryByText("Join this table of Toy?")).toBeNull());
		expect(asked.some((each) => each.what === "POST rooms/ABC123/sit")).toBe(false);
		fireEvent.click(screen.getByRole("button", { name: "Join" }));
		fireEvent.click((await shown()).getByText("Join"));
		await waitFor(() => expect(asked.some((each) => each.what === "POST rooms/ABC123/sit")).toBe(true));
	});

	it("shows its differences above its seats", async () => {
		await open("/room/ABC123", { "GET rooms/ABC123": unusual });
		expect(await screen.findByText("Unlike the standard game:")).toBeTruthy();
	});

	it("is looked at before an invitation to it is accepted", async () => {
		const invitations = [{ room: "ABC123", game: "toy", sender: bo }];
		const asked = await open("/", { "GET me": { ...ada, invitations }, "GET rooms/ABC123": unusual });
		fireEvent.click(await screen.findByRole("button", { name: "Accept" }));
		await waitFor(() => expect(path.value).toBe("/room/ABC123"));
		expect(asked.some((each) => each.what === "POST rooms/ABC123/sit")).toBe(false);
	});
});

describe("the lobby's further pages", () => {
	it("are fetched on request, and a room that has moved is listed once", async () => {
		const further = { ...room, code: "FAR001", seats: room.seats };
		await open("/", {
			"GET lobby": { ...lobby, rooms: [room], next: 100 },
			"GET lobby?after=100": { ...lobby, rooms: [room, further], next: null },
		});
		fireEvent.click(await screen.findByRole("button", { name: "More tables" }));
		await waitFor(() => expect(screen.getAllByRole("button", { name: "Join" })).toHaveLength(2));
		expect(screen.queryByRole("button", { name: "More tables" })).toBeNull();
	});
});

describe("a new table", () => {
	it("is made from the game's settings, and sends what was changed", async () => {
		const asked = await open("/new/toy", { "POST rooms": room, "GET rooms/ABC123": room });
		const preset = (await screen.findByLabelText("Start from")) as HTMLSelectElement;
		expect(screen.queryByText("Players")).toBeNull();
		fireEvent.change(preset, { target: { value: "fast" } });
		const turn = screen.getByLabelText("Turn (seconds)") as HTMLInputElement;
		await waitFor(() => expect(turn.value).toBe("5"));
		fireEvent.input(turn, { target: { value: "7.5" } });
		fireEvent.change(screen.getByLabelText("Right"), { target: { value: "bot:random" } });
		fireEvent.click(screen.getByRole("button", { name: "Open the table" }));
		await waitFor(() => expect(path.value).toBe("/room/ABC123"));
		expect(asked.find((each) => each.what === "POST rooms")?.body).toEqual({
			game: "toy",
			preset: "fast",
			config: { turn_ms: 7500 },
			public: true,
			seats: ["me", "bot:random"],
		});
	});

	it("describes a field only by a note that exists", async () => {
		const why = { code: "bad_config", reason: "too small", facts: { where: "config.size" } };
		await open("/new/toy", { "POST rooms": new Refusal(400, why) });
		fireEvent.click(await screen.findByRole("button", { name: "Open the table" }));
		await screen.findAllByText("That setting is not possible.");
		const described = [...document.querySelectorAll("[aria-describedby]")];
		expect(described.map((each) => each.tagName)).toEqual(["SELECT"]);
		for (const each of described) {
			expect(document.getElementById(each.getAttribute("aria-describedby") ?? "")).not.toBeNull();
		}
	});

	it("shows a refusal at its field", async () => {
		const why = { code: "bad_config", reason: "too small", facts: { where: "config.size" } };
		await open("/new/toy", { "POST rooms": new Refusal(400, why) });
		fireEvent.click(await screen.findByRole("button", { name: "Open the table" }));
		await waitFor(() => expect(screen.getByLabelText("Size").getAttribute("aria-invalid")).toBe("true"));
		const sentence = "That setting is not possible.";
		expect(
			document.getElementById(screen.getByLabelText("Size").getAttribute("aria-describedby") ?? "")?.textContent,
		).toBe(sentence);
		expect(within(screen.getByText("Details").closest("details") as HTMLElement).getByText("too small").lang).toBe(
			"en",
		);
	});
});

describe("an open room", () => {
	it("has seats to take, a link to send, and bots to add", async () => {
		const asked = await open("/room/ABC123", {
			"GET me": ada,
			"GET rooms/ABC123": room,
			"POST rooms/ABC123/bot": { ...room, seats: [room.seats[0], { ...room.seats[1], bot: "greedy" }] },
		});
		const link = (await screen.findByLabelText("Link to this table")) as HTMLInputElement;
		expect(link.value).toMatch(/\/room\/ABC123$/);
		fireEvent.click(screen.getByRole("button", { name: "Add bot: Greedy" }));
		expect(await screen.findByRole("button", { name: "Remove the bot" })).toBeTruthy();
		expect(asked.at(-1)?.body).toEqual({ seat: 1, bot: "greedy" });
	});

	it("says what to do with its link if copying is not allowed", async () => {
		vi.stubGlobal("navigator", { ...navigator, languages: ["en"], clipboard: undefined });
		await open("/room/ABC123", { "GET me": ada, "GET rooms/ABC123": room });
		fireEvent.click(await screen.findByRole("button", { name: "Copy" }));
		await screen.findByText(/The link is selected/);
	});

	it("may not exist", async () => {
		await open("/room/GONE01");
		expect(await screen.findByRole("heading", { level: 1, name: "Nothing here" })).toBeTruthy();
	});
});

describe("every page", () => {
	it("has one heading, which is the window's title and takes the focus", async () => {
		await open("/");
		go("/nowhere");
		const heading = await screen.findByRole("heading", { level: 1, name: "Nothing here" });
		await waitFor(() => expect(document.title).toBe("Nothing here · Ludoteca"));
		await waitFor(() => expect(document.activeElement).toBe(heading));
	});

	it("says when the server is unreachable, and recovers", async () => {
		await open("/", { "GET me": new TypeError("offline") });
		expect(await screen.findByRole("heading", { level: 1, name: "The server cannot be reached" })).toBeTruthy();
		expect(screen.getAllByText(/cannot be reached/)).toHaveLength(1);
		serve(base);
		fireEvent.click(screen.getByRole("button", { name: "Try again" }));
		expect(await screen.findByRole("heading", { level: 1, name: "What shall we play?" })).toBeTruthy();
	});

	it("announces errors", async () => {
		const why = { code: "too_many_rooms", reason: "no", facts: {} };
		await open("/", { "POST rooms": new Refusal(409, why) });
		fireEvent.click(await screen.findByRole("button", { name: /Play a friend/ }));
		const alert = await screen.findByText(/too many open tables/);
		expect(alert.closest('[aria-live="assertive"]')).not.toBeNull();
	});
});

describe("the account", () => {
	it("switches the language at once, and remembers it", async () => {
		const asked = await open("/account", { "GET me": ada, "POST me/settings": { ...ada, language: "fr" } });
		fireEvent.change(await screen.findByLabelText("Language"), { target: { value: "fr" } });
		expect(await screen.findByRole("heading", { level: 1, name: "Compte" })).toBeTruthy();
		expect(document.documentElement.lang).toBe("fr");
		await waitFor(() => expect(asked.at(-1)).toEqual({ what: "POST me/settings", body: { language: "fr" } }));
	});

	it("keeps a language that the server does not have yet, and sends it after a reload", async () => {
		const never = new Promise(() => {});
		await open("/account", { "GET me": ada, "POST me/settings": () => never });
		fireEvent.change(await screen.findByLabelText("Language"), { target: { value: "fr" } });
		await screen.findByRole("heading", { level: 1, name: "Compte" });
		cleanup();
		me.value = null;
		const asked = await open("/account", { "GET me": ada, "POST me/settings": { ...ada, language: "fr" } });
		expect(await screen.findByRole("heading", { level: 1, name: "Compte" })).toBeTruthy();
		expect(asked.at(-1)).toEqual({ what: "POST me/settings", body: { language: "fr" } });
		await waitFor(() => expect(me.value?.language).toBe("fr"));
		cleanup();
		await open("/account", { "GET me": { ...ada, language: "it" } });
		expect(await screen.findByRole("heading", { level: 1, name: "Profilo" })).toBeTruthy();
	});

	it("says when an external login failed", async () => {
		go("/account");
		history.replaceState(null, "", "/account?failed=github");
		await open("/account");
		expect((await screen.findByText(/with GitHub failed/)).getAttribute("role")).toBe("alert");
		go("/");
		await screen.findByRole("button", { name: /Play a bot/ });
		go("/account");
		await screen.findByLabelText("Nickname");
		expect(screen.queryByText(/with GitHub failed/)).toBeNull();
	});

	it("shows why a name was refused", async () => {
		const why = { code: "name_taken", reason: "taken", facts: {} };
		await open("/account", { "GET me": ada, "POST me/register": new Refusal(409, why) });
		const [name] = await screen.findAllByLabelText("Name");
		const form = name?.closest("form") as HTMLFormElement;
		fireEvent.input(within(form).getByLabelText("Name"), { target: { value: "ada" } });
		fireEvent.input(within(form).getByLabelText("Password"), { target: { value: "correct horse" } });
		fireEvent.submit(form);
		expect(await within(form).findByText("This name is taken.")).toBeTruthy();
	});
});
