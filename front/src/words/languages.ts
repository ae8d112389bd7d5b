// The languages, and what a catalogue of texts is: the same for pages, boards and GitGammon's page. It must not know:
// what the texts say, or where.

export type Language = "en" | "fr" | "it" | "vi";
export type Catalogue = Readonly<Record<string, string>>;
export type Params = Readonly<Record<string, string | number>>;

export const LANGUAGES: Readonly<Record<Language, string>> = {
	en: "English",
	fr: "Français",
	it: "Italiano",
	vi: "Tiếng Việt",
};

export function isLanguage(word: unknown): word is Language {
	return typeof word === "string" && Object.hasOwn(LANGUAGES, word);
}

/** The one that was stored before, or else the browser's. */
export function languageFor(kept: string | null): Language {
	const wanted = [kept, ...navigator.languages.map((each) => each.slice(0, 2))];
	return wanted.find(isLanguage) ?? "en";
}

/** The text, with each `{name}` replaced that has a parameter. */
export function fill(text: string, params: Params): string {
	return text.replace(/\{(\w+)\}/g, (hole, name: string) =>
		Object.hasOwn(params, name) ? String(params[name]) : hole,
	);
}
