// The manifests in the editor: what they say, what is wrong with them, and what the rules find.
// The editor and the list of findings show it; both follow the cluster.
import { bringDocs } from "./docs";
import { early } from "./early.svelte";
import { Own } from "./own.svelte";
import { keep, kept } from "./drafts";
import { store } from "./store.svelte";
import type { Fields } from "./editor/fields";
import type { Ran, SimError } from "./protocol";
import skeleton from "../../internal/lint/catalogue/new.rego?raw";

export type Name = "set" | "nodes" | "policies";

/** A text that is edited: what it was made from, and what it is now. */
export interface Draft {
  file: string;
  base: string;
  text: string;
}

/** What an API server would say. */
export interface Problem {
  file: string;
  line: number;
  column: number;
  path?: string;
  /** Such as Invalid value. */
  kind?: string;
  message: string;
  severity: "error" | "warning";
  hint?: string;
}

export interface Words {
  title: string;
  message: string;
  fix: string;
}

/** What a rule found, as rollscope lint --format json has it. */
export interface Finding extends Words {
  rule: string;
  slug: string;
  group: string;
  severity: "error" | "warning" | "info";
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  path: string;
  object: { kind: string; namespace: string; name: string };
  fingerprint: string;
  links: string[];
  suppression?: { reason: string; where: string };
  zh: Words;
  fixable: boolean;
  provable: boolean;
}

export interface About {
  title: string;
  description: string;
  fix: string;
  note: string;
}

export interface Report {
  findings: Finding[];
  suppressed: Finding[];
  daemonSets: number;
  rules: Record<string, { en: About; zh: About; links: string[] }>;
}

/** What rollscope rules new writes. */
const template = skeleton.replaceAll("RULEID", "OWN1").replaceAll("GROUP", "own").replaceAll("SLUG", "image-from-elsewhere");

const nothing: Draft = { file: "", base: "", text: "" };

class Manifests {
  drafts = $state.raw<Record<Name, Draft>>({ set: first(), nodes: nothing, policies: { file: "rules.rego", base: template, text: template } });
  problems = $state.raw<Record<"set" | "nodes", Problem[]>>({ set: [], nodes: [] });
  report = $state.raw<Report | undefined>(early.found?.report as Report | undefined);
  /** Why there is no report. */
  failed = $state("");
  /** A place that the editor is to show. */
  place = $state.raw<{ name: Name; line: number; column: number } | undefined>();
  /** The document that the editor shows. */
  shown = $state<Name | "change">("set");
  own = new Own();

  #of = ""; // the scenario that the drafts belong to
  #offered = ""; // a DaemonSet of the scenario that does not run yet
  #applied: { name: string; content: string }[] = [];
  #edit = 0;
  #seen = ""; // what the last check in passing was about

