// What can be kept of a run besides its scenario: pictures, a table for a pull request, a recording.
import type { Ran, SimEvent, SimSet, Where } from "./protocol";
import { moment } from "./text";

/** Hands a file to the visitor. */
export function download(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** An SVG drawn into a PNG, twice as large, on a canvas. */
export async function png(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** What a recording or a table tells of. */
export interface Run {
  title: string;
  where: Where;
  sets: SimSet[];
  ran: Ran[];
  events: SimEvent[];
  language: "en" | "zh";
}

const words = {
  en: { state: "At", link: "Open in the playground", set: "DaemonSet", desired: "desired", updated: "up-to-date", available: "available", rollout: "rollout status", events: "What happened" },
  zh: { state: "时刻", link: "在演练场中打开", set: "DaemonSet", desired: "期望", updated: "已更新", available: "可用", rollout: "rollout status", events: "发生了什么" },
};

/** The run as Markdown: the counts, the commands, the decisions. */
export function markdown(run: Run, href: string): string {
  const w = words[run.language];
  const lines = [`### ${plain(run.title)}`, "", `${w.state} ${moment(run.where.now)} · [${w.link}](${href})`, ""];
  lines.push(`| ${w.set} | ${w.desired} | ${w.updated} | ${w.available} | ${w.rollout} |`, "|---|---:|---:|---:|---|");
  for (const s of run.sets) lines.push(`| ${plain(`${s.namespace}/${s.name}`)} | ${s.desired} | ${s.upToDate} | ${s.available} | ${plain(s.line)} |`);
  if (run.ran.length > 0) lines.push("", fence(run.ran.map((r) => `$ ${r.command}\n${r.output}`.trimEnd()).join("\n")));
  if (run.events.length > 0) {
    lines.push("", `<details><summary>${w.events}</summary>`, "");
    for (const e of run.events) lines.push(`- ${moment(e.at)} ${plain(e[run.language])}`);
    lines.push("", "</details>");
  }
  return `${lines.join("\n")}\n`;
}

/** Text that Markdown takes as it is. */
function plain(s: string): string {
  return s.replace(/[\p{C}\s]+/gu, " ").replace(/[\\`*_{}[\]<>#|!~&]/g, "\\$&").replaceAll("@", "&#64;");
}

/** A block of code, fenced by more backticks than stand in it. */
function fence(s: string): string {
  const longest = Math.max(2, ...[...s.matchAll(/`+/g)].map((m) => m[0].length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}console\n${s}\n${ticks}`;
}

/** The run as an asciicast (version 2): commands as typed, then what happened, at most a second apart. */
export function cast(run: Run): string {
  const lines: string[] = [JSON.stringify({ version: 2, width: 100, height: 30, title: run.title })];
  let at = 0;
  let before = run.ran[0]?.from ?? run.events[0]?.at ?? 0;
  const print = (text: string, when: number): void => {
    at += Math.min(1, Math.max(0.05, when - before));
    before = when;
    lines.push(JSON.stringify([Number(at.toFixed(3)), "o", text.replace(/[^\P{C}\n]/gu, "").replaceAll("\n", "\r\n")]));
  };
  const story = [
    ...run.ran.map((r) => ({ when: r.from, text: `$ ${r.command}\n${r.output}` })),
    ...run.events.map((e) => ({ when: e.at, text: `${moment(e.at).padStart(7)}  ${e[run.language]}\n` })),
  ];
  story.sort((a, b) => a.when - b.when);
  for (const s of story) print(s.text, s.when);
  return `${lines.join("\n")}\n`;
}
