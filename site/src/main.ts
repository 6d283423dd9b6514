import { mount } from "svelte";
import App from "./App.svelte";
import "./tokens.css";
import { offlineScript } from "./trusted";

// In a task of its own: reading all this took one already.
setTimeout(() => mount(App, { target: document.getElementById("app")! }));

// After the first picture is drawn, the browser may keep the page for days without a network.
if (import.meta.env.PROD && "serviceWorker" in navigator && isSecureContext) {
  addEventListener("load", () => void navigator.serviceWorker.register(offlineScript()).catch(() => {}), { once: true });
}
