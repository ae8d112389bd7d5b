// After the build: writes a .gz beside every file worth one, so that the server need not compress on the fly.
// It must not know: what is in them.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";

const PAGE = join(import.meta.dirname, "../../src/ludoteca/web/page");
const WORTH = 1024;

function main(): void {
	for (const name of readdirSync(PAGE, { recursive: true, encoding: "utf8" })) {
		const path = join(PAGE, name);
		if (!statSync(path).isFile() || name.endsWith(".gz")) continue;
		const plain = readFileSync(path);
		if (plain.length < WORTH) continue;
		const packed = gzipSync(plain, { level: constants.Z_BEST_COMPRESSION });
		if (packed.length < plain.length) writeFileSync(`${path}.gz`, packed);
	}
}

main();
