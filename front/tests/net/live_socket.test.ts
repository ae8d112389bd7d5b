// The live socket: what it sends, and that it reconnects.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { socketUrl } from "../../src/net/browser.ts";
import { type LiveMessage, LiveSocket } from "../../src/net/live_socket.ts";
import { backoff } from "../../src/net/timing.ts";
import { FakeBrowser } from "./fake_browser.ts";

function started() {
	const browser = new FakeBrowser();
	const received: LiveMessage[] = [];
	const opened: boolean[] = [];
	const live = new LiveSocket("/live", browser, {
		received: (each) => received.push(each),
		opened: (isFirst) => opened.push(isFirst),
	});
	live.open();
	return { browser, live, received, opened };
}

describe("the live socket", () => {
	it("says which room it watches, again after every reconnect", async () => {
		const { browser, live, opened } = started();
		browser.connection.listener.opened();
		live.watch("ABC123");
		expect(browser.connection.sent).toEqual([{ type: "watch", room: "ABC123" }]);
		browser.connection.listener.closed(1006);
		await browser.pass(2000);
		browser.connection.listener.opened();
		expect(browser.connection.sent).toEqual([{ type: "watch", room: "ABC123" }]);
		expect(opened).toEqual([true, false]);
	});

	it("probes after a long silence, and reconnects if no answer comes", async () => {
		const { browser, live, opened } = started();
		browser.connection.listener.opened();
		live.watch("ABC123");
		browser.connection.listener.received('{"type":"room"}');
		await browser.pass(44_000);
		expect(browser.connection.sent).toHaveLength(1);
		await browser.pass(1000);
		expect(browser.connection.sent).toEqual(new Array(2).fill({ type: "watch", room: "ABC123" }));
		browser.connection.listener.received('{"type":"room"}');
		await browser.pass(54_000);
		expect(browser.connections).toHaveLength(1);
		await browser.pass(2000);
		expect(browser.connections).toHaveLength(2);
		expect(browser.connections[0]?.isClosed).toBe(true);
		browser.connection.listener.opened();
		expect(opened).toEqual([true, false]);
	});

	it("probes at once when the network or the user is back", async () => {
		const { browser, live } = started();
		browser.connection.listener.opened();
		browser.connection.listener.received('{"type":"lobby"}');
		live.check();
		expect(browser.connection.sent).toEqual([{ type: "watch", room: null }]);
		await browser.pass(5000);
		live.check();
		await browser.pass(4999);
		expect(browser.connections).toHaveLength(1);
		await browser.pass(1000);
		expect(browser.connections).toHaveLength(2);
	});

	it("gives up a connection that does not open", async () => {
		const { browser } = started();
		await browser.pass(16_000);
		expect(browser.connections).toHaveLength(2);
		expect(browser.connections[0]?.isClosed).toBe(true);
	});

	// **Feature: browser-live, Property 2: a line over which something comes at least every 45 s is kept**
	it("keeps a connection that receives messages", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 54_999 }), { maxLength: 50 }), async (pauses) => {
				const { browser } = started();
				browser.connection.listener.opened();
				for (const pause of pauses) {
					await browser.pass(pause);
					browser.connection.listener.received("{}");
				}
				expect(browser.connections).toHaveLength(1);
			}),
			{ numRuns: 50 },
		);
	});

	it("ignores unreadable messages", () => {
		const { browser, received } = started();
		browser.connection.listener.opened();
		for (const text of ["", "nonsense", "[]", '{"type":"go","room":"ABC123"}'])
			browser.connection.listener.received(text);
		expect(received).toEqual([{ type: "go", room: "ABC123" }]);
	});

	// **Feature: browser-live, Property 1: the wait before a new connection is bounded, and never nothing**
	it("backs off within bounds", () => {
		fc.assert(
			fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
				const retryDelay = backoff(tries, () => chance);
				expect(retryDelay).toBeGreaterThanOrEqual(250);
				expect(retryDelay).toBeLessThanOrEqual(15_000);
			}),
			{ numRuns: 200 },
		);
	});

	it("turns a path into a socket URL", () => {
		expect(socketUrl("/table/A", { protocol: "https:", host: "x.org" })).toBe("wss://x.org/table/A");
		expect(socketUrl("table/A", { protocol: "http:", host: "x:8000" })).toBe("ws://x:8000/table/A");
		expect(socketUrl("ws://y/table/A", { protocol: "https:", host: "x.org" })).toBe("ws://y/table/A");
	});
});
