// What is wrong with a document and what the rules find in it, as one list: for the gutter and below the text.
import type { Finding, Problem } from "../manifests.svelte";
import type { Mark } from "./view";

export interface Item extends Omit<Mark, "actions"> {
  key: string;
  file: string;
  finding?: Finding;
  hint: string;
  /** What the API server says, word for word, where the message is in other words. */
  original?: string;
}

/** Says in other words what an API server says, and what to do about it. */
export type Told = (p: Problem) => { message: string; hint: string };

/** What OPA says of rules of one's own. */
export function mistaken(mistakes: { line: number; column: number; message: string }[], file: string): Item[] {
  return mistakes.map((m, i) => ({
    key: `m${i}`, file, line: m.line, column: m.column, endLine: m.line, endColumn: m.column + 1,
    severity: "error", message: m.message, source: "OPA", hint: "",
  }));
}

/** What an API server would say, and what the rules find besides. told says the former in the language of the page. */
export function wrong(problems: Problem[], findings: Finding[], zh: boolean, told?: Told): Item[] {
  const said = problems.map((p, i): Item => ({
    key: `p${i}`, file: p.file, line: p.line, column: p.column, endLine: p.line, endColumn: p.column + 1, severity: p.severity,
    message: spelt(p), source: "kubectl apply", hint: p.hint ?? "", ...(told ? { ...told(p), original: spelt(p) } : {}),
  }));
  const same = (f: Finding): Item | undefined => said.find((w) => f.line === w.line && f.message === (w.original ?? w.message));
  const found = findings.filter((f) => !(said.length > 0 && (f.rule === "RS805" || f.rule === "RS902")) && f.line > 0);
  return inOrder([
    // A rule that says the same has a fix besides.
    ...said.filter((w) => !found.some((f) => same(f) === w)),
    ...found.map((f): Item => ({
      key: f.fingerprint, file: f.file, line: f.line, column: f.column, endLine: f.endLine, endColumn: f.endColumn, severity: f.severity,
      message: zh ? f.zh.message : f.message, source: `${f.rule} ${f.slug}`, finding: f, hint: zh ? f.zh.fix : f.fix,
      ...(told && (original(same(f)) ?? refused(f, told))),
    })),
  ]);
}

/** What a problem is in other words than the API server's, and what that says. */
function original(w: Item | undefined): Partial<Item> | undefined {
  return w?.original ? { message: w.message, original: w.original } : undefined;
}

/** The same of a rule that repeats what the API server says of a text that cannot be judged as a whole. */
function refused(f: Finding, told: Told): Partial<Item> | undefined {
  const [, path, kind, message] = f.rule === "RS807" ? (/^([^\s:]+): ([A-Z][a-z]+(?: [a-z]+)?)(?:: ([^]*))?$/.exec(f.message) ?? []) : [];
  if (!path || !kind) return undefined;
  const { message: inOther } = told({ file: f.file, line: f.line, column: f.column, path, kind, message: message ?? "", severity: "error" });
  return { message: inOther, original: f.message };
}

/** The worst first, and then as they stand in the text. */
function inOrder(list: Item[]): Item[] {
  const weight = { error: 0, warning: 1, info: 2 };
  return list.sort((a, b) => weight[a.severity] - weight[b.severity] || a.line - b.line || a.column - b.column);
}

/** As an API server says it: spec.selector: Required value: … */
function spelt(p: Problem): string {
  const told = p.kind && p.kind !== "Warning" && !p.message.toLowerCase().startsWith(p.kind.toLowerCase()) ? [p.kind, p.message] : [p.message];
  return [p.path, ...told].filter(Boolean).join(": ");
}
