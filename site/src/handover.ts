// One conversation, two programs. The small one answers from the first moment on. The whole one
// comes later, hears everything that the small one was told, and takes over: answers depend on
// the conversation and on nothing else, so nobody can tell.

/** A program: it takes a request of the protocol and gives the answer, both as JSON. */
export type Handle = (request: string) => string;

/** Where the program with everything is. */
export type Whole = "coming" | "here" | "missing";

export interface Means {
  /** Loads the whole program; rejects where it cannot be loaded. */
  load: () => Promise<Handle>;
  /** Lets others have a turn while the whole program is told what was said. */
  rest: () => Promise<void>;
  /** Is told how loading the whole program went. */
  became: (whole: Whole) => void;
}

/** What the worker talks to. */
export interface Conversation {
  /** Answers a request; with an error of the code lacking where that takes the whole program. */
  answer(request: string): string;
  /** Brings the whole program in. False where it cannot be loaded; the next call tries again. */
  complete(): Promise<boolean>;
}

/** The whole program from the beginning. */
export function alone(whole: Handle, means: Means): Conversation {
  means.became("here");
  return { answer: whole, complete: () => Promise.resolve(true) };
}

/** How long the whole program is told things before others have their turn, in milliseconds. */
const turn = 8;

export class Handover implements Conversation {
  #handle: Handle;
  #means: Means;
  #whole = false; // whether that is the whole program
  #told: string[] = []; // requests that the whole program has to hear
  #last: string | undefined; // the answer to the last of them
  #coming: Promise<boolean> | undefined;

  constructor(small: Handle, means: Means) {
    this.#handle = small;
    this.#means = means;
  }

  answer(request: string): string {
    const answer = this.#handle(request);
    if (this.#whole || lacks(answer)) return answer;
    this.#told.push(request);
    this.#last = answer;
    return answer;
  }

  complete(): Promise<boolean> {
    this.#coming ??= this.#takeOver().then(
      () => this.#became("here"),
      (problem: unknown) => {
        console.warn(`full.wasm: ${String(problem)}`);
        this.#coming = undefined;
        return this.#became("missing");
      },
    );
    return this.#coming;
  }

  #became(whole: Whole): boolean {
    this.#means.became(whole);
    return whole === "here";
  }

  async #takeOver(): Promise<void> {
    const whole = await this.#means.load();
    let heard: string | undefined;
    for (let next = 0; next < this.#told.length; ) {
      for (const end = performance.now() + turn; next < this.#told.length && performance.now() < end; next++) {
        heard = whole(this.#told[next]!);
      }
      if (next < this.#told.length) await this.#means.rest();
    }
    if (heard !== this.#last) throw new Error("it belongs to another version of this page");
    this.#handle = whole;
    this.#whole = true;
    this.#told = [];
  }
}

/** Whether an answer says that its program was built without what it takes. Such answers are short. */
function lacks(answer: string): boolean {
  return answer.length < 1000 && (JSON.parse(answer) as { error?: { code?: string } }).error?.code === "lacking";
}
