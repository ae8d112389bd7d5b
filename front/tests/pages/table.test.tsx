// What surrounds a table, by the server's clock: the rematch, the next game of a series, and one that is late.
import { act, cleanup, render, screen } from "@testing-library/preact";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tableName } from "../../src/components/table_name.ts";
import { serverClock, serverNow } from "../../src/net/server_clock.ts";
import { go } from "../../src/router.ts";
import { games, leaveRoom, loadRoom, me, room as roomNow } from "../../src/state/app_state.ts";
import { InviteCard } from "../../src/table/invite.tsx";
import { LeaveGuard } from "../../src/table/leave_guard.tsx";
import { Result } from "../../src/table/result.tsx";
import { seatName } from "../../src/table/seat_names.ts";
import { Seats } from "../../src/table/seats.tsx";
import { useNextGame } from "../../src/table/series.tsx";
import type { RoomInfo, SeriesInfo } from "../../src/web.ts";
import { ModelTable } from "../net/table_model.ts";
import { ada, room, serve, toy } from "./server.ts";

const SECOND = 1000; // so exactly an answer over HTTP says what time it is
const HOUR = 3600 * SECOND;
const over = { ...new ModelTable().snapshot(), outcome: { scores: [1, -1], reason: "resigned", payout: [] } } as never;

const SEATS = ["Ada", "Bo"].map((name, player_id) => {
	return { player_id, seat: "", name, bot: null, joined: true, present: true };
});

function series(more: Partial<SeriesInfo>): SeriesInfo {
	return {
		best_of: 3,
		players: ["guest-1", "bo"],
		score: [2, 0],
		number: 2,
		phase: "over",
		next_game_at: null,
		rematch_until: null,
		games: [],
		winner: "guest-1",
		abandoned_by: null,
		points: [],
		...more,
	};
}

function shown(more: Partial<RoomInfo>) {
	return render(<Result room={{ ...room, game_id: "G1", ...more }} snapshot={over} isNews={false} />);
}

beforeEach(() => {
	serve({});
	me.value = ada;
	serverClock.answered(Date.now(), Date.now());
});
afterEach(() => {
	cleanup();
	leaveRoom();
	vi.unstubAllGlobals();
});

describe("a table where leaving loses the game", () => {
	it("says so, asks before navigating away, and stays if told to", () => {
		history.replaceState(null, "", "/room/ABCD");
		HTMLDialogElement.prototype.showModal ??= () => {};
		render(<LeaveGuard />);
		expect(screen.getByText("If you leave or reload this page, you lose the match.")).toBeTruthy();
		act(() => go("/account"));
		act(() => screen.getByText("Cancel").click());
		expect(screen.queryByText("Leave the match?")).toBeNull();
		act(() => go("/account"));
		expect(location.pathname).toBe("/room/ABCD");
		act(() => screen.getByText("Leave and lose").click());
		expect(location.pathname).toBe("/account");
	});

	it("makes the browser ask before a reload, as long as it is so", () => {
		const { unmount } = render(<LeaveGuard />);
		expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
		act(() => void unmount());
		expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
	});
});

describe("an address that works on this machine only", () => {
	it("comes with the option that changes this, unbroken", () => {
		vi.stubGlobal("location", { ...location, hostname: "localhost", origin: "http://localhost:8000" });
		render(<InviteCard room={room} />);
		const option = screen.getByText("--listen 0.0.0.0:8000");
		expect(option.className).toBe("unbroken");
		expect(option.parentElement?.textContent).toMatch(/with --listen 0\.0\.0\.0:8000 and open it/);
	});
});

describe("what a table is called", () => {
	beforeEach(() => {
		games.value = [{ ...toy, presets: { fast: { turn_ms: 5000 } } }];
	});

	it.each([
		["ranked", {}, "Ranked"],
		["custom", {}, "Standard"],
		["custom", toy.defaults, "Standard"],
		["custom", { ...toy.defaults, turn_ms: 5000 }, "Fast"],
		["custom", { turn_ms: 7000 }, "Custom"],
	])("%s, with %o: %s", (mode, config, name) => {
		expect(tableName({ game: "toy", mode, config })).toBe(name);
	});
});

describe("the verdict", () => {
	it.each([
		[[1, -1], 0, "You have won"],
		[[1, -1], 1, "You have lost"],
		[[1, -1], null, "Ada has won"],
		[[0, 0], 0, "A draw"],
		[[-1, -1], 1, "You have lost"],
		[[-1, -1], null, "Nobody has won"],
		[[2, 1, -3], 1, "You have won"],
		[[2, 1, -3], null, "Ada, Bo have won"],
		[[3, 0, -3], 1, "Ada has won"],
	])("of %j is for seat %j: %s", (scores, you, text) => {
		const snapshot = { ...new ModelTable().snapshot(), you, outcome: { scores, reason: "timeout", payout: [] } };
		render(<Result room={room} snapshot={{ ...snapshot, seats: SEATS } as never} isNews={false} />);
		expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(text);
	});

	it("says what each player got from the pot, if there was one", () => {
		const outcome = { scores: [1, -1], reason: "normal", payout: [4, 0] };
		render(
			<Result
				room={room}
				snapshot={{ ...new ModelTable().snapshot(), seats: SEATS, outcome } as never}
				isNews={false}
			/>,
		);
		expect(screen.getByText("From the pot").nextElementSibling?.textContent).toBe("Ada 4Bo 0");
	});
});

