// The panels beside the stage, in the order of their tabs. Each is fetched when it is first shown.
import type { Component } from "svelte";
import { early } from "./early.svelte";

export interface Panel {
  id: string;
  title: { en: string; zh: string };
  load: () => Promise<{ default: Component }>;
  /** A number that the tab shows; 0 is none. */
  count?: () => number;
}

export const panels: Panel[] = [
  { id: "editor", title: { en: "Editor", zh: "编辑器" }, load: () => import("./panels/Editor.svelte") },
  { id: "findings", title: { en: "Findings", zh: "问题" }, load: () => import("./panels/Findings.svelte"), count: () => early.count },
  { id: "events", title: { en: "Events", zh: "事件" }, load: () => import("./panels/Events.svelte") },
  { id: "share", title: { en: "Share", zh: "分享" }, load: () => import("./panels/Share.svelte") },
];
