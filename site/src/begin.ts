// What the page opens with: the link's scenario when there is one, else its own.
import { asked, LinkError, onAsked, type Asked } from "./share";
import opening from "../generated/opening.json";
import { kept } from "./keep";
import { store, type Picture } from "./store.svelte";
import { sentences } from "./text";

export function begin(): void {
  const first = asked();
  store.language = first.language ?? spoken() ?? (navigator.language.startsWith("zh") ? "zh" : "en");
  store.embed = first.embed;
  if (!first.scenario) store.draw(opening as unknown as Picture);
  void open(first).then(() => {
    if (first.lesson !== undefined) store.show("lessons"); // which opens a scenario of its own
  });
  onAsked((again) => {
    if (again.scenario) void open(again);
    if (again.lesson !== undefined) void openLesson(again.lesson);
  });
}

/** Another lesson than the one that the page opened with. */
async function openLesson(name: string): Promise<void> {
  const { teaching } = await import("./learn/teaching.svelte");
  store.show("lessons");
  if (teaching.entry?.name !== name) await teaching.open(name);
}

/** The language that a visitor chose here before. */
function spoken(): "en" | "zh" | undefined {
  const language = kept("language");
  return language === "en" || language === "zh" ? language : undefined;
}

async function open(what: Asked): Promise<void> {
  let scenario: string | undefined;
  let problem = "";
  try {
    scenario = await what.scenario;
  } catch (e) {
    problem = sentences[store.language].badLink[e instanceof LinkError ? e.problem : "damaged"];
  }
  const opened = await (scenario === undefined ? store.open() : store.open(scenario, "link.txtar", -1, what.from));
  if (!opened && scenario !== undefined) {
    problem = store.error;
    if (!store.ready) await store.open(); // something to look at, and the reason above it
  }
  if (opened && what.at !== undefined) await store.openAt(what.at);
  if (problem) store.error = problem;
}
