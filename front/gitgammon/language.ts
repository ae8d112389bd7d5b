// The language of the page: the one chosen here before, or else the browser's. All words are in the page, which is one
// file.

import { signal } from "@preact/signals";
import { words as boardEn } from "../src/boards/backgammon/words.en.ts";
import { words as boardFr } from "../src/boards/backgammon/words.fr.ts";
import { words as boardIt } from "../src/boards/backgammon/words.it.ts";
import { words as boardVi } from "../src/boards/backgammon/words.vi.ts";
import { type Catalogue, fill, type Language, languageFor, type Params } from "../src/words/languages.ts";
import { words as en } from "./words/en.ts";
import { words as fr } from "./words/fr.ts";
import { words as it } from "./words/it.ts";
import { words as vi } from "./words/vi.ts";

export const WORDS: Readonly<Record<Language, Catalogue>> = {
	en: { ...boardEn, ...en },
	fr: { ...boardFr, ...fr },
	it: { ...boardIt, ...it },
	vi: { ...boardVi, ...vi },
};
const KEPT = "gitgammon.language";

export const language = signal<Language>("en");
export const heard = signal("");

export function speak(wanted: Language): void {
	language.value = wanted;
	document.documentElement.lang = wanted;
	localStorage.setItem(KEPT, wanted);
}

export function preferred(): Language {
	return languageFor(localStorage.getItem(KEPT));
}

export function say(key: string, params: Params = {}): string {
	return fill(WORDS[language.value][key] ?? key, params);
}

/** For screen readers. */
export function announce(text: string): void {
	heard.value = text;
}
