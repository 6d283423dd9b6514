// What comes if nobody does anything. The simulator looks ahead in a copy, part by part, so that whatever else is asked has its turn.
import type { Answer, Future, Request } from "./protocol";

/** How long a part takes at the most, about, in milliseconds: people who move now do not wait longer for it. */
const turn = 30;

export class Ahead {
  /** As far as it is known. It holds until somebody does something; moving in time changes nothing of it. */
  seen = $state.raw<Future | undefined>();
  /** How many events had happened when somebody began to look. Before that, what comes next is on record. */
  begun = $state(0);
  #ask: (request: Request, purpose: string) => Promise<Answer | undefined>;
  #look = 0; // counts what was forgotten, so that late answers are known
  #looked = -1; // which of them was begun
  #set = ""; // of what it was asked

  constructor(ask: (request: Request, purpose: string) => Promise<Answer | undefined>) {
    this.#ask = ask;
  }

  /** What is known of a DaemonSet, NAMESPACE/NAME: what was seen is of one, and in the past there may be another. */
  of(set: string | undefined): Future | undefined {
    return this.seen?.timeline && this.seen.timeline.set !== set ? undefined : this.seen;
  }

  /** Forgets what was seen: somebody has done something. */
  forget(): void {
    this.#look++;
    this.seen = undefined;
  }

  /** Takes what was seen elsewhere, after so many events. */
  keep(seen: Future | undefined, events: number): void {
    this.forget();
    this.begun = events;
    this.seen = seen;
    if (seen?.done) this.#looked = this.#look;
  }

  /**
   * Looks from the present moment on, after so many events, unless that was done since something
   * was forgotten. set is NAMESPACE/NAME, "" for the only one.
   */
  async look(set: string, event: number): Promise<void> {
    if (set !== this.#set) this.forget();
    this.#set = set;
    if (this.#looked === this.#look) return;
    const look = (this.#looked = this.#look);
    this.begun = event;
    for (let more = false, events = 500; ; more = true) {
      const began = performance.now();
      const answer = await this.#ask({ do: "future", width: 240, events, ...(set ? { set } : {}), ...(more ? { more } : {}) }, "future");
      if (look !== this.#look || !answer?.ok) return;
      this.seen = answer.result as Future;
      if (this.seen.done) return;
      events = Math.round(Math.min(Math.max((events * turn) / Math.max(1, performance.now() - began), 100), 50_000));
    }
  }
}
