// The panels beside the stage, in the order of their tabs. Each is fetched when it is first shown.
import type { Component } from "svelte";
import { findings } from "./early.svelte";

export interface Panel {
  id: string;
  title: { en: string; zh: string };
  load: () => Promise<{ default: Component }>;
  /** A number that the tab shows; 0 is none. */
  count?: () => number;
}

export const panels: Panel[] = [
  { id: "lessons", title: { en: "Lessons", zh: "课程" }, load: () => import("./panels/Lessons.svelte") },
  { id: "hands", title: { en: "Hands on", zh: "动手" }, load: () => import("./panels/Hands.svelte") },
  { id: "why", title: { en: "Why", zh: "为什么" }, load: () => import("./panels/Why.svelte") },
  { id: "plan", title: { en: "Plan", zh: "预演" }, load: () => import("./panels/Plan.svelte") },
  { id: "sweep", title: { en: "Strategies", zh: "策略对比" }, load: () => import("./panels/Sweep.svelte") },
  { id: "events", title: { en: "Events", zh: "事件" }, load: () => import("./panels/Events.svelte") },
  { id: "prompt", title: { en: "kubectl", zh: "kubectl" }, load: () => import("./panels/Prompt.svelte") },
  { id: "share", title: { en: "Share", zh: "分享" }, load: () => import("./panels/Share.svelte") },
  { id: "editor", title: { en: "Editor", zh: "编辑器" }, load: () => import("./panels/Editor.svelte") },
  { id: "findings", title: { en: "Findings", zh: "问题" }, load: () => import("./panels/Findings.svelte"), count: findings },
];
