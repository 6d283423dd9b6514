// A node in words, for those who do not see the stage, and for whoever points at a small one.
import { sentences as frame } from "./frame.text";
import { ageName } from "./glyph";
import type { SimNode } from "./protocol";
import { store } from "./store.svelte";
import { sentences, tag } from "./text";

export function describe(node: SimNode): string {
  const text = frame[store.language];
  const parts: string[] = [];
  if (node.gone) parts.push(text.gone);
  else if (node.ready !== "True") parts.push(text.notReady);
  if (node.broken) parts.push(text.broken);
  if (node.cordoned) parts.push(text.cordoned);
  void store.sets;
  const pods = node.pods.filter((p) => store.setOf(p[2]) >= 0);
  for (const p of pods) {
    const note = p[4] ? ` ${p[4]}` : "";
    parts.push(`${tag(store.templates.get(p[2])?.image ?? "")} ${text.ages[ageName(store.age(p[2]))]} ${sentences[store.language].states[p[3]]}${note}`);
  }
  if (pods.length === 0) parts.push(text.noPod);
  return `${node.name}: ${parts.join(", ")}`;
}

/** The end of a name, which tells nodes of a pool apart. */
export function shortName(name: string): string {
  if (name.length <= 8) return name;
  const end = name.slice(Math.max(name.lastIndexOf("-"), name.lastIndexOf(".")) + 1);
  return end.length >= 1 && end.length <= 6 ? end : `…${name.slice(-5)}`;
}
