// A plugin for Vite: src/able.js goes into the page as it is, before everything else.
import { readFileSync } from "node:fs";

export function able() {
  return {
    name: "able",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "asset", name: "able.js", source: readFileSync(new URL("../src/able.js", import.meta.url)) });
    },
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const { fileName } = Object.values(bundle).find((f) => f.type === "asset" && f.names.includes("able.js"));
        return [{ tag: "script", attrs: { defer: true, src: `./${fileName}` }, injectTo: "head-prepend" }];
      },
    },
  };
}
