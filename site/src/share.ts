// The whole state as a link: this file alone touches the address of the page.
//
// A link ends in #s=1.CODE&at=EVENT&from=EVENT. CODE is a scenario file, deflated (raw, RFC 1951)
// and written as base64url; 1 is the version of this form. at is the event to open at, from the one
// that the page goes back to; without it, the first of the scenario. ?embed shows the picture and the
// transport only, ?lang=zh sets the language, #lesson=NAME opens a lesson. internal/edge reads the same CODE.

const version = "1";
/** Characters of a scenario that a link may hold: the simulator takes no more either. */
export const longestScenario = 1 << 20;
/** Longer links are cut off by some programs that people paste them into. */
export const longestCommonLink = 8000;

export type LinkProblem = "version" | "damaged" | "large";

export class LinkError extends Error {
  constructor(readonly problem: LinkProblem) {
    super(`link: ${problem}`);
  }
}

/** What the address asks for. */
export interface Asked {
  scenario?: Promise<string>;
  at?: number;
  /** The event that the page goes back to; what happened before it sets the scene. */
  from: number;
  /** A lesson of the page's own, #lesson=lessons/09-surge. */
  lesson?: string;
  embed: boolean;
  language?: "en" | "zh";
}

export function asked(address: URL = new URL(location.href)): Asked {
  const fragment = new URLSearchParams(address.hash.slice(1));
  const code = fragment.get("s");
  const [at, from] = ["at", "from"].map((name) => Number(fragment.get(name) ?? NaN)).map((n) => (Number.isSafeInteger(n) && n >= 0 ? n : undefined));
  const lesson = fragment.get("lesson");
  const language = address.searchParams.get("lang");
  return {
    embed: address.searchParams.has("embed"),
    from: from ?? 0,
    ...(code === null ? {} : { scenario: unpack(code) }),
    ...(lesson === null ? {} : { lesson }),
    ...(at === undefined ? {} : { at }),
    ...(language === "en" || language === "zh" ? { language } : {}),
  };
}

/** Whether the address holds a scenario. */
export function linked(): boolean {
  return new URLSearchParams(location.hash.slice(1)).has("s");
}

/** The link that opens a scenario at an event, on this page, with what happened from another one on behind it. */
export async function link(scenario: string, at: number, from: number, embed = false): Promise<string> {
  const address = new URL(location.href);
  address.search = embed ? "?embed" : "";
  address.hash = `s=${await pack(scenario)}&at=${at}${from > 0 ? `&from=${from}` : ""}`;
  return address.href;
}

/** Puts a link into the address without a new entry in the history, and without loading it. */
export function show(href: string): void {
  history.replaceState(null, "", href);
}

/** Calls back when the address is changed by hand or by a link within the page. */
export function onAsked(callback: (asked: Asked) => void): void {
  addEventListener("hashchange", () => callback(asked()));
}

export async function pack(scenario: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(scenario), new CompressionStream("deflate-raw"), Infinity);
  let binary = "";
  for (const b of bytes) binary += String.fromCharCode(b);
  return `${version}.${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The scenario of a code. It is a LinkError when there is none. */
export async function unpack(code: string): Promise<string> {
  const [, form, data] = /^([0-9]+)\.([A-Za-z0-9_-]+)$/.exec(code) ?? [];
  if (form === undefined || data === undefined) throw new LinkError("damaged");
  if (form !== version) throw new LinkError("version");
  let bytes: Uint8Array;
  try {
    const packed = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    bytes = await through(packed, new DecompressionStream("deflate-raw"), longestScenario);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (problem) {
    throw problem instanceof LinkError ? problem : new LinkError("damaged");
  }
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const writer = (stream.writable as WritableStream<Uint8Array>).getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => {}); // the reader tells
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > most) {
      void reader.cancel();
      throw new LinkError("large");
    }
    chunks.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
