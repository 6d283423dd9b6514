// Writes NAME.br beside what is worth compressing. The quality is the first argument; 11 is the best.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const quality = Number(process.argv[2] ?? 11);
const root = new URL("../dist", import.meta.url).pathname;

function walk(dir) {
  for (const name of readdirSync(dir)) {
    const file = join(dir, name);
    if (statSync(file).isDirectory()) walk(file);
    else if (/\.(wasm|js|css|html|svg|txt|json)$/.test(name)) {
      const content = readFileSync(file);
      const small = brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      });
      if (small.length < content.length) writeFileSync(`${file}.br`, small);
    }
  }
}
walk(root);
