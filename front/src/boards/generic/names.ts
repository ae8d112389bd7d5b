// What a screen reader calls the things of a scene. It must not know any game.

import type { Card, Die, Piece } from "../../wire.ts";
import type { BoardContext } from "../board.ts";
import type { Thing } from "./spots.ts";

type Say = BoardContext["say"];

/** The game's own label, else its place and what is there; and whether the game marks it. */
export function nameOf(thing: Thing, last: ReadonlySet<string>, say: Say): string {
	const name = thing.label || [placeOf(thing), contentOf(thing, say)].filter(Boolean).join(": ");
	return thing.id && last.has(thing.id) ? say("generic.last", { name }) : name;
}

/** The id of a card or die says nothing that its content does not. */
function placeOf(thing: Thing): string {
	return thing.type === "card" || thing.type === "die" ? "" : (thing.id ?? "");
}

function contentOf(thing: Thing, say: Say): string {
	switch (thing.type) {
		case "card":
			return cardName(thing, say);
		case "die":
			return dieName(thing, say);
		default:
			return thing.piece ? pieceName(thing.piece, say) : say("generic.empty");
	}
}

function cardName({ text = "", suit = "", face_down = false }: Card, say: Say): string {
	return face_down ? say("generic.hidden.card") : `${text} ${suit}`.trim() || say("generic.empty");
}

function dieName({ face }: Die, say: Say): string {
	return face == null ? say("generic.hidden.die") : String(face);
}

function pieceName({ label = "", text = "", colour = "" }: Piece, say: Say): string {
	return label || [colour === "" ? "" : say(`generic.colour.${colour}`), text].filter(Boolean).join(" ") || "●";
}
