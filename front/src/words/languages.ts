// The languages there are, and what words in them are: pages, boards and clubs speak them alike.
// It must not know: what is said, and where.

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

/** The one that was kept here before, or else the browser's. */
export function languageFor(kept: string | null): Language {
	const wanted = [kept, ...navigator.languages.map((each) => each.slice(0, 2))];
	return wanted.find(isLanguage) ?? "en";
}

/** The text, with each `{name}` filled in that there is something for. */
export function fill(text: string, params: Params): string {
	return text.replace(/\{(\w+)\}/g, (hole, name: string) =>
		Object.hasOwn(params, name) ? String(params[name]) : hole,
	);
}
