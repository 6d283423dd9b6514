import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { able } from "./tools/able.mjs";
import { policy } from "./tools/policy.mjs";

// The page is plain files with hashed names; generated/ holds what Go made (make site).
export default defineConfig({
  base: "./",
  plugins: [svelte(), able(), policy()],
  build: {
    target: "es2023",
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: "manifest.json", // the Worker finds assets by it
    rollupOptions: {
      input: { index: "index.html", "rollscope-scenario": "src/element.ts" },
      // Other people's pages name the element, so its name stays.
      output: { entryFileNames: (chunk) => (chunk.name === "rollscope-scenario" ? "rollscope-scenario.js" : "assets/[name]-[hash].js") },
    },
  },
  worker: { format: "es" },
});
