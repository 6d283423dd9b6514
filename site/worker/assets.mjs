// Writes generated/assets.json: those files of the built page that the Worker asks for, by what
// they are, as their names hold a hash.
import { readFileSync, writeFileSync } from "node:fs";

const built = JSON.parse(readFileSync(new URL("../dist/manifest.json", import.meta.url), "utf8"));
const docs = built["../core/api/fielddoc/zz_fields.txt"].file;
writeFileSync(new URL("../generated/assets.json", import.meta.url), `${JSON.stringify({ docs })}\n`);
