// The playback of a finished match: its steps as they load, the position, the reader whose view is shown, and whether
// it plays.
// Laws kept here: what is shown belongs to one reader, even while another's steps load; the position is always inside
// the match. It must not know: any game, the document.
import { computed, signal } from "@preact/signals";
import { get } from "../net/api.ts";
import type { ReplayPage, ReplayPageStep } from "../web.ts";

/** Whose view of the match: everything, a spectator's, or a seat's. */
export type Reader = "all" | "spectator" | number;

export interface ReplayData {
	readonly reader: Reader;
	/** What all steps share. */
	readonly about: Omit<ReplayPage, "steps">;
	readonly steps: ReadonlyMap<number, ReplayPageStep>;
}

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PAGE = 100;
const STEP_MS = 1400;

export class Playback {
	readonly data = signal<ReplayData | null>(null);
	readonly error = signal<unknown>(null);
	readonly at = signal(0);
	readonly reader = signal<Reader>("all");
	readonly isPlaying = signal(false);
	readonly speed = signal<number>(1);
	readonly last = computed(() => Math.max(0, (this.data.value?.about.total ?? 1) - 1));
	readonly step = computed(() => this.data.value?.steps.get(this.at.value) ?? null);
	readonly isWhole = computed(() => this.data.value?.steps.size === this.data.value?.about.total);
	private readonly path: string;
	private loading = 0;
	private timer: ReturnType<typeof setTimeout> | undefined;

	/** `words`: fetch each view as text too. */
	constructor(gameId: string, words: boolean, from: { readonly step: number; readonly reader: Reader }) {
		this.path = `matches/${encodeURIComponent(gameId)}/replay?words=${words}&count=${PAGE}`;
		this.at.value = from.step;
		this.reader.value = from.reader;
		void this.load();
	}

	close(): void {
		this.loading += 1;
		this.pause();
	}

	go(to: number): void {
		this.at.value = Math.min(Math.max(to, 0), this.last.value);
	}

	/** By hand, so playing stops. */
	jump(to: number): void {
		this.pause();
		this.go(to);
	}

	lookAs(reader: Reader): void {
		if (reader === this.reader.value) return;
		this.reader.value = reader;
		void this.load();
	}

	toggle(): void {
		if (this.isPlaying.value) {
			this.pause();
			return;
		}
		if (this.at.value === this.last.value) this.go(0);
		this.isPlaying.value = true;
		this.wait();
	}

	pause(): void {
		clearTimeout(this.timer);
		this.isPlaying.value = false;
	}

	again(): void {
		this.error.value = null;
		void this.load();
	}

	private wait(): void {
		this.timer = setTimeout(() => this.turn(), STEP_MS / this.speed.value);
	}

	/** Waits for steps that are not loaded yet. */
	private turn(): void {
		if (this.data.value?.steps.has(this.at.value + 1)) this.go(this.at.value + 1);
		if (this.at.value === this.last.value) this.pause();
		else this.wait();
	}

	/** First the page that is shown, then the rest. */
	private async load(): Promise<void> {
		this.loading += 1;
		const loading = this.loading;
		const reader = this.reader.value;
		const steps = new Map<number, ReplayPageStep>();
		try {
			let first: number | null = pageOf(this.at.value);
			while (first !== null) {
				const { steps: more, ...about } = await get<ReplayPage>(`${this.path}&as=${reader}&from=${first}`);
				if (loading !== this.loading) return;
				for (const step of more) steps.set(step.n, step);
				this.at.value = Math.min(this.at.value, about.total - 1);
				if (more.length > 0) this.data.value = { reader, about, steps: new Map(steps) };
				first = missing(steps, about.total, this.at.value);
			}
		} catch (error) {
			if (loading === this.loading) this.error.value = error;
		}
	}
}

/** The first step to load next, around the one shown before others; null if none is missing. A page may end early. */
function missing(steps: ReadonlyMap<number, ReplayPageStep>, total: number, at: number): number | null {
	for (let n = steps.has(at) ? 0 : pageOf(at); n < total; n += 1) {
		if (!steps.has(n)) return n;
	}
	return null;
}

function pageOf(step: number): number {
	return Math.floor(step / PAGE) * PAGE;
}
