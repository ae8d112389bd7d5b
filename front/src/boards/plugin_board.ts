// A board from a game's package: a plain JavaScript module on our own address, which exports `mount` like every board.
// The generic board supplies the texts and log lines it lacks, and replaces it if loading, mounting or showing fails.
// It must not know any game.

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
		words: true, // the generic board may take over at any time
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

/** The package's board, until it fails. */
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

	/** Whichever board is mounted: nobody else would stop what it started. */
	destroy(): void {
		try {
			this.board?.destroy();
		} catch (error) {
			warn(error);
		}
		this.board = null;
	}

	/** After one failure the package's board is not tried again. */
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
