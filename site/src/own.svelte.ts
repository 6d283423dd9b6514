// Rules of the reader's own: OPA, fetched when somebody writes Rego, in a worker of its own.
import regoURL from "../generated/rego.wasm.gz?url";
import workerURL from "./own.worker.ts?worker&url";
import { script } from "./trusted";

/** A mistake in the rules; line 0 is about all of them. */
export interface Mistake {
  line: number;
  column: number;
  message: string;
}

interface Answer {
  errors?: Mistake[];
  problem?: string;
  rules?: unknown;
  hits?: unknown[];
}

/** How long rules may take to be compiled, or to look at one manifest. */
const limit = { compile: 20_000, evaluate: 5_000 };

export class Own {
  /** How much of OPA has come: a part of 1. undefined while nobody wants it. */
  progress = $state<number | undefined>();
  state = $state<"none" | "loading" | "compiling" | "ready" | "wrong" | "stopped" | "missing">("none");
  mistakes = $state.raw<Mistake[]>([]);
  /** Why rules could not be evaluated. */
  problem = $state("");

  #module: Promise<WebAssembly.Module> | undefined;
  #worker: Worker | undefined;
  #rules: unknown;
  #text = "";
  #queue: Promise<unknown> = Promise.resolve();

  /** Whether there are rules to evaluate. */
  get ready(): boolean {
    return this.state === "ready";
  }

  /** Compiles rules, and calls done when they are ready or wrong. The newest text wins. */
  async compile(text: string, done: () => void): Promise<void> {
    this.#text = text;
    let module;
    try {
      module = await (this.#module ??= this.#load());
    } catch {
      this.#module = undefined;
      this.state = "missing";
      return;
    }
    await (this.#queue = this.#queue.then(async () => {
      if (text !== this.#text) return;
      this.state = "compiling";
      const answer = await this.#ask(module, { text }, limit.compile);
      if (text !== this.#text) return;
      this.mistakes = answer?.errors ?? [];
      this.problem = answer?.problem ?? "";
      this.#rules = answer?.rules;
      this.state = !answer ? "stopped" : answer.rules ? "ready" : "wrong";
      done();
    }));
  }

  /** Evaluates the rules on inputs: what the request lint wants as own; undefined where that failed. */
  async evaluate(inputs: unknown[]): Promise<string | undefined> {
    const module = await this.#module!;
    const answer = await (this.#queue = this.#queue.then(() => this.#ask(module, { inputs }, limit.evaluate))) as Answer | undefined;
    if (!answer) {
      this.state = "stopped";
      return undefined;
    }
    this.problem = answer.problem ?? "";
    return answer.hits ? JSON.stringify({ rules: this.#rules, hits: answer.hits }) : undefined;
  }

  /** Asks the worker; undefined where it took too long, and then it is ended. */
  #ask(module: WebAssembly.Module, request: unknown, within: number): Promise<Answer | undefined> {
    const fresh = this.#worker === undefined;
    const worker = (this.#worker ??= new Worker(script(new URL(workerURL, import.meta.url)), { type: "module" }));
    if (fresh) worker.postMessage({ module });
    return new Promise((done) => {
      const stop = (answer: Answer | undefined) => {
        clearTimeout(late);
        if (!answer) {
          worker.terminate();
          this.#worker = undefined;
        }
        done(answer);
      };
      const late = setTimeout(() => stop(undefined), within + (fresh ? 15_000 : 0));
      worker.onmessage = (e: MessageEvent<string>) => stop(JSON.parse(e.data) as Answer);
      worker.onerror = (e) => {
        e.preventDefault();
        stop(undefined);
      };
      worker.postMessage({ request: JSON.stringify(request) });
    });
  }

  /** Fetches OPA. Its 40 MB are packed, as files of a site may have 25. */
  async #load(): Promise<WebAssembly.Module> {
    this.state = "loading";
    this.progress = 0;
    const answer = await fetch(regoURL);
    if (!answer.ok || !answer.body) throw new Error(`${answer.status}`);
    const all = Number(answer.headers.get("Content-Length")) || 8_200_000;
    let come = 0;
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, out) => {
          come += chunk.length;
          this.progress = Math.min(1, come / all);
          out.enqueue(chunk);
        },
      }),
    );
    const plain = await unpacked(counted);
    const module = await WebAssembly.compileStreaming(new Response(plain, { headers: { "Content-Type": "application/wasm" } }));
    this.progress = undefined;
    return module;
  }
}

/** The content of a gzip file. Some servers have unpacked it on the way. */
async function unpacked(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const reader = stream.getReader();
  const { value: first } = await reader.read();
  const again = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (to) => first && to.enqueue(first),
    async pull(to) {
      const { done, value } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
  });
  return first?.[0] === 0x1f && first[1] === 0x8b ? again.pipeThrough(new DecompressionStream("gzip")) : again;
}
