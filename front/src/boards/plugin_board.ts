// A board that a game's package brings along: a module of plain JavaScript, from our own address, with a `mount` as every
// board has it. What it does not bring, words and lines for the log, it has from the generic board; and where it fails, to
// load, to mount or to show, the generic board takes its place. It must not know any game.

import type { Language } from "../words/languages.ts";
import type { Board, BoardContext, BoardModule, Moment, Mount } from "./board.ts";

type PluginModule = Partial<BoardModule>;

export async function loadPluginBoard(address: string, generic: BoardModule): Promise<BoardModule> {
	try {
		const module: PluginModule = await import(/* @vite-ignore */ address);
		if (typeof module.mount !== "function") throw new TypeError(`${address} exports no function mount`);
		return withFallback(module, module.mount, generic);
	} catch (error) {
		warn(error);
		return generic;
	}
}

export function withFallback(module: PluginModule, mount: Mount, generic: BoardModule): BoardModule {
	return {
		...module,
		words: true, // the generic board may have to take over at any time
		mount: (element, context) => new FallbackBoard(element, context, mount, generic.mount),
		catalogue: async (language) => ({
			...(await generic.catalogue(language)),
			...(await catalogueOf(module, language)),
		}),
		lines: (...asked) => module.lines?.(...asked) ?? generic.lines?.(...asked) ?? null,
	};
}

async function catalogueOf(module: PluginModule, language: Language) {
	try {
		return await module.catalogue?.(language);
	} catch (error) {
		warn(error);
		return {};
	}
}

/** The board as it was brought, as long as it works. */
class FallbackBoard implements Board {
	private board: Board | null = null;
	private readonly element: HTMLElement;
	private readonly context: BoardContext;
	private readonly generic: Mount;
	private isOwn = true;

	constructor(element: HTMLElement, context: BoardContext, own: Mount, generic: Mount) {
		this.element = element;
		this.context = context;
		this.generic = generic;
		this.attempt(() => {
			this.board = own(element, context);
		});
	}

	show(moment: Moment): void {
		this.attempt(() => this.board?.show(moment));
		if (!this.isOwn) this.board?.show(moment);
	}

	/** Whichever board is there: what it leaves running nobody else would stop. */
	destroy(): void {
		try {
			this.board?.destroy();
		} catch (error) {
			warn(error);
		}
		this.board = null;
	}

	/** What fails once is not tried again. */
	private attempt(step: () => void): void {
		if (!this.isOwn) return;
		try {
			step();
		} catch (error) {
			warn(error);
			this.isOwn = false;
			this.destroy();
			this.element.replaceChildren();
			this.board = this.generic(this.element, this.context);
		}
	}
}

function warn(error: unknown): void {
	console.warn("The game's own board has failed; where one is needed the generic one takes its place.", error);
}
