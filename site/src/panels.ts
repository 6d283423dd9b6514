// The panels beside the stage, in the order of their tabs. Each is fetched when it is first shown.
import type { Component } from "svelte";

export interface Panel {
  id: string;
  title: { en: string; zh: string };
  load: () => Promise<{ default: Component }>;
}

export const panels: Panel[] = [
  { id: "events", title: { en: "Events", zh: "事件" }, load: () => import("./panels/Events.svelte") },
  { id: "share", title: { en: "Share", zh: "分享" }, load: () => import("./panels/Share.svelte") },
];
