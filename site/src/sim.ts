// The simulator as the page sees it: one request in flight, one waiting for each purpose, newest wins.
import { take, type Found } from "./early.svelte";
import "./trusted"; // no worker starts without its policy
import type { Whole } from "./handover";
import type { Answer, Request } from "./protocol";

interface Waiting {
  request: Request;
  done: (answer: Answer | undefined) => void;
}

export class Simulator {
  #worker: Worker;
  #flying: Waiting | undefined;
  #waiting = new Map<string, Waiting>();
  #id = 0;
  #pictured = false;

  /** became is told how loading the whole simulator went, which comes behind the first picture. */
  constructor(became: (whole: Whole) => void = () => {}) {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = (e: MessageEvent<{ answer?: string; broken?: string; gone?: boolean; whole?: Whole; findings?: Found }>) => {
      if (e.data.whole) {
        became(e.data.whole);
        return;
      }
      if (e.data.findings) {
        take(e.data.findings);
        return;
      }
      const flying = this.#flying;
      this.#flying = undefined;
      const { answer, broken } = e.data;
      flying?.done(answer ? (JSON.parse(answer) as Answer) : failed(broken ?? "the simulator has ended"));
      this.#next();
      if (!this.#pictured) requestAnimationFrame(() => setTimeout(() => this.complete()));
      this.#pictured = true;
    };
    this.#worker.onerror = (e) => {
      this.#flying?.done(failed(e.message || "the simulator cannot be loaded"));
      this.#flying = undefined;
    };
  }

  /**
   * Asks, for a purpose such as "move" or "why". An answer of undefined means that a newer
   * request for the same purpose took its place before it was sent. Purposes take turns.
   */
  ask(request: Request, purpose = "move"): Promise<Answer | undefined> {
    return new Promise((done) => {
      this.#waiting.get(purpose)?.done(undefined);
      this.#waiting.set(purpose, { request, done });
      this.#next();
    });
  }

  /** Asks without ever being replaced: a command that a person gave is never dropped. */
  tell(request: Request): Promise<Answer | undefined> {
    this.#id += 1;
    return this.ask(request, `tell ${this.#id}`);
  }

  /** Loads the whole simulator in the background, or tries again to; it goes on where this one is. */
  complete(): void {
    this.#worker.postMessage(true);
  }

  /** Whether a request is under way; asking now would wait. */
  get busy(): boolean {
    return this.#flying !== undefined;
  }

  #next(): void {
    const first = this.#waiting.entries().next();
    if (this.#flying || first.done) return;
    const [purpose, waiting] = first.value;
    this.#waiting.delete(purpose);
    this.#flying = waiting;
    this.#id += 1;
    this.#worker.postMessage(JSON.stringify({ v: 1, id: this.#id, ...waiting.request }));
  }
}

function failed(message: string): Answer {
  return { v: 1, id: 0, ok: false, error: { message } };
}
