import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { policy } from "../tools/policy.mjs";

const here = new URL(".", import.meta.url).pathname;

// The pages that bench.mjs measures.
export default defineConfig({
  root: here,
  base: "./",
  plugins: [svelte(), policy()],
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ["rollscope", "webernetes", "hello"].map((name) => `${here}${name}.html`) },
  },
  worker: { format: "es" },
});
