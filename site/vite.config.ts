import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is plain files with hashed names; generated/ holds what Go made (make site).
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: { target: "es2023", outDir: "dist", assetsInlineLimit: 0, modulePreload: { polyfill: false }, sourcemap: false },
  worker: { format: "es" },
});
