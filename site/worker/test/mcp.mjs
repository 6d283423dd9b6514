// The Model Context Protocol as its official client speaks it.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { agent, scenarios } from "./requests.mjs";

/** Connects, lists the tools, calls each of them; answers with what it was told. */
export async function mcp(url) {
  const client = new Client({ name: "rollscope-test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  try {
    const { tools } = await client.listTools();
    const names = tools.map((t) => t.name).sort();
    if (names.join() !== "explain,lint,plan,run,why") throw new Error(`tools: ${names}`);
    const calls = {
      plan: { to: agent, nodes: 5 },
      why: { files: agent, nodes: 2 },
      lint: { files: agent },
      explain: { names: "RS302" },
      run: { scenario: scenarios[0][1] },
    };
    const answers = {};
    for (const [name, args] of Object.entries(calls)) {
      const answer = await client.callTool({ name, arguments: args });
      if (answer.isError || !answer.content[0]?.text) throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 300)}`);
      answers[name] = answer;
    }
    const wrong = await client.callTool({ name: "plan", arguments: { to: "kind: [", nodes: 1 } });
    if (!wrong.isError) throw new Error("a broken manifest is no error");
    await client.ping();
    return { tools, answers, wrong, server: client.getServerVersion()?.name, instructions: client.getInstructions() };
  } finally {
    await client.close();
  }
}
