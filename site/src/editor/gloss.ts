// A schema with a few Chinese words about each field before those of Kubernetes.
import type { Fields, Schema } from "./fields";

export function glossed(schema: Schema): Schema {
  return async (kind, path) => {
    const [of, words] = await Promise.all([schema(kind, path), import("./fields.zh").catch(() => undefined)]);
    if (!of || !words) return of;
    const about = (at: string[]): { gloss: string } => ({ gloss: words.gloss(kind, at) ?? "" });
    return { ...of, ...about(path), fields: of.fields.map((f) => ({ ...f, ...about([...path, f.name]) })) } satisfies Fields;
  };
}
