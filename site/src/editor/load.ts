// Loads the editor in pieces, each with a turn of its own: the stage goes on moving meanwhile.
import type { Editor } from "./view";

const rest = (): Promise<void> => new Promise((done) => setTimeout(done));

/** An editor in a host element; undefined where that is gone by the time the editor is here. */
export async function load(host: HTMLElement): Promise<Editor | undefined> {
  for (const piece of [
    () => import("@codemirror/view"),
    () => import("@codemirror/language"),
    () => import("@codemirror/lang-yaml"),
    () => import("@codemirror/autocomplete"),
    () => import("@codemirror/merge"),
  ]) {
    await piece();
    await rest();
  }
  const { Editor } = await import("./view");
  await rest();
  if (!host.isConnected) return undefined;
  const made = new Editor(host);
  await rest();
  return made;
}
