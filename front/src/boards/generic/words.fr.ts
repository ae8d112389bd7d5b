// What the generic board says, in French. Words only.

import type { Catalogue } from "../../words/languages.ts";

export const words: Catalogue = {
	"generic.before": "La partie n’a pas commencé",
	"generic.busy": "Envoi …",
	"generic.yours": "À vous : choisissez une action.",
	"generic.wait": "Un instant …",
	"generic.waiting": "On attend {name}",
	"generic.over": "La partie est finie",
	"generic.picture": "La table de {game} en texte",
	"generic.actions": "Ce que vous pouvez faire",
	"generic.filter": "Filtrer les actions",
	"generic.shown": "{shown} sur {all}",
	"event.generic": "{what}.",
	"event.generic.seat": "{name} : {what}.",
};
