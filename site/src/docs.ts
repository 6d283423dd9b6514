// The texts about fields: kubectl explain and the editor want them. They are a file of their own,
// fetched once, when the first of the two asks.
import textsURL from "../../core/api/fielddoc/zz_fields.txt?url";
import { store } from "./store.svelte";

let brought: Promise<boolean> | undefined;

/** Gives the simulator the texts, if it has none yet. False where they cannot be loaded. */
export function bringDocs(): Promise<boolean> {
  brought ??= bring().then((ok) => {
    if (!ok) brought = undefined;
    return ok;
  });
  return brought;
}

async function bring(): Promise<boolean> {
  try {
    const answer = await fetch(textsURL);
    if (!answer.ok) return false;
    return (await store.ask({ do: "docs", text: await answer.text() }, "docs"))?.ok ?? false;
  } catch {
    return false;
  }
}
