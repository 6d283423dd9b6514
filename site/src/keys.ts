// The keys of the whole page. The hint below it (frame.text.ts) names them.
import { keep } from "./keep";
import { store } from "./store.svelte";

const keys: Record<string, () => unknown> = {
  " ": store.toggle,
  ArrowRight: store.step,
  ArrowLeft: store.back,
  Home: store.home,
  w: store.wave,
  e: store.end,
  f: store.fork,
  l: speak,
};

/** Switches to the other language, and keeps that for the next visit. */
export function speak(): void {
  store.language = store.language === "en" ? "zh" : "en";
  keep("language", store.language);
}

/** Does what a key stands for, unless it belongs to what has the focus. */
export function onkey(e: KeyboardEvent): void {
  if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || typing(e.target)) return;
  if (e.key === " " && e.target instanceof HTMLElement && e.target.matches("button, input, summary")) return; // it does it
  if (e.key.length > 1 && e.target instanceof HTMLInputElement && ["range", "radio"].includes(e.target.type)) return; // these have such keys themselves
  const act = keys[e.key];
  if (!act) return;
  e.preventDefault();
  void act();
}

/** Whether keys belong to what has the focus: fields, lists, editors. */
function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["range", "checkbox", "radio", "button"].includes(target.type);
  return target.isContentEditable || target.closest("textarea, select, [role=tablist], [role=textbox]") !== null;
}
