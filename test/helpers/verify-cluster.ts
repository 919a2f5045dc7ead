import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Api, ApiObject } from "../../scripts/control-plane/api";
import { loadWritten } from "../../scripts/lib/environments/environment-table";
import type { AskCluster } from "../../scripts/lib/kubernetes/question";
import { NOW } from "./environment";

/** The pool whose nodes are made up. */
export const h100 = loadWritten(["research"], NOW)[0]!.resolved.nodeGroups.find(({ name }) => name === "h100")!;
export const NODES = Array.from({ length: 4 }, (_, at) => `h100-${at}`);
const RUN = "railyard.dev/verify-run";

const onNode = ({ spec }: ApiObject): string => spec.nodeName as string;
const podPath = ({ metadata: { namespace, name } }: ApiObject) => `/api/v1/namespaces/${namespace}/pods/${name}`;

/** A node of the pool as its kubelet would register it; its logs are asked at a port of this machine. */
export const node = (name: string, port: number) => ({
  metadata: { name, labels: { ...h100.nodeSelector, "kubernetes.io/hostname": name, "kubernetes.io/os": "linux" } },
  spec: { taints: h100.taints },
  status: {
    capacity: { cpu: "192", memory: "2000Gi", pods: "110", "hugepages-2Mi": "20Gi", ...h100.podResources },
    allocatable: { cpu: "192", memory: "2000Gi", pods: "110", "hugepages-2Mi": "20Gi", ...h100.podResources },
    conditions: [{ type: "Ready", status: "True", reason: "Test", message: "", lastHeartbeatTime: NOW.toISOString() }],
    addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
  },
});

/** Acts for kubelets: pods run, end well, go; what they print is that of recorded runs. @returns what ends it */
export async function kubelets(api: Api, folder: string, prints: (nodes: readonly string[]) => string) {
  const file = (name: string) => readFileSync(join(folder, "certificates", `apiserver.${name}`));
  const server = createServer({ cert: file("crt"), key: file("key") }, (asked, answer) => {
    const [, , namespace, pod] = asked.url!.split(/[/?]/);
    void (async () => {
      const pods = await api.list(`/api/v1/namespaces/${namespace}/pods`);
      const run = pods.find(({ metadata }) => metadata.name === pod)!.metadata.labels![RUN];
      answer.end(prints(pods.filter(({ metadata }) => metadata.labels?.[RUN] === run).map(onNode)));
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  let stopped = false;
  const loop = (async () => {
    while (!stopped) {
      for (const pod of await api.list("/api/v1/pods?fieldSelector=spec.nodeName!%3D")) {
        const phase = pod.status?.phase as string;
        if (pod.metadata.deletionTimestamp) await api.remove(podPath(pod), { gracePeriodSeconds: 0 });
        else if (phase === "Pending") await api.patch(`${podPath(pod)}/status`, { status: { phase: "Running" } });
        else if (phase === "Running") await api.patch(`${podPath(pod)}/status`, { status: { phase: "Succeeded" } });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      stopped = true;
      await loop;
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Half a minute at the most: what does not come is found by what follows. */
export async function patiently(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 150 && !(await isSo()); tries++) await new Promise((resolve) => setTimeout(resolve, 200));
}

/** As commands ask it. */
export const asking =
  (api: Api): AskCluster =>
  ({ method, path, body }) =>
    api.ask(method, path, body);
