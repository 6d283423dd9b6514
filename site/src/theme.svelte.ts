// Light or dark: as the system has it, unless the visitor says otherwise.
import { keep, kept } from "./keep";

export type Theme = "auto" | "light" | "dark";
const all: readonly Theme[] = ["auto", "light", "dark"];

class Choice {
  now = $state<Theme>("auto");
  /** Grows with every change of the colours, so that what is painted can be painted again. */
  painted = $state(0);

  constructor() {
    const before = kept("theme") as Theme | undefined;
    if (before && all.includes(before)) this.now = before;
    this.#show();
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"]) {
      matchMedia(query).addEventListener("change", () => this.painted++);
    }
  }

  next = (): void => {
    this.now = all[(all.indexOf(this.now) + 1) % all.length]!;
    keep("theme", this.now);
    this.#show();
    this.painted++;
  };

  #show(): void {
    document.documentElement.dataset["theme"] = this.now;
  }
}

export const theme = new Choice();

/** The present colours of tokens such as --old. */
export function colours<Name extends string>(names: readonly Name[]): Record<Name, string> {
  const probe = document.createElement("span");
  document.body.append(probe);
  const out = {} as Record<Name, string>;
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    out[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return out;
}