  /** Follows the scenario and the moment. To be called when either may have changed. */
  async follow(): Promise<void> {
    if (!store.ready) return;
    const { name, text, files } = store.scenario;
    const of = `${name} ${text.length}`;
    if (of !== this.#of) {
      this.#of = of;
      this.#applied = [];
      this.#offered = "";
      this.#seen = "";
      const nodes = files.filter((f) => /\bkind:\s*["']?Node\b/.test(f.content) && !/\bkind:\s*["']?DaemonSet\b/.test(f.content));
      const base = joined(nodes.map((f) => f.content));
      this.drafts = {
        set: { ...nothing, text: kept(of, "set") ?? "" },
        nodes: { file: nodes[0]?.name ?? "nodes.yaml", base, text: kept(of, "nodes") ?? base },
        policies: { file: "rules.rego", base: template, text: kept("", "policies") ?? template },
      };
    }
    const sets = [...files, ...this.#applied].filter((f) => /\bkind:\s*["']?DaemonSet\b/.test(f.content)).map(({ name, content }) => ({ name, content }));
    const answer = await store.ask({ do: "running", files: newest(sets) }, "running");
    if (!answer?.ok || of !== this.#of) return;
    const now = (answer.result as { files: { name: string; content: string }[] }).files;
    const base = joined(now.map((f) => f.content));
    const draft = this.drafts.set;
    const untouched = draft.text === draft.base || draft.text === this.#offered;
    // Where none runs yet, the scenario's own is there to be applied.
    const next = now[0] ?? sets[0] ?? { name: "daemonset.yaml", content: "" };
    this.#offered = now.length > 0 ? "" : next.content;
    this.#put("set", { file: untouched || draft.file === "" ? next.name : draft.file, base, text: untouched ? base || this.#offered : draft.text });
    const seen = this.#sight();
    if (seen === this.#seen) return;
    this.#seen = seen;
    await this.check();
  }

  /** All that findings depend on, but for the time of day: a step of the rollout changes none of it. */
  #sight(): string {
    const nodes = store.nodes.map((n) => `${n.class}${n.cordoned ? "-" : ""}`).join();
    return [this.drafts.set.base, this.drafts.set.text, this.drafts.nodes.text, store.branch, store.transcript.length, nodes].join("\0");
  }

  /** Takes what somebody has written. */
  write(name: Name, text: string): void {
    this.#put(name, { ...this.drafts[name], text });
    if (name === "policies") void this.own.compile(text, () => this.check());
    else void this.check(name);
  }

  /** Goes back to what the cluster runs, or to the template. */
  revert(name: Name): void {
    this.write(name, this.drafts[name].base);
  }

  #put(name: Name, draft: Draft): void {
    this.drafts = { ...this.drafts, [name]: draft };
    keep(name === "policies" ? "" : this.#of, name, draft.text === draft.base || draft.text === this.#offered ? undefined : draft.text);
  }

  /** Asks what is wrong with the drafts, or with one, and what the rules find. The newest edit wins. */
  async check(only?: "set" | "nodes"): Promise<void> {
    performance.mark("rollscope-edit");
    await Promise.all([this.#lint(), only === "nodes" ? undefined : this.#judge("set"), only === "set" ? undefined : this.#judge("nodes")]);
  }

  /** Asks what an API server would say to a draft. */
  async #judge(name: "set" | "nodes"): Promise<void> {
    const { file, base, text } = this.drafts[name];
    const from = name === "set" && base !== "" && base !== text ? [{ name: file, content: base }] : [];
    const answer = await store.ask({ do: "validate", files: [{ name: file, content: text }], ...(from.length > 0 ? { from } : {}) }, `validate ${name}`);
    if (answer?.ok) this.problems = { ...this.problems, [name]: (answer.result as { findings: Problem[] }).findings };
  }

  async #lint(): Promise<void> {
    const edit = ++this.#edit;
    const { file: name, text: content } = this.drafts.set;
    const file = { name, content };
    const asked = { files: [file], present: true, today: today() };
    let own: string | undefined;
    if (this.own.ready && file.content.trim() !== "") {
      const facts = await store.ask({ do: "facts", ...asked }, "facts");
      if (!facts?.ok || edit !== this.#edit) return;
      own = await this.own.evaluate((facts.result as { inputs: unknown[] }).inputs);
      if (edit !== this.#edit) return;
    }
    const answer = await store.ask({ do: "lint", ...asked, ...(own ? { own } : {}) }, "lint");
    if (!answer || edit !== this.#edit) return;
    // Where full.wasm is missing the page says so by itself.
    this.failed = answer.ok || answer.error?.code === "lacking" ? "" : sentence(answer.error);
    if (!answer.ok) return;
    this.report = answer.result as Report;
    early.count = { of: store.scenario.name, findings: this.report.findings.length };
    performance.measure("rollscope-edit-to-result", "rollscope-edit");
  }

  /** Corrects one finding, or all that can be corrected. False where nothing could be. */
  async fix(finding?: Finding): Promise<boolean> {
    const { file, text } = this.drafts.set;
    const answer = await store.ask(
      { do: "fix", files: [{ name: file, content: text }], present: true, today: today(), ...(finding ? { fingerprint: finding.fingerprint } : {}) },
      "fix",
    );
    if (!answer?.ok || this.drafts.set.text !== text) return false;
    const { content, rules } = answer.result as { content: string; rules: string[] };
    if (rules.length > 0) this.write("set", content);
    return rules.length > 0;
  }

  /** Opens the scenario that shows what a finding warns of; the reason where there is none. */
  async prove(finding: Finding): Promise<string | undefined> {
    const { file, text } = this.drafts.set;
    const answer = await store.ask(
      { do: "proof", files: [{ name: file, content: text }], present: true, today: today(), fingerprint: finding.fingerprint }, "proof",
    );
    if (!answer?.ok) return sentence(answer?.error);
    const { name, scenario, shows } = answer.result as { name: string; scenario: string; shows: boolean };
    if (!shows) return "";
    await store.open(scenario, name, untilHarm(scenario));
    return undefined;
  }

  /** What applying a draft is called. */
  command(name: "set" | "nodes"): string {
    return `kubectl apply -f ${this.#free(this.drafts[name])}`;
  }

  /** Applies a draft at the present moment. */
  async apply(name: "set" | "nodes"): Promise<Ran | undefined> {
    const draft = this.drafts[name];
    const file = { name: this.#free(draft), content: draft.text };
    if (!this.#applied.some((f) => f.name === file.name)) this.#applied.push(file);
    const ran = await store.run(`kubectl apply -f ${file.name}`, [file]);
    if (ran && !ran.failed && name === "nodes") this.#put(name, { ...draft, base: draft.text });
    return ran;
  }

  /** A name under which the scenario has no other text: names keep their content. */
  #free(draft: Draft): string {
    const [, stem, end] = /^(.*?)(?:-\d+)?(\.\w+)?$/.exec(draft.file || "manifest.yaml")!;
    const taken = [...store.scenario.files, ...this.#applied];
    for (let n = 1; ; n++) {
      const name = `${stem}${n > 1 ? `-${n}` : ""}${end ?? ""}`;
      const have = taken.find((f) => f.name === name);
      if (!have || have.content === draft.text) return name;
    }
  }

  /** Describes a field. */
  schema = async (kind: string, path: string[]): Promise<Fields | undefined> => {
    await bringDocs();
    const answer = await store.ask({ do: "schema", kind, path }, `schema ${kind} ${path.join(" ")}`);
    return answer?.ok ? (answer.result as Fields) : undefined;
  };
}

/** How many commands of a proof lead to the moment from which its harm can be watched: up to its last kubectl. */
function untilHarm(scenario: string): number {
  const commands = scenario.split("\n").flatMap((line) => /^\$\?? (.*)/.exec(line)?.[1] ?? []);
  return commands.findLastIndex((c) => c.startsWith("kubectl ")) + 1;
}

/** What the page opens with, as long as nothing else is known. */
function first(): Draft {
  const file = store.ready ? undefined : early.found?.files[0];
  return file ? { file: file.name, base: file.content, text: file.content } : nothing;
}

/** One document behind the other. */
function joined(texts: string[]): string {
  return texts.map((t) => t.trimEnd() + "\n").join("---\n");
}

/** The last of each name. */
function newest(files: { name: string; content: string }[]): { name: string; content: string }[] {
  return [...new Map(files.map((f) => [f.name, f])).values()];
}

function sentence(e: SimError | undefined): string {
  return [e?.message, e?.hint].filter(Boolean).join(": ");
}

function today(): string {
  const d = new Date();
  return `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, "0")}-${String(d.getDate()).padStart(2, "0")}`;
}

export const manifests = new Manifests();