describe("the link to the replay", () => {
	const links = (more: Partial<RoomInfo>) => {
		shown(more);
		const found = screen.queryAllByRole("link", { name: "Watch the replay" }).map((each) => each.getAttribute("href"));
		cleanup();
		return found;
	};

	it("is offered as soon as the match is stored, and not before", () => {
		expect(links({ status: "playing" })).toEqual([]);
		expect(links({ status: "over" })).toEqual(["/match/G1/replay"]);
	});

	it("is offered between games of a series, but not before the match is stored", () => {
		expect(links({ status: "playing", series: series({ phase: "waiting" }) })).toEqual(["/match/G1/replay"]);
		expect(links({ status: "playing", series: series({ phase: "over", abandoned_by: "bo" }) })).toEqual([]);
	});

	it("is not offered for a closed table: nothing of it is stored", () => {
		const closed = { ...new ModelTable().snapshot(), closed: true, outcome: null };
		render(<Result room={{ ...room, status: "over", game_id: "G1" }} snapshot={closed as never} isNews={false} />);
		expect(screen.queryAllByText("Watch the replay")).toEqual([]);
	});
});

describe("who sits there", () => {
	const seated = (...bots: (string | null)[]) => {
		const seats = bots.map((bot, at) => ({ player_id: at, seat: `s${at}`, name: bot ? "" : "Ada", bot }));
		const snapshot = { ...new ModelTable().snapshot(), seats } as never;
		return bots.map((_, at) => seatName(snapshot, at));
	};

	it("bots of one kind, and only they, are numbered", () => {
		expect(seated(null, "random", "greedy", "random")).toEqual(["Ada", "Random 1", "Greedy", "Random 2"]);
		expect(seated("random", null)).toEqual(["Random", "Ada"]);
	});
});

describe("a seat's clock", () => {
	it.each([
		[75_000, ["1:15", "1:15"]],
		[24 * HOUR, []],
	])("of %i ms is shown as %j", (ms, texts) => {
		const timers = [{ name: "prep-1", seats: [0, 1], ms, paused: true }];
		const snapshot = { ...new ModelTable().snapshot(), seats: SEATS, timers, outcome: null };
		render(<Seats shown={{ snapshot, at: Date.now(), events: [], busy: false } as never} withTime />);
		expect(screen.queryAllByRole("timer").map((each) => each.textContent)).toEqual(
			texts.map((text) => `Time left: ${text} (paused)`),
		);
	});
});

describe("a clock shown by the board", () => {
	it("is not shown at the seats too", () => {
		const timers = [{ name: "turn-1", seats: [0], ms: 20_000, paused: false }];
		const snapshot = { ...new ModelTable().snapshot(), outcome: null, seats: SEATS, timers };
		const all = { snapshot, at: Date.now(), events: [], busy: false } as never;
		const { rerender } = render(<Seats shown={all} withTime />);
		expect(screen.queryAllByRole("timer")).not.toEqual([]);
		rerender(<Seats shown={all} withTime={false} />);
		expect(screen.queryAllByRole("timer")).toEqual([]);
	});
});

describe("a rematch", () => {
	it("can be requested when the room is over, and not before or later", () => {
		for (const status of ["open", "playing", "closed", "over"] as const) {
			shown({ status });
			expect(screen.queryAllByRole("button", { name: "Rematch" })).toHaveLength(status === "over" ? 1 : 0);
			cleanup();
		}
	});

	// **Feature: server-clock, Property 4: a rematch can be asked for until its time by the server's clock, not ours**
	it("can be requested until the server's deadline, by its clock", () => {
		const hours = fc.integer({ min: -10 * HOUR, max: 10 * HOUR });
		const lefts = fc.integer({ min: -60_000, max: 60_000 }).filter((each) => Math.abs(each) > SECOND);
		fc.assert(
			fc.property(hours, lefts, (ahead, left) => {
				serverClock.answered(Date.now() + ahead, Date.now());
				shown({ status: "over", series: series({ rematch_until: Date.now() + ahead + left }) });
				expect(screen.queryAllByRole("button", { name: /Rematch/ })).toHaveLength(left > 0 ? 1 : 0);
				cleanup();
			}),
			{ numRuns: 20 },
		);
	});
});

describe("the next game of a series", () => {
	it("is counted down by the server's clock", () => {
		serverClock.answered(Date.now() + 5 * HOUR, Date.now());
		shown({ status: "playing", series: series({ phase: "waiting", next_game_at: serverNow() + 10_000 }) });
		expect(screen.getByText("The next game begins in").textContent).toContain("0:10");
	});

	it("is polled for when it is late, until it comes", async () => {
		vi.useFakeTimers();
		const waiting = (): RoomInfo => ({
			...room,
			status: "playing",
			series: series({ phase: "waiting", next_game_at: at }),
		});
		const at = serverNow() + 10_000;
		let next: RoomInfo = waiting();
		const asked = serve({ "GET rooms/ABC123": () => next });
		await loadRoom("ABC123");
		const At = () => {
			useNextGame(roomNow.value ?? waiting());
			return null;
		};
		render(<At />);
		const gets = () => asked.filter((each) => each.what === "GET rooms/ABC123").length - 1;
		await vi.advanceTimersByTimeAsync(12_000);
		expect(gets()).toBe(0);
		await vi.advanceTimersByTimeAsync(2500);
		expect(gets()).toBe(1);
		await vi.advanceTimersByTimeAsync(5000);
		expect(gets()).toBe(2);
		next = { ...room, status: "playing", game_id: "G3", series: series({ phase: "playing" }) };
		await vi.advanceTimersByTimeAsync(5000);
		expect(roomNow.value?.game_id).toBe("G3");
		await vi.advanceTimersByTimeAsync(60_000);
		expect(gets()).toBe(3);
	});
});
