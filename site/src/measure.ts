// The width of an element, told when it changes. Unlike bind:clientWidth it never asks for a
// layout in the middle of a task.
import type { Attachment } from "svelte/attachments";

export function measure(tell: (width: number) => void): Attachment<Element> {
  return (element) => {
    const observer = new ResizeObserver((entries) => {
      const width = entries.at(-1)?.contentRect.width;
      if (width !== undefined) tell(Math.round(width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
