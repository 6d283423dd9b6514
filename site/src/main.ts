import { mount } from "svelte";
import App from "./App.svelte";
import { store } from "./store.svelte";
import "./tokens.css";
import { offlineScript } from "./trusted";

/** Whether the browser has what the page needs; able.js has told what it lacks. */
const able = document.documentElement.dataset.unable === undefined;

// In a task of its own: reading all this took one already.
if (able) setTimeout(() => mount(App, { target: document.getElementById("app")! }));

// Once all of the simulator is there, the browser may keep the page for days without a network.
// Not before: it fetches everything, and the first picture should not have to wait for that.
function keepPage(): void {
  if (store.whole === "here") void navigator.serviceWorker.register(offlineScript()).catch(() => {});
  else setTimeout(keepPage, 500);
}
if (able && import.meta.env.PROD && "serviceWorker" in navigator && isSecureContext) keepPage();
