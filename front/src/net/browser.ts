// What the net layer needs of the browser: sockets, the clock, randomness. Tests supply their own. It must not know:
// what is sent over a socket.

export interface Connection {
	send(text: string): void;
	close(): void;
}

/** Callbacks of a connection. Nothing comes after `closed`. */
export interface ConnectionListener {
	opened(): void;
	received(text: string): void;
	closed(code: number): void;
}

export interface Browser {
	readonly now: () => number;
	readonly random: () => number;
	readonly newId: () => string;
	readonly isOnline: () => boolean;
	readonly connect: (url: string, listener: ConnectionListener) => Connection;
	/** Calls back after this many milliseconds; call the returned function to cancel. */
	readonly later: (ms: number, callback: () => void) => () => void;
}

export const browser: Browser = {
	now: () => Date.now(),
	random: () => Math.random(),
	newId: () => randomHex(16),
	isOnline: () => navigator.onLine !== false,
	connect,
	later: (ms, callback) => {
		const timer = setTimeout(callback, ms);
		return () => clearTimeout(timer);
	},
};

/** Cryptographically random bytes as hex. Unlike `randomUUID`, this works without HTTPS. */
export function randomHex(bytes: number): string {
	return [...crypto.getRandomValues(new Uint8Array(bytes))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

/** Calls back whenever a connection may have died unnoticed: the network is back, or the page is visible again. */
export function onWake(callback: () => void): () => void {
	const seen = () => document.visibilityState === "visible" && callback();
	addEventListener("online", callback);
	document.addEventListener("visibilitychange", seen);
	return () => {
		removeEventListener("online", callback);
		document.removeEventListener("visibilitychange", seen);
	};
}

/** A path on this server as a socket URL; a full URL stays as it is. */
export function socketUrl(path: string, page: { protocol: string; host: string } = location): string {
	if (/^wss?:/.test(path)) return path;
	return `${page.protocol === "https:" ? "wss:" : "ws:"}//${page.host}${path.startsWith("/") ? "" : "/"}${path}`;
}

function connect(url: string, listener: ConnectionListener): Connection {
	const socket = new WebSocket(socketUrl(url));
	let isClosed = false;
	const closed = (code: number) => {
		if (!isClosed) listener.closed(code);
		isClosed = true;
	};
	socket.onopen = () => listener.opened();
	socket.onmessage = (event) => {
		if (!isClosed && typeof event.data === "string") listener.received(event.data);
	};
	socket.onclose = (event) => closed(event.code);
	return {
		send: (text) => {
			if (socket.readyState === WebSocket.OPEN) socket.send(text);
		},
		close: () => {
			isClosed = true;
			socket.close();
		},
	};
}
