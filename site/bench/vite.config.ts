import { defineConfig } from "vite";

const here = new URL(".", import.meta.url).pathname;

// The pages that bench.mjs measures.
export default defineConfig({
  root: here,
  base: "./",
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ["rollscope", "webernetes", "hello"].map((name) => `${here}${name}.html`) },
  },
  worker: { format: "es" },
});
