// What the generic board says, in English. Words only.

import type { Catalogue } from "../../words/languages.ts";

export const words: Catalogue = {
	"generic.before": "The game has not begun",
	"generic.busy": "Sending …",
	"generic.yours": "Your turn: choose an action.",
	"generic.wait": "One moment …",
	"generic.waiting": "Waiting for {name}",
	"generic.over": "The game is over",
	"generic.picture": "The table of {game} as text",
	"generic.actions": "What you can do",
	"generic.filter": "Filter the actions",
	"generic.shown": "{shown} of {all}",
	"event.generic": "{what}.",
	"event.generic.seat": "{name}: {what}.",
};
