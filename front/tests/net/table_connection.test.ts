// A table connection: who the player is first, then the rest; and what happens when it is lost.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError, Unreachable } from "../../src/net/api.ts";
import { ServerClock } from "../../src/net/server_clock.ts";
import { TableConnection } from "../../src/net/table_connection.ts";
import type { Result } from "../../src/net/types.ts";
import type { Token } from "../../src/web.ts";
import { FakeBrowser, settled } from "./fake_browser.ts";
import { frame, GAME_ID, ModelTable } from "./table_model.ts";

const MINUTE = 60_000;

type Give = (count: number) => Partial<Token> | Error;

function at(
	browser: FakeBrowser,
	give: Give = () => ({}),
	retryDelay: (count: number) => Promise<void> | undefined = () => undefined,
) {
	let count = 0;
	const token = async (): Promise<Token> => {
		count += 1;
		await retryDelay(count);
		const given = give(count);
		if (given instanceof Error) throw given;
		const base = { game_id: GAME_ID, token: `t${count}`, ws_url: `/table/${GAME_ID}`, player_id: 0 };
		return { ...base, commitment: null, role: "player", expires_at: browser.now() + 10 * MINUTE, ...given };
	};
	const clock = new ServerClock(browser.now);
	const options = { gameId: GAME_ID, name: "Ada", clientSeed: "5eed", words: false, token, clock, changed: () => {} };
	const table = new TableConnection(options, browser);
	return { table, clock, asked: () => count };
}

async function connected(browser: FakeBrowser, table: TableConnection): Promise<void> {
	await table.open();
	browser.connection.listener.opened();
	await settled();
}

/** Time goes by at a table that answers. */
async function alive(browser: FakeBrowser, ms: number, ahead = 0): Promise<void> {
	const model = new ModelTable();
	for (let left = ms; left > 0; left -= 500) {
		await browser.pass(Math.min(500, left));
		for (const each of browser.connection.sent.splice(0).filter((each) => each.message_type !== "hello")) {
			for (const text of model.receive(JSON.stringify(each))) {
				browser.connection.listener.received(JSON.stringify({ ...JSON.parse(text), ts: browser.now() + ahead }));
			}
		}
	}
}

