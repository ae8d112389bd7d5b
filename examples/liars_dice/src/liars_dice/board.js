// Liar's dice in the browser: dice as pictures, the bid, and buttons for what is legal. Plain JavaScript, no build.
// It holds no rules: it draws the view, and of the legal actions it sends back the one that was chosen.

const PIPS = { 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268" }; // places in a square of three by three
const WORDS = ["", "one", "two", "three", "four", "five", "six"];

const STYLE = `
.ld { display: grid; gap: 1rem; justify-items: center; padding: 1rem; text-align: center; }
.ld h3, .ld p { margin: 0; }
.ld-dice { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; min-height: 3rem; }
.ld-die { width: 3rem; height: 3rem; border-radius: 0.6rem; background: var(--raised); box-shadow: var(--shadow); }
.ld-die circle { fill: var(--ink); }
.ld-hidden { background: var(--accent); }
.ld-faces { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; }
.ld-faces button { padding: 0.25rem; line-height: 0; }
.ld-faces button:disabled { opacity: 0.35; }
`;

/** A board as the page knows one: `show` is called with every new moment, `destroy` at the end. */
export function mount(element, context) {
	const sheet = new CSSStyleSheet(); // the page's rules allow no style element, but a sheet that a script has made
	sheet.replaceSync(STYLE);
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
	let count = 0;
	let now = null;
	const redraw = (focused) => {
		const hadFocus = element.contains(document.activeElement);
		element.replaceChildren(board(now, context, count, choose));
		if (hadFocus) element.querySelector(focused)?.focus(); // who plays by keys stays at the board
	};
	const choose = (wanted) => {
		count = wanted;
		redraw("select");
	};
	return {
		show(moment) {
			const counts = countsIn(moment);
			if (moment.events.length > 0 || !counts.includes(count)) count = counts[0] ?? 0; // a new question, a new answer
			now = moment;
			redraw("button:enabled, select");
			const told = moment.events.map((event) => lines(event, context)).filter((line) => line !== null);
			if (told.length > 0) context.announce(told.join(" "));
		},
		destroy() {
			document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
		},
	};
}

/** A line of the log for an event; null for what the table itself tells. */
export function lines({ type, payload }, { seatName }) {
	if (type === "dice.rolled") return `${seatName(payload.seat)} rolls.`;
	if (type === "bid.made") return `${seatName(payload.seat)} bids ${bidText(payload.bid)}.`;
	if (type === "game.end") return `${seatName(payload.winner)} wins.`;
	if (type !== "dice.shown") return null;
	const { doubter, matching, bid, loser } = payload;
	return `${seatName(doubter)} doubts. There are ${matching} for ${bidText(bid)}: ${seatName(loser)} loses a die.`;
}

function board(moment, context, count, choose) {
	const { view } = moment;
	if (view === null) return make("p", {}, "The game has not begun.");
	const others = [0, 1].filter((seat) => seat !== view.you);
	const hands = others.map((seat) => handOf(view, seat, context.seatName(seat)));
	if (view.hand !== null) hands.push(hand("Your dice", view.hand.map(die), `Your dice: ${view.hand.join(", ")}`));
	const parts = [...hands.slice(0, -1), said(view, context), hands.at(-1), ...controls(moment, context, count, choose)];
	return make("div", { class: "ld" }, ...parts);
}

function hand(title, dice, label = `${title}: ${dice.length} hidden dice`) {
	const row = make("div", { class: "ld-dice", role: "img", "aria-label": label }, ...dice);
	return make("section", {}, make("h3", {}, title), row);
}

/** Hidden, unless somebody looks back on a finished game with all cards open. */
function handOf(view, seat, name) {
	if (view.hands === null) return hand(name, hidden(view.left[seat]));
	return hand(name, view.hands[seat].map(die), `${name}: ${view.hands[seat].join(", ")}`);
}

/** What was bid, how the last round ended, or that all is over. */
function said(view, { seatName }) {
	const last = view.shown === null ? "" : lines({ type: "dice.shown", payload: view.shown }, { seatName });
	if (view.turn === null) return make("p", {}, `${last} The game is over.`);
	if (view.bid === null) return make("p", {}, `${last} ${seatName(view.turn)} opens the round.`);
	return make("p", {}, `${seatName(1 - view.turn)} has bid ${bidText(view.bid)}.`);
}

function controls({ legal, busy, view }, context, count, choose) {
	if (legal.length === 0) return [];
	const button = (action, disabled, ...content) => {
		const made = make("button", { type: "button" }, ...content);
		made.disabled = disabled || busy;
		made.addEventListener("click", () => context.send(action));
		return made;
	};
	const faces = [1, 2, 3, 4, 5, 6].map((face) => {
		const bid = legal.find((each) => each.type === "bid" && each.count === count && each.face === face);
		const made = button(bid, bid === undefined, die(face));
		made.setAttribute("aria-label", `Bid ${bidText({ count, face })}`);
		return made;
	});
	const doubt = legal.find((each) => each.type === "doubt");
	return [
		...(doubt === undefined ? [] : [button(doubt, false, `Doubt ${bidText(view.bid)}`)]),
		...(count === 0 ? [] : [chooser(countsIn({ legal }), count, choose), make("div", { class: "ld-faces" }, ...faces)]),
	];
}

function chooser(counts, count, choose) {
	const select = make("select", {}, ...counts.map((each) => make("option", {}, each)));
	select.value = count;
	select.addEventListener("change", () => choose(Number(select.value)));
	return make("label", {}, "How many dice, and of which face? ", select);
}

/** The numbers of dice that can be bid now. */
function countsIn({ legal }) {
	return [...new Set(legal.filter((each) => each.type === "bid").map((each) => each.count))];
}

function bidText({ count, face }) {
	return count === 1 ? `one ${WORDS[face]}` : `${count} ${WORDS[face]}${face === 6 ? "es" : "s"}`;
}

function hidden(count) {
	return Array.from({ length: count }, () => make("div", { class: "ld-die ld-hidden" }));
}

function die(face) {
	const pips = [...PIPS[face]].map((place) => [20 + 30 * (place % 3), 20 + 30 * Math.floor(place / 3)]);
	const circles = pips.map(([cx, cy]) => draw("circle", { cx, cy, r: 9 }));
	return draw("svg", { class: "ld-die", viewBox: "0 0 100 100", "aria-hidden": "true" }, ...circles);
}

function make(name, attributes, ...children) {
	return filled(document.createElement(name), attributes, children);
}

function draw(name, attributes, ...children) {
	return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(made, attributes, children) {
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...children);
	return made;
}
