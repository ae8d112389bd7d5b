// What the generic board says, in Italian. Words only.

import type { Catalogue } from "../../words/languages.ts";

export const words: Catalogue = {
	"generic.before": "La partita non è cominciata",
	"generic.busy": "Invio …",
	"generic.yours": "Tocca a te: scegli un’azione.",
	"generic.yours.scene": "Tocca a te: tocca ciò che è illuminato.",
	"generic.wait": "Un attimo …",
	"generic.waiting": "Si aspetta {name}",
	"generic.over": "La partita è finita",
	"generic.picture": "Il tavolo di {game} in testo",
	"generic.actions": "Che cosa puoi fare",
	"generic.filter": "Filtra le azioni",
	"generic.shown": "{shown} di {all}",
	"generic.scene": "Il tavoliere",
	"generic.empty": "vuoto",
	"generic.last": "{name}, ultima mossa",
	"generic.hidden.card": "carta coperta",
	"generic.hidden.die": "dado nascosto",
	"generic.colour.white": "bianco",
	"generic.colour.black": "nero",
	"generic.colour.red": "rosso",
	"generic.colour.blue": "blu",
	"generic.colour.green": "verde",
	"generic.colour.yellow": "giallo",
	"generic.colour.orange": "arancione",
	"generic.colour.purple": "viola",
	"event.generic": "{what}.",
	"event.generic.seat": "{name}: {what}.",
};
