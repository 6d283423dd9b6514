// Completion and help on fields, from the schema that the simulator knows.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import { hoverTooltip, type EditorView, type Tooltip } from "@codemirror/view";
import { placeAt, type Place } from "./place";

export interface Field {
  name: string;
  type: string;
  required?: boolean;
  enum?: string[];
  description: string;
  /** What it is in a few words of the page's language; "" for none. */
  gloss?: string;
  holds: "map" | "list" | "value";
}

export interface Fields extends Omit<Field, "holds"> {
  fields: Field[];
}

/** Describes a field, or a kind; undefined where there is none. */
export type Schema = (kind: string, path: string[]) => Promise<Fields | undefined>;

const kinds = ["DaemonSet", "Node", "Pod", "PriorityClass", "PodDisruptionBudget", "Namespace", "List"];
const versions: Record<string, string> = {
  DaemonSet: "apps/v1", PriorityClass: "scheduling.k8s.io/v1", PodDisruptionBudget: "policy/v1", Node: "v1", Pod: "v1", Namespace: "v1", List: "v1",
};

function placeIn(state: EditorState, pos: number): Place {
  const line = state.doc.lineAt(pos);
  return placeAt((n) => state.doc.line(n).text, state.doc.lines, line.number, pos - line.from, pos);
}

/** Offers the fields of a place, and the values that a field may have. */
export function completion(schema: Schema) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const place = placeIn(context.state, context.pos);
    if (!context.explicit && place.word === "" && place.what === "key") return null;
    if (/[#"']/.test(place.word)) return null;
    const options = place.what === "value" ? await values(schema, place) : await keys(schema, place, context.state, context.pos);
    return options.length > 0 ? { from: place.from, options, validFor: /^[\w./-]*$/ } : null;
  };
}

async function keys(schema: Schema, place: Place, state: EditorState, pos: number): Promise<Completion[]> {
  if (place.kind === "" && place.path.length === 0) return ["apiVersion", "kind"].map((label) => ({ label, apply: `${label}: ` }));
  const of = await schema(place.kind, place.path);
  const flow = /[{[,]\s*[\w.]*$/.test(state.doc.lineAt(pos).text.slice(0, pos - state.doc.lineAt(pos).from));
  const deeper = "\n" + " ".repeat(place.indent + 2);
  return (of?.fields ?? []).map((f) => ({
    label: f.name,
    detail: f.required ? `${f.type} *` : f.type,
    type: "property",
    boost: f.required ? 1 : 0,
    info: () => paragraph(f),
    apply: f.name + (flow || f.holds === "value" ? ": " : f.holds === "list" ? `:\n${" ".repeat(place.indent)}- ` : `:${deeper}`),
  }));
}

async function values(schema: Schema, place: Place): Promise<Completion[]> {
  const [first] = place.path;
  if (place.path.length === 1 && first === "kind") return kinds.map((label) => ({ label, type: "class" }));
  if (place.path.length === 1 && first === "apiVersion") return [...new Set(Object.values(versions))].map((label) => ({ label, type: "class" }));
  const of = await schema(place.kind, place.path);
  const allowed = of?.enum ?? (of?.type === "boolean" ? ["true", "false"] : []);
  return allowed.filter((v) => v !== "").map((label) => ({ label, type: "enum" }));
}

/** Tells what a field is while the pointer rests on it. */
export function help(schema: Schema) {
  return hoverTooltip(async (view, pos) => tip(await at(schema, view, pos), pos), { hoverTime: 400 });
}

async function at(schema: Schema, view: EditorView, pos: number): Promise<Fields | undefined> {
  const line = view.state.doc.lineAt(pos);
  const word = /^[\w./-]*/.exec(line.text.slice(pos - line.from))![0];
  const end = pos + word.length;
  const key = /^["']?\s*:/.exec(line.text.slice(end - line.from));
  const place = placeIn(view.state, end);
  if (place.kind === "" || !key || place.what !== "key") return undefined;
  return schema(place.kind, [...place.path, place.word]);
}

function tip(of: Fields | undefined, pos: number): Tooltip | null {
  return of ? { pos, above: true, create: () => ({ dom: paragraph(of) }) } : null;
}

/** What the schema says about a field. Text, whatever stands in it. */
function paragraph(f: Field | Fields): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "about-field";
  const head = dom.appendChild(document.createElement("strong"));
  head.textContent = f.name;
  dom.append(` <${f.type}>${f.required ? " *" : ""}`);
  if (f.gloss) {
    const gloss = dom.appendChild(document.createElement("p"));
    gloss.className = "gloss";
    gloss.textContent = f.gloss;
  }
  const words = dom.appendChild(document.createElement("p"));
  words.textContent = f.description;
  words.lang = "en";
  if (f.enum?.length) dom.appendChild(document.createElement("p")).textContent = f.enum.filter((v) => v !== "").join(" | ");
  return dom;
}
