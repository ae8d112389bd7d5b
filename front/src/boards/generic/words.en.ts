// What the generic board says, in English. Words only.

import type { Catalogue } from "../../words/languages.ts";

export const words: Catalogue = {
	"generic.before": "The game has not begun",
	"generic.busy": "Sending …",
	"generic.yours": "Your turn: choose an action.",
	"generic.yours.scene": "Your turn: tap what is highlighted.",
	"generic.wait": "One moment …",
	"generic.waiting": "Waiting for {name}",
	"generic.over": "The game is over",
	"generic.picture": "The table of {game} as text",
	"generic.actions": "What you can do",
	"generic.filter": "Filter the actions",
	"generic.shown": "{shown} of {all}",
	"generic.scene": "The board",
	"generic.empty": "empty",
	"generic.last": "{name}, last move",
	"generic.hidden.card": "card face down",
	"generic.hidden.die": "hidden die",
	"generic.colour.white": "white",
	"generic.colour.black": "black",
	"generic.colour.red": "red",
	"generic.colour.blue": "blue",
	"generic.colour.green": "green",
	"generic.colour.yellow": "yellow",
	"generic.colour.orange": "orange",
	"generic.colour.purple": "purple",
	"event.generic": "{what}.",
	"event.generic.seat": "{name}: {what}.",
};
