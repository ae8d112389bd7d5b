/** The board on the page. It holds no rules: it draws the view, and sends one of the actions that are legal. */

const SHEET = `
.my-game { display: grid; gap: 4px; max-width: min(24rem, 70vh); }
.my-game button { aspect-ratio: 1; font: inherit; font-size: 2rem; padding: 0; }
`;

export function mount(element, around) {
	const sheet = new CSSStyleSheet(); // the page allows no style element
	sheet.replaceSync(SHEET);
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
	const board = element.appendChild(document.createElement("div"));
	board.className = "my-game";

	function cell(moment, mark, x, y) {
		const action = moment.legal.find((each) => each.x === x && each.y === y);
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = mark === "." ? "" : mark;
		button.ariaLabel = `${"abcdefgh"[x]}${y + 1} ${mark === "." ? "empty" : mark}`;
		button.disabled = action === undefined || moment.busy;
		button.onclick = () => around.send(action);
		return button;
	}

	return {
		/** Called with every new moment of the game. */
		show(moment) {
			const { rows } = moment.view;
			board.style.gridTemplateColumns = `repeat(${rows.length}, 1fr)`;
			board.replaceChildren(...rows.flatMap((row, y) => [...row].map((mark, x) => cell(moment, mark, x, y))));
		},
		destroy() {
			document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
			board.remove();
		},
	};
}
