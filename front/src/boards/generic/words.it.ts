// What the generic board says, in Italian. Words only.

import type { Catalogue } from "../../words/languages.ts";

export const words: Catalogue = {
	"generic.before": "La partita non è cominciata",
	"generic.busy": "Invio …",
	"generic.yours": "Tocca a te: scegli un’azione.",
	"generic.wait": "Un attimo …",
	"generic.waiting": "Si aspetta {name}",
	"generic.over": "La partita è finita",
	"generic.picture": "Il tavolo di {game} in testo",
	"generic.actions": "Che cosa puoi fare",
	"generic.filter": "Filtra le azioni",
	"generic.shown": "{shown} di {all}",
	"event.generic": "{what}.",
	"event.generic.seat": "{name}: {what}.",
};
