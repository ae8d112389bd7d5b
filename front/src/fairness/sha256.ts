// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) over bytes. Browsers offer their own only on HTTPS pages; a server at home
// has no certificate, and GitGammon's page may be hosted anywhere. It must not know what is hashed.

const PRIMES = firstPrimes(64);
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const BLOCK = 64;

export function sha256(bytes: Uint8Array): Uint8Array {
	const words = padded(bytes);
	const hash = [...START];
	for (let block = 0; block < words.length; block += 16) compress(hash, words.slice(block, block + 16));
	const digest = new DataView(new ArrayBuffer(32));
	for (const [at, each] of hash.entries()) digest.setInt32(at * 4, each);
	return new Uint8Array(digest.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
	const short = key.length > BLOCK ? sha256(key) : key;
	const mixed = (by: number) => Uint8Array.from({ length: BLOCK }, (_, at) => (short[at] ?? 0) ^ by);
	return sha256(concat(mixed(0x5c), sha256(concat(mixed(0x36), message))));
}

export function utf8(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
	return Uint8Array.from(parts.flatMap((part) => [...part]));
}

export function hex(bytes: Uint8Array): string {
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of a hex string; null if it is not one. */
export function fromHex(text: string): Uint8Array | null {
	if (!/^([0-9a-f]{2})*$/.test(text)) return null;
	return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function compress(hash: number[], words: number[]): void {
	for (let at = 16; at < 64; at += 1) {
		const [early, late] = [word(words, at - 15), word(words, at - 2)];
		const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
		const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
		words[at] = (word(words, at - 16) + s0 + word(words, at - 7) + s1) | 0;
	}
	let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
	for (let at = 0; at < 64; at += 1) {
		const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
		const one = (h + s1 + ((e & f) ^ (~e & g)) + word(K, at) + word(words, at)) | 0;
		const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
		const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
	}
	for (const [at, each] of [a, b, c, d, e, f, g, h].entries()) hash[at] = (word(hash, at) + each) | 0;
}

/** The bytes, a one, zeros, and how many bits they were: whole blocks of sixteen words. */
function padded(bytes: Uint8Array): number[] {
	const length = (((bytes.length + 8) >> 6) + 1) * 16;
	const words: number[] = Array(length).fill(0);
	for (const [at, byte] of [...bytes, 0x80].entries())
		words[at >> 2] = word(words, at >> 2) | (byte << (24 - (at % 4) * 8));
	words[length - 1] = bytes.length * 8;
	return words;
}

function turn(value: number, by: number): number {
	return (value >>> by) | (value << (32 - by));
}

function word(words: readonly number[], at: number): number {
	return words[at] ?? 0;
}

/** The first 32 fractional bits. */
function fraction(value: number): number {
	return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
	const primes: number[] = [];
	for (let next = 2; primes.length < count; next += 1)
		if (primes.every((prime) => next % prime !== 0)) primes.push(next);
	return primes;
}
