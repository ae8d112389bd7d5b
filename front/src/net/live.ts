// The live socket: what changes in the house, as it changes. It says which room is looked at, and comes back when cut.
// Laws kept here: after a long silence it says again what it looks at, which is always answered; a line that does not
// answer is closed, and opened again. It must not know: pages, what a message means.
import type { Messages } from "../web.ts";
import type { Browser, Line } from "./around.ts";
import { isFields } from "./heard.ts";
import { backoff, OPEN_WITHIN } from "./pace.ts";

export type LiveMessage = Messages["Live"];

export interface Hearer {
	readonly heard: (message: LiveMessage) => void;
	/** The line is there again: what was said meanwhile must be asked for. */
	readonly opened: (isFirst: boolean) => void;
}

const SILENCE = 45_000;
const ANSWER_WITHIN = 10_000;

export class Live {
	private readonly url: string;
	private readonly browser: Browser;
	private readonly hearer: Hearer;
	private line: Line | null = null;
	private room: string | null = null;
	private isOpen = false;
	private isFirst = true;
	private isAsked = false; // something was said that will be answered
	private tries = 0;
	private stopRetry = () => {};
	private stopWaiting = () => {};

	constructor(url: string, browser: Browser, hearer: Hearer) {
		this.url = url;
		this.browser = browser;
		this.hearer = hearer;
	}

	open(): void {
		if (this.line !== null) return;
		this.stopRetry();
		this.waitFor(OPEN_WITHIN, () => this.cut());
		this.line = this.browser.connect(this.url, {
			opened: () => this.opened(),
			heard: (text) => this.heard(text),
			closed: () => this.cut(),
		});
	}

	/** Again, because who one is has changed. */
	reopen(): void {
		this.hangUp();
		this.open();
	}

	watch(room: string | null): void {
		this.room = room;
		if (this.isOpen) this.ask();
	}

	/** The network is there again, or the reader: whether the line is must be found out now. */
	check(): void {
		if (this.isOpen) this.ask();
		else this.open();
	}

	private opened(): void {
		this.isOpen = true;
		this.isAsked = false;
		if (this.room !== null) this.ask();
		else this.listen();
		this.hearer.opened(this.isFirst);
		this.isFirst = false;
	}

	/** Say what is looked at: the answer shows it, and that the line carries. */
	private ask(): void {
		this.line?.send(JSON.stringify({ type: "watch", room: this.room }));
		if (this.isAsked) return; // the first question counts
		this.isAsked = true;
		this.waitFor(ANSWER_WITHIN, () => this.cut());
	}

	private listen(): void {
		this.isAsked = false;
		this.waitFor(SILENCE, () => this.ask());
	}

	private heard(text: string): void {
		this.tries = 0;
		this.listen();
		let tree: unknown;
		try {
			tree = JSON.parse(text);
		} catch {
			return;
		}
		if (isFields(tree) && typeof tree.type === "string") this.hearer.heard(tree as unknown as LiveMessage);
	}

	private cut(): void {
		this.hangUp();
		this.stopRetry = this.browser.later(backoff(this.tries, this.browser.random), () => this.open());
		this.tries += 1;
	}

	private hangUp(): void {
		this.line?.close();
		this.line = null;
		this.isOpen = false;
		this.stopWaiting();
	}

	private waitFor(ms: number, callback: () => void): void {
		this.stopWaiting();
		this.stopWaiting = this.browser.later(ms, callback);
	}
}
