// Scenarios for tests of the page, and the links that open them.
import { deflateRawSync } from "node:zlib";

/** A link that opens a scenario; search is such as ?embed. */
export function linkTo(url, scenario, search = "") {
  return `${url}${search}#s=1.${deflateRawSync(scenario).toString("base64url")}`;
}

/** A DaemonSet rolled out on so many nodes in three zones, and its image just changed. */
export function fleet(count, { maxUnavailable = 1, v2 = "pull=4s start=1s ready-after=3s stop=2s", after = "" } = {}) {
  const nodes = Array.from({ length: count }, (_, i) =>
    `- {apiVersion: v1, kind: Node, metadata: {name: n${String(i).padStart(4, "0")}, labels: {topology.kubernetes.io/zone: ${"abc"[i % 3]}}}}`);
  return `# A fleet of ${count} nodes

$ image registry.example/agent:v1 pull=2s start=1s ready-after=3s stop=2s
$ image registry.example/agent:v2 ${v2}
$ kubectl apply -f nodes.yaml -f agent.yaml
...
$ until rolled-out
$ advance 10s
$ kubectl set image ds/agent agent=registry.example/agent:v2
...
${after}-- nodes.yaml --
apiVersion: v1
kind: List
items:
${nodes.join("\n")}
-- agent.yaml --
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: ${maxUnavailable}}}
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers:
      - name: agent
        image: registry.example/agent:v1
        readinessProbe: {tcpSocket: {port: 24224}, periodSeconds: 1}
        resources: {requests: {cpu: 100m, memory: 200Mi}}
`;
}
