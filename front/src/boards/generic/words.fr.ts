// What the generic board says, in French. Words only.

import type { Catalogue } from "../../words/languages.ts";

export const words: Catalogue = {
	"generic.before": "La partie n’a pas commencé",
	"generic.busy": "Envoi …",
	"generic.yours": "À vous : choisissez une action.",
	"generic.yours.scene": "À vous : touchez ce qui est éclairé.",
	"generic.wait": "Un instant …",
	"generic.waiting": "On attend {name}",
	"generic.over": "La partie est finie",
	"generic.picture": "La table de {game} en texte",
	"generic.actions": "Ce que vous pouvez faire",
	"generic.filter": "Filtrer les actions",
	"generic.shown": "{shown} sur {all}",
	"generic.scene": "Le plateau",
	"generic.empty": "vide",
	"generic.last": "{name}, dernier coup",
	"generic.hidden.card": "carte face cachée",
	"generic.hidden.die": "dé caché",
	"generic.colour.white": "blanc",
	"generic.colour.black": "noir",
	"generic.colour.red": "rouge",
	"generic.colour.blue": "bleu",
	"generic.colour.green": "vert",
	"generic.colour.yellow": "jaune",
	"generic.colour.orange": "orange",
	"generic.colour.purple": "violet",
	"event.generic": "{what}.",
	"event.generic.seat": "{name} : {what}.",
};
