// Writes NAME.br beside what is worth compressing in a folder, which is the first argument: dist
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const quality = 11; // the best
const root = process.argv[2] ?? new URL("../dist", import.meta.url).pathname;

function walk(dir) {
  for (const name of readdirSync(dir)) {
    const file = join(dir, name);
    if (statSync(file).isDirectory()) walk(file);
    else if (/\.(wasm|js|css|html|svg|txt|json)$/.test(name) && !existsSync(`${file}.br`)) {
      const content = readFileSync(file);
      const small = brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      });
      if (small.length < content.length) writeFileSync(`${file}.br`, small);
    }
  }
}
walk(root);
