// Where a place in a manifest is: the kind it belongs to and the fields that lead there. Read from
// the lines themselves, as the text is often not YAML while somebody writes it.

export interface Place {
  /** The kind of the object; "" while none is written. */
  kind: string;
  /** Names of fields and keys of maps; places in lists are left out. */
  path: string[];
  /** A key is written here, or the value of the last of path. */
  what: "key" | "value";
  /** What stands before the cursor of the word that is being written, and where it begins. */
  word: string;
  from: number;
  /** How far keys stand in at this place. */
  indent: number;
}

const keyed = /^(\s*(?:- +)*)("[^"]*"|'[^']*'|[^\s#:'"{[][^#:{[]*?)\s*:(?:\s+(.*)|)$/;

/** Where a position is. line(n) is the text of line n from 1; at is the place in line number. */
export function placeAt(line: (n: number) => string, lines: number, number: number, at: number, offset: number): Place {
  const text = line(number).slice(0, at);
  const object = objectAround(line, lines, number);
  const flow = inFlow(text);
  const lead = /^(\s*(?:- +)*)/.exec(text)![1]!;
  let path: string[] = [];
  let what: Place["what"] = "key";
  let word = "";
  const written = keyed.exec(text);
  if (flow) {
    path = [...above(line, object.first, number, flow.indent, flow.own), ...flow.path];
    what = flow.what;
    word = flow.word;
  } else if (written) {
    path = [...above(line, object.first, number, lead.length), unquoted(written[2]!)];
    what = "value";
    word = written[3] ?? "";
  } else {
    path = above(line, object.first, number, lead.length);
    word = text.slice(lead.length);
  }
  if (object.item) path = path.slice(1);
  return { kind: object.kind, path, what, word, from: offset - word.length, indent: lead.length };
}

function unquoted(key: string): string {
  return /^(["']).*\1$/.test(key) ? key.slice(1, -1) : key.trim();
}

/** The keys above a line that stand further out than its keys do. */
function above(line: (n: number) => string, first: number, number: number, indent: number, own?: string): string[] {
  const path: string[] = own === undefined ? [] : [own];
  let within = indent;
  for (let n = number - 1; n >= first && within > 0; n--) {
    const found = keyed.exec(line(n));
    if (!found) continue;
    const lead = found[1]!;
    // "- name: x" begins an item whose keys stand where name does; the dash belongs to the key above.
    const dash = lead.indexOf("-");
    if (lead.length < within && (found[3] ?? "").trim() === "") {
      path.unshift(unquoted(found[2]!));
      within = dash >= 0 ? dash + 1 : lead.length;
    } else if (dash >= 0 && dash < within && lead.length >= within) {
      within = Math.min(within, dash + 1);
    } else if (dash >= 0 && lead.length === within) {
      within = dash + 1;
    }
  }
  return path;
}

interface Flow {
  path: string[];
  what: Place["what"];
  word: string;
  indent: number;
  own: string | undefined;
}

/** The place within {…} or […] that is open at the end of a line. */
function inFlow(text: string): Flow | undefined {
  const lead = /^(\s*(?:- +)*)(?:([^\s{[][^{[]*?)\s*:\s+)?/.exec(text)!;
  const stack: { bracket: string; key: string }[] = [];
  let quote = "";
  let token = "";
  let key = "";
  for (const c of text.slice(lead[0].length)) {
    if (quote) {
      if (c === quote) quote = "";
      token += c;
    } else if (c === '"' || c === "'") {
      quote = c;
      token += c;
    } else if (c === "{" || c === "[") {
      stack.push({ bracket: c, key });
      key = "";
      token = "";
    } else if (c === "}" || c === "]") {
      stack.pop();
      key = "";
      token = "";
    } else if (c === "," && stack.length > 0) {
      key = "";
      token = "";
    } else if (c === ":" && stack.at(-1)?.bracket === "{") {
      key = unquoted(token.trim());
      token = "";
    } else token += c;
  }
  if (stack.length === 0 || quote) return undefined;
  const path = stack.slice(1).map((s) => s.key).filter((k) => k !== "");
  if (key !== "") path.push(key);
  const own = lead[2] === undefined ? undefined : unquoted(lead[2]);
  return { path, what: key !== "" ? "value" : "key", word: token.trimStart(), indent: lead[1]!.length, own };
}

/** The object that a line belongs to: a document, or an item of a list of kind List. */
function objectAround(line: (n: number) => string, lines: number, number: number): { first: number; kind: string; item: boolean } {
  let first = number;
  while (first > 1 && !line(first - 1).startsWith("---")) first--;
  let last = number;
  while (last < lines && !line(last + 1).startsWith("---")) last++;
  let kind = "";
  for (let n = first; n <= last; n++) {
    const found = /^kind:\s*["']?(\w+)/.exec(line(n));
    if (found) kind = found[1]!;
  }
  if (!kind.endsWith("List")) return { first, kind, item: false };
  for (let n = number; n >= first; n--) {
    const found = /\bkind:\s*["']?(\w+)/.exec(line(n));
    if (found && /^\s|^-/.test(line(n))) return { first, kind: found[1]!, item: true };
    if (/^\s*- /.test(line(n)) && n < number && !found) continue;
  }
  return { first, kind: "", item: true };
}
