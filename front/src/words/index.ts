// The shell's texts in the user's language. English is always loaded, the others on demand, like the texts of each
// game, which are beside its board. It must not know: pages, any game.
import { computed, signal } from "@preact/signals";
import en, { type Key } from "./en.ts";
import { type Catalogue, fill, isLanguage, type Language, languageFor, type Params } from "./languages.ts";

export type { Key };

const SHELL: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
	en: async () => ({ default: en }),
	fr: () => import("./fr.ts"),
	it: () => import("./it.ts"),
	vi: () => import("./vi.ts"),
};
/** The names of a game, its settings and presets, which are needed before its board. */
const SETUPS = import.meta.glob<{ words: Catalogue }>("../boards/*/setup.*.ts");
const KEPT = "ludoteca.language";
const UNCONFIRMED = "ludoteca.language.unconfirmed";

export const language = signal<Language>("en");
const shell = signal<Catalogue>(en);
const boards = signal<Catalogue>({});
const sources = new Map<string, (wanted: Language) => Promise<Catalogue>>();
const numbers = computed(() => new Intl.NumberFormat(language.value));
const all = computed<Catalogue>(() => ({ ...en, ...boards.value, ...shell.value }));

/** In the user's language, with `{name}` filled in. */
export function say(key: Key, params?: Params): string {
	return sayKey(key, params);
}

/** As `say`, for keys built at run time; an unknown key is shown as it is. */
export function sayKey(key: string, params: Params = {}): string {
	const texts = Object.entries(params).map(([name, value]) => [
		name,
		typeof value === "number" ? numberText(value) : value,
	]);
	return fill(all.value[key] ?? key, Object.fromEntries(texts));
}

/** With the language's separators: `1,000`, and in French `1 000`. */
export function numberText(value: number): string {
	return numbers.value.format(value);
}

/** The first of these keys that has a text. */
export function firstKnown(...keys: string[]): string | undefined {
	return keys.find((key) => Object.hasOwn(all.value, key));
}

/** In the order of their texts in the catalogue, which is chosen for reading; unknown ones come last. */
export function inCatalogueOrder<T>(things: readonly T[], keyOf: (thing: T) => string): T[] {
	const places = new Map(Object.keys(all.value).map((key, index) => [key, index]));
	const place = (thing: T) => places.get(keyOf(thing)) ?? Number.MAX_SAFE_INTEGER;
	return [...things].sort((one, other) => place(one) - place(other));
}

/** The language chosen here before, or else the browser's. */
export function preferredLanguage(): Language {
	return languageFor(localStorage.getItem(KEPT));
}

export async function setLanguage(wanted: Language): Promise<void> {
	localStorage.setItem(KEPT, wanted);
	const [words, others] = await Promise.all([SHELL[wanted](), load([...sources.keys()], wanted)]);
	shell.value = words.default;
	boards.value = others;
	language.value = wanted;
	document.documentElement.lang = wanted;
}

/** The user's choice, kept until the server has it too. */
export function chooseLanguage(wanted: Language): Promise<void> {
	localStorage.setItem(UNCONFIRMED, wanted);
	return setLanguage(wanted);
}

/** The user's choice, as long as the server does not have it. */
export function unconfirmedLanguage(): Language | null {
	const wanted = localStorage.getItem(UNCONFIRMED);
	return isLanguage(wanted) ? wanted : null;
}

export function confirmLanguage(): void {
	localStorage.removeItem(UNCONFIRMED);
}

/** The names of these games and their settings, or else their titles from the rule books. */
export function addGameNames(games: readonly { readonly name: string; readonly title: string }[]): Promise<void> {
	return addCatalogues(games.map((game) => [game.name, (wanted) => setup(game, wanted)]));
}

/** Texts to load in the current language, and in any later one. */
export async function addCatalogues(
	more: readonly [string, (wanted: Language) => Promise<Catalogue>][],
): Promise<void> {
	const fresh = more.filter(([name]) => !sources.has(name));
	for (const [name, source] of fresh) sources.set(name, source);
	const names = fresh.map(([name]) => name);
	if (names.length > 0) boards.value = { ...boards.value, ...(await load(names, language.value)) };
}

async function load(names: readonly string[], wanted: Language): Promise<Catalogue> {
	const found = await Promise.all(
		names.map((each) =>
			sources
				.get(each)?.(wanted)
				.catch(() => ({})),
		),
	);
	return Object.assign({}, ...found);
}

async function setup({ name, title }: { name: string; title: string }, wanted: Language): Promise<Catalogue> {
	const module = await SETUPS[`../boards/${name}/setup.${wanted}.ts`]?.();
	return module?.words ?? (title === "" ? {} : { [`title.${name}`]: title });
}
