// The live socket: what changes in the house, as it changes. It says which room is looked at, and comes back when cut.
// It must not know: pages, what a message means.
import type { Messages } from "../web.ts";
import type { Browser, Line } from "./around.ts";
import { isFields } from "./heard.ts";
import { backoff } from "./pace.ts";

export type LiveMessage = Messages["Live"];

export interface Hearer {
	readonly heard: (message: LiveMessage) => void;
	/** The line is there again: what was said meanwhile must be asked for. */
	readonly opened: (isFirst: boolean) => void;
	readonly cut: () => void;
}

export class Live {
	private readonly url: string;
	private readonly browser: Browser;
	private readonly hearer: Hearer;
	private line: Line | null = null;
	private room: string | null = null;
	private isOpen = false;
	private isFirst = true;
	private tries = 0;
	private stopRetry = () => {};

	constructor(url: string, browser: Browser, hearer: Hearer) {
		this.url = url;
		this.browser = browser;
		this.hearer = hearer;
	}

	open(): void {
		if (this.line !== null) return;
		this.stopRetry();
		this.line = this.browser.connect(this.url, {
			opened: () => this.opened(),
			heard: (text) => this.heard(text),
			closed: () => this.cut(),
		});
	}

	/** Again, because who one is has changed. */
	reopen(): void {
		this.line?.close();
		this.line = null;
		this.isOpen = false;
		this.open();
	}

	watch(room: string | null): void {
		this.room = room;
		if (this.isOpen) this.sayWatch();
	}

	retryNow(): void {
		if (!this.isOpen) this.open();
	}

	private opened(): void {
		this.isOpen = true;
		this.tries = 0;
		if (this.room !== null) this.sayWatch();
		this.hearer.opened(this.isFirst);
		this.isFirst = false;
	}

	private sayWatch(): void {
		this.line?.send(JSON.stringify({ type: "watch", room: this.room }));
	}

	private heard(text: string): void {
		let tree: unknown;
		try {
			tree = JSON.parse(text);
		} catch {
			return;
		}
		if (isFields(tree) && typeof tree.type === "string") this.hearer.heard(tree as unknown as LiveMessage);
	}

	private cut(): void {
		this.line = null;
		this.isOpen = false;
		this.hearer.cut();
		this.stopRetry = this.browser.later(backoff(this.tries, this.browser.random), () => this.open());
		this.tries += 1;
	}
}