describe("a table connection", () => {
	it("says who it is, then joins", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser);
		await connected(browser, table);
		expect(browser.connection.url).toBe(`/table/${GAME_ID}`);
		expect(browser.connection.sent).toMatchObject([
			{ message_type: "hello", payload: { token: "t1" } },
			{ message_type: "join", payload: { name: "Ada", client_seed: "5eed", last_seq: 0 } },
		]);
		expect(table.status).toBe("connected");
	});

	it("only syncs, for a spectator", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser, () => ({ role: "observer", player_id: null }));
		await connected(browser, table);
		await browser.pass(100);
		expect(browser.connection.sent.map((each) => each.message_type)).toEqual(["hello", "sync"]);
	});

	it("reconnects, and joins again", async () => {
		const browser = new FakeBrowser();
		const { table, asked } = at(browser);
		await connected(browser, table);
		browser.connection.listener.closed(1006);
		expect(table.status).toBe("reconnecting");
		await browser.pass(1000);
		expect(browser.connections).toHaveLength(2);
		browser.connection.listener.opened();
		expect(browser.connection.sent.map((each) => each.message_type)).toEqual(["hello", "join"]);
		expect(asked()).toBe(1);
	});

	it("fetches a new token when the old one is not accepted", async () => {
		const browser = new FakeBrowser();
		const { table, asked } = at(browser);
		await connected(browser, table);
		browser.connection.listener.closed(4401);
		await browser.pass(1000);
		expect(asked()).toBe(2);
	});

	it("renews its token in time", async () => {
		const browser = new FakeBrowser();
		const { table, asked } = at(browser);
		await connected(browser, table);
		await alive(browser, 9 * MINUTE + 1000);
		expect(asked()).toBe(2);
		expect(browser.connections).toHaveLength(1);
	});

	// **Feature: browser-table, Property 1: whatever the visitor's clock says, a token is renewed in time, and seldom**
	it("renews it by the server's clock", async () => {
		const skews = fc.integer({ min: -15 * MINUTE, max: 1000 * MINUTE });
		await fc.assert(
			fc.asyncProperty(skews, async (ahead) => {
				const browser = new FakeBrowser();
				const { table, clock, asked } = at(browser, () => ({ expires_at: browser.now() + ahead + 10 * MINUTE }));
				clock.received(browser.now() + ahead);
				await connected(browser, table);
				await alive(browser, 9 * MINUTE - 1000, ahead);
				expect(asked()).toBe(1);
				await alive(browser, 2000, ahead);
				expect(asked()).toBe(2);
			}),
			{ numRuns: 20 },
		);
	});

	it("renews it every ten seconds at most, even if it seems to have expired", async () => {
		const browser = new FakeBrowser();
		const { table, asked } = at(browser, () => ({ expires_at: browser.now() - MINUTE }));
		await connected(browser, table);
		await alive(browser, MINUTE);
		expect(asked()).toBeLessThanOrEqual(7);
	});

	it("stops renewing it once closed", async () => {
		const browser = new FakeBrowser();
		let give: () => void = () => {};
		const slow = new Promise<void>((resolve) => {
			give = resolve;
		});
		const { table, asked } = at(
			browser,
			() => ({ expires_at: browser.now() + MINUTE }),
			(count) => (count > 1 ? slow : undefined),
		);
		await connected(browser, table);
		await alive(browser, MINUTE);
		expect(asked()).toBe(2);
		table.close();
		give();
		await settled();
		await browser.pass(10 * MINUTE);
		expect(asked()).toBe(2);
	});

	it("gives up a silent connection, and says so", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser);
		await connected(browser, table);
		await alive(browser, MINUTE);
		browser.connection.listener.received(frame("noted", {}));
		await browser.pass(14_000);
		expect(table.status).toBe("connected");
		await browser.pass(11_500);
		expect(table.status).toBe("reconnecting");
		expect(browser.connections[0]?.isClosed).toBe(true);
		await browser.pass(1000);
		expect(browser.connections).toHaveLength(2);
	});

	it("gives up a connection that does not open, and waits longer each time", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser);
		await connected(browser, table);
		await alive(browser, MINUTE);
		browser.connection.listener.closed(1006);
		await browser.pass(2 * MINUTE);
		expect(browser.connections.length).toBeGreaterThan(3);
		expect(browser.connections.length).toBeLessThan(9);
		expect(browser.connections.slice(0, -1).every((each) => each.isClosed)).toBe(true);
		table.close();
		expect(browser.connection.isClosed).toBe(true);
	});

	it("probes at once when the network or the user is back", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser);
		await connected(browser, table);
		await alive(browser, 1000);
		browser.connection.sent.splice(0);
		table.check();
		await browser.pass(100);
		expect(browser.connection.sent.map((each) => each.message_type)).toEqual(["sync"]);
		await browser.pass(10_000);
		expect(table.status).toBe("reconnecting");
		table.check();
		await settled();
		expect(browser.connections).toHaveLength(2);
	});

	it("stops when the table is opened elsewhere, until it is reclaimed", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser);
		await connected(browser, table);
		browser.connection.listener.received(frame("error", { code: "duplicate_connection_handled", reason: "" }));
		browser.connection.listener.closed(4409);
		expect(table.status).toBe("elsewhere");
		await browser.pass(10 * MINUTE);
		expect(browser.connections).toHaveLength(1);
		await table.reclaim();
		browser.connection.listener.opened();
		expect(browser.connections).toHaveLength(2);
		expect(table.status).toBe("connected");
		expect(browser.connection.sent.map((each) => each.message_type)).toEqual(["hello", "join"]);
	});

	it("gives up when refused, and tries again when unreachable", async () => {
		const browser = new FakeBrowser();
		const gone = at(browser, () => new ApiError(404, { code: "not_found" }));
		await gone.table.open();
		expect(gone.table.status).toBe("refused");
		const silent = at(browser, (count) => (count === 1 ? new Unreachable("x") : {}));
		await silent.table.open();
		expect(silent.table.status).toBe("reconnecting");
		await browser.pass(1000);
		expect(browser.connections).toHaveLength(1);
	});

	it("answers every action, if only with lost", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser);
		await connected(browser, table);
		const results: Result[] = [];
		void table.act({ type: "add" }).then((each) => results.push(each));
		table.close();
		void table.act({ type: "add" }).then((each) => results.push(each));
		await settled();
		expect(results).toMatchObject([{ status: "lost" }, { status: "lost" }]);
	});

	it("shows what the table says", async () => {
		const browser = new FakeBrowser();
		const model = new ModelTable();
		const { table } = at(browser);
		await connected(browser, table);
		const answer = () => {
			for (const each of browser.connection.sent.splice(0).filter((each) => each.message_type !== "hello")) {
				for (const text of model.receive(JSON.stringify(each))) browser.connection.listener.received(text);
			}
		};
		answer();
		await browser.pass(100);
		answer();
		const done = table.act({ type: "add" });
		expect(table.follower.isBusy).toBe(true);
		answer();
		await browser.pass(100);
		answer();
		expect((await done).status).toBe("ok");
		expect(table.follower.snapshot?.view).toEqual({ count: 1 });
		expect(table.follower.isBusy).toBe(false);
	});
});
