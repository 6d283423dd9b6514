// A first roll-out of a DaemonSet in our simulator, in its Web Worker as on the page.
import { Simulator } from "../src/sim";

const nodes = Number(new URLSearchParams(location.search).get("nodes"));
const scenario = `# bench

$ kubectl apply -f nodes.yaml
...
$ kubectl apply -f agent.yaml
...
-- nodes.yaml --
${Array.from({ length: nodes }, (_, i) => `{apiVersion: v1, kind: Node, metadata: {name: n${i + 1}}}`).join("\n---\n")}
-- agent.yaml --
{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec: {selector: {matchLabels: {app: agent}},
 template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: agent, image: "registry.example/agent:v1"}]}}}}
`;

const sim = new Simulator(() => {}, true); // as for a link: the whole simulator at once
const must = async (request: Parameters<Simulator["tell"]>[0]): Promise<unknown> => {
  const answer = await sim.tell(request);
  if (!answer?.ok) throw new Error(answer?.error?.message);
  return answer.result;
};
await must({ do: "open", scenario, name: "bench.txtar", steps: 1 });
performance.mark("running");
await must({ do: "run", to: -1 });
await must({ do: "until", cond: `available>=${nodes}` });
performance.mark("available");
