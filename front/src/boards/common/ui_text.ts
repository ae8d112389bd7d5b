// A text as its key and params, before translation. It must not know any language.

export interface UiText {
	readonly key: string;
	readonly params: Record<string, string | number>;
}

/** Makes the texts of a game, whose keys begin with its name. */
export function uiTextsOf(game: string): (key: string, params?: UiText["params"]) => UiText {
	return (key, params = {}) => ({ key: `${game}.${key}`, params });
}
