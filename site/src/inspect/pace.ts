// While the page plays, the moment changes with every frame; what is costly to ask is asked now and then.
import { onDestroy } from "svelte";
import { store } from "../store.svelte";

/**
 * A function that does the last of what it is given: at once, or while the page plays every so many
 * milliseconds. It is of the component that is being made, and does nothing more when that is gone.
 */
export function paced(ms: number): (act: () => void) => void {
  let last = 0;
  let timer = 0;
  let next: () => void = () => {};
  const now = (): void => {
    clearTimeout(timer);
    timer = 0;
    last = performance.now();
    next();
  };
  onDestroy(() => clearTimeout(timer));
  return (act) => {
    next = act;
    const left = store.playing ? last + ms - performance.now() : 0;
    if (left <= 0) now();
    else if (timer === 0) timer = setTimeout(now, left);
  };
}
