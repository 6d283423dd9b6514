// The lines that were typed at the prompt, kept as long as the browser's tab.
const name = "rollscope-lines";
const most = 200;

export class History {
  #lines: string[] = [];
  #at = 0;
  #draft = "";

  constructor() {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? "[]");
      if (Array.isArray(kept)) this.#lines = kept.filter((line) => typeof line === "string").slice(-most);
    } catch {
      // Storage may be denied; the lines then last as long as the page.
    }
    this.#at = this.#lines.length;
  }

  add(line: string): void {
    if (this.#lines.at(-1) !== line) this.#lines = [...this.#lines, line].slice(-most);
    this.#at = this.#lines.length;
    this.#draft = "";
    try {
      sessionStorage.setItem(name, JSON.stringify(this.#lines));
    } catch {
      // As above.
    }
  }

  /** The line before (-1) or behind (1) the one that is shown; what was being typed is kept at the end. */
  move(by: -1 | 1, typed: string): string | undefined {
    const to = this.#at + by;
    if (to < 0 || to > this.#lines.length) return undefined;
    if (this.#at === this.#lines.length) this.#draft = typed;
    this.#at = to;
    return to === this.#lines.length ? this.#draft : this.#lines[to];
  }
}
