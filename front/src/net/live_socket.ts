// The live socket: pushes changes of rooms, lobby and account. The page tells it which room it shows; it reconnects by
// itself.
// Laws kept here: after a long silence it repeats which room it watches, which the server always answers; a connection
// that does not answer is closed and opened again. It must not know: pages, what a message means.
import type { Messages } from "../web.ts";
import type { Browser, Connection } from "./browser.ts";
import { isFields } from "./messages.ts";
import { backoff, OPEN_TIMEOUT_MS } from "./timing.ts";

export type LiveMessage = Messages["Live"];

export interface LiveListener {
	readonly received: (message: LiveMessage) => void;
	/** The connection is back: fetch what may have changed meanwhile. */
	readonly opened: (isFirst: boolean) => void;
}

const SILENCE = 45_000;
const ANSWER_WITHIN = 10_000;

export class LiveSocket {
	private readonly url: string;
	private readonly browser: Browser;
	private readonly listener: LiveListener;
	private connection: Connection | null = null;
	private room: string | null = null;
	private isOpen = false;
	private isFirst = true;
	private isAsked = false; // something was sent that will be answered
	private tries = 0;
	private stopRetry = () => {};
	private stopWaiting = () => {};

	constructor(url: string, browser: Browser, listener: LiveListener) {
		this.url = url;
		this.browser = browser;
		this.listener = listener;
	}

	open(): void {
		if (this.connection !== null) return;
		this.stopRetry();
		this.waitFor(OPEN_TIMEOUT_MS, () => this.disconnect());
		this.connection = this.browser.connect(this.url, {
			opened: () => this.opened(),
			received: (text) => this.received(text),
			closed: () => this.disconnect(),
		});
	}

	/** Reconnect, because the user has changed. */
	reopen(): void {
		this.closeConnection();
		this.open();
	}

	watch(room: string | null): void {
		this.room = room;
		if (this.isOpen) this.ask();
	}

	/** The network is back, or the page is visible again: find out now whether the connection works. */
	check(): void {
		if (this.isOpen) this.ask();
		else this.open();
	}

	private opened(): void {
		this.isOpen = true;
		this.isAsked = false;
		if (this.room !== null) this.ask();
		else this.listen();
		this.listener.opened(this.isFirst);
		this.isFirst = false;
	}

	/** Say which room is shown: the answer brings it, and proves that the connection works. */
	private ask(): void {
		this.connection?.send(JSON.stringify({ type: "watch", room: this.room }));
		if (this.isAsked) return; // the timeout runs from the first question
		this.isAsked = true;
		this.waitFor(ANSWER_WITHIN, () => this.disconnect());
	}

	private listen(): void {
		this.isAsked = false;
		this.waitFor(SILENCE, () => this.ask());
	}

	private received(text: string): void {
		this.tries = 0;
		this.listen();
		let tree: unknown;
		try {
			tree = JSON.parse(text);
		} catch {
			return;
		}
		if (isFields(tree) && typeof tree.type === "string") this.listener.received(tree as unknown as LiveMessage);
	}

	private disconnect(): void {
		this.closeConnection();
		this.stopRetry = this.browser.later(backoff(this.tries, this.browser.random), () => this.open());
		this.tries += 1;
	}

	private closeConnection(): void {
		this.connection?.close();
		this.connection = null;
		this.isOpen = false;
		this.stopWaiting();
	}

	private waitFor(ms: number, callback: () => void): void {
		this.stopWaiting();
		this.stopWaiting = this.browser.later(ms, callback);
	}
}
