// The simulator as the page sees it: one request in flight, one waiting, newest wins.
import type { Answer, Request } from "./protocol";

interface Waiting {
  request: Request;
  done: (answer: Answer | undefined) => void;
}

export class Simulator {
  #worker: Worker;
  #flying: Waiting | undefined;
  #waiting: Waiting | undefined;
  #id = 0;

  constructor() {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = (e: MessageEvent<{ answer?: string; broken?: string; gone?: boolean }>) => {
      const flying = this.#flying;
      this.#flying = undefined;
      const { answer, broken } = e.data;
      flying?.done(answer ? (JSON.parse(answer) as Answer) : failed(broken ?? "the simulator has ended"));
      this.#next();
    };
    this.#worker.onerror = (e) => {
      this.#flying?.done(failed(e.message || "the simulator cannot be loaded"));
      this.#flying = undefined;
    };
  }

  /**
   * Asks. An answer of undefined means that a newer request took its place. A quiet request
   * never takes another's place.
   */
  ask(request: Request, quiet = false): Promise<Answer | undefined> {
    return new Promise((done) => {
      if (quiet && this.#waiting) {
        done(undefined);
        return;
      }
      this.#waiting?.done(undefined);
      this.#waiting = { request, done };
      this.#next();
    });
  }

  /** Whether a request is under way; asking now would wait. */
  get busy(): boolean {
    return this.#flying !== undefined;
  }

  #next(): void {
    if (this.#flying || !this.#waiting) return;
    this.#flying = this.#waiting;
    this.#waiting = undefined;
    this.#id += 1;
    this.#worker.postMessage(JSON.stringify({ v: 1, id: this.#id, ...this.#flying.request }));
  }
}

function failed(message: string): Answer {
  return { v: 1, id: 0, ok: false, error: { message } };
}
