// A plugin for Vite: writes the policy of public/_headers into index.html, for servers that send no
// headers. What only a header may say stays in the header.
import { readFileSync } from "node:fs";

export function policy() {
  const headers = readFileSync(new URL("../public/_headers", import.meta.url), "utf8");
  const content = /Content-Security-Policy: (.*)/.exec(headers)?.[1]?.replace(/; frame-ancestors [^;]*/, "");
  if (!content) throw new Error("public/_headers has no Content-Security-Policy");
  return {
    name: "policy",
    apply: "build",
    transformIndexHtml: {
      order: "post", // before all scripts
      handler: () => [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content }, injectTo: "head-prepend" }],
    },
  };
}
