// Moving in time: playing, stepping, going to a moment, forward and back.
import type { Request, Where } from "./protocol";
import { Talk } from "./talk.svelte";

/** Simulated seconds for each real one. */
export const speeds = [1, 2, 5, 10, 30, 100, 300, 1000] as const;

export abstract class Moving extends Talk {
  playing = $state(false);
  speed = $state<number>(5);
  /** The event that the page opened at. */
  first = $state(0);
  /** The event that can be gone back to; earlier ones set the scene. */
  earliest = $state(0);

  /** Tells that the first scenario is open. */
  protected opened: () => void = () => {};
  protected isOpen = new Promise<void>((done) => (this.opened = done));
  #clock = 0;
  #drawn = 0;

  step = () => this.#move({ do: "step" });
  wave = () => this.#move({ do: "wave" });
  end = () => this.#move({ do: "end" });
  /** Goes to a moment: back, forward, or on into what has not been simulated yet. */
  seekAt = (at: number) => this.#move({ do: "seek", at: Math.max(at, this.since) });
  back = () => (this.where.event > this.earliest ? this.#move({ do: "back" }) : Promise.resolve());
  /** Goes back to where the page opened, and from there to all that led to it. */
  home = () => this.#move({ do: "seek", event: this.where.event > this.first ? this.first : this.earliest });
  seek = (event: number) => this.#move({ do: "seek", event: Math.max(event, this.earliest) });
  /** Goes to the event that a link names: the page opens at that. */
  openAt = async (event: number): Promise<void> => {
    await this.seek(Math.min(event, this.where.events));
    this.first = this.where.event;
  };

  toggle = (): void => {
    if (!this.playing && this.finished) void this.home().then(() => this.#play());
    else if (this.playing) this.pause();
    else this.#play();
  };

  pause = (): void => {
    this.playing = false;
  };

  get finished(): boolean {
    return this.where.event === this.where.events && this.sets.length > 0 && this.sets.every((d) => d.done) && this.where.event > this.earliest;
  }

  #play(): void {
    this.playing = true;
    this.#clock = performance.now();
    const tick = async (now: number): Promise<void> => {
      if (!this.playing) return;
      const by = Math.min(((now - this.#clock) / 1000) * this.speed, 5 * this.speed);
      if (by > 0.02 && this.ready && !this.sim.busy) {
        this.#clock = now;
        await this.go(this.#ends(by) ?? { do: "advance", by: Number(by.toFixed(3)) });
        await this.#redraw(now);
      }
      requestAnimationFrame((t) => void tick(t));
    };
    requestAnimationFrame((t) => void tick(t));
  }

  /** Playing ends with the rollout, however fast: the move to its end, where that is known and not so far away. */
  #ends(by: number): Request | undefined {
    const seen = this.ahead.seen;
    const end = seen?.outcome === "rolled-out" ? seen.at : 0;
    return end > this.where.now && end < this.where.now + by ? { do: "seek", at: end } : undefined;
  }

  /** Draws what lies beside the stage while playing, now and then, and when there is no more to play. */
  async #redraw(now: number): Promise<void> {
    if (now - this.#drawn > 250) {
      const before = performance.now();
      await this.refresh();
      this.#drawn = now + 4 * (performance.now() - before); // what takes long is asked for less often
    }
    if (!this.finished && !this.where.idle) return;
    this.pause();
    await this.refresh();
  }

  async #move(request: Request): Promise<void> {
    this.pause();
    await this.isOpen;
    const answer = await this.go(request);
    if (answer === undefined) return;
    const moved = (answer.result ?? {}) as Where;
    if (moved.outcome) this.outcome = { kind: moved.outcome, branch: this.branch, event: moved.event, waits: moved.waits ?? [] };
    await this.refresh();
  }
}
