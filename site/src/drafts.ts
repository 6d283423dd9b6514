// Texts that somebody is writing, for this tab: a reload does not lose them. The browser may refuse.

const prefix = "rollscope-draft ";
const longest = 500_000;

/** Keeps a text; undefined forgets it. */
export function keep(scenario: string, name: string, text: string | undefined): void {
  try {
    if (text === undefined || text.length > longest) sessionStorage.removeItem(prefix + scenario + " " + name);
    else sessionStorage.setItem(prefix + scenario + " " + name, text);
  } catch {
    // It is full or forbidden; the text is still on the page.
  }
}

/** The text kept; undefined where there is none. */
export function kept(scenario: string, name: string): string | undefined {
  try {
    return sessionStorage.getItem(prefix + scenario + " " + name) ?? undefined;
  } catch {
    return undefined;
  }
}
