// What the page remembers of a visitor: the theme and the language, on this machine, where it may.
export function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(`rollscope-${key}`) ?? undefined;
  } catch {
    return undefined; // a browser that keeps nothing is fine
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`rollscope-${key}`, value);
  } catch {
    // it is forgotten when the page closes
  }
}
