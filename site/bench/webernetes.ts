// The same number of nodes in @ngrok/webernetes. It has no DaemonSets, so 200 pods of a Deployment
// stand for the daemon pods.
import { BaseImage, Cluster, type ProcessContext } from "@ngrok/webernetes";

class Agent extends BaseImage {
  static readonly imageName = "agent";
  static readonly imageVersion = "v1";
  override async exec(ctx: ProcessContext): Promise<number> {
    return ctx.waitUntilKilled();
  }
}

const nodes = Number(new URLSearchParams(location.search).get("nodes"));
const cluster = new Cluster({ nodes });
cluster.registerImage(Agent);
await cluster.init();
performance.mark("running");
await cluster.apply([{
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "agent", namespace: "default" },
  spec: {
    replicas: nodes,
    selector: { matchLabels: { app: "agent" } },
    template: { metadata: { labels: { app: "agent" } }, spec: { containers: [{ name: "agent", image: "agent:v1" }] } },
  },
}]);
for (;;) {
  const set = await cluster.api.appsv1.readNamespacedDeployment({ name: "agent", namespace: "default" });
  if (set.status?.availableReplicas === nodes) break;
  await new Promise((done) => setTimeout(done, 10));
}
performance.mark("available");
