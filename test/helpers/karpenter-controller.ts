import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseAllDocuments } from "yaml";
import { CHARTS } from "../../config/facts/versions";
import { INSTANCE_TYPES, type InstanceTypeName } from "../../config/facts/instance-types";
import type { NodePool } from "../../constructs/kubernetes/karpenter-resources";
import type { Api, ApiObject } from "../../scripts/control-plane/api";
import { freePorts } from "../../scripts/control-plane/free-ports";
import { programFolder } from "../../scripts/control-plane/cache";
import type { ControlPlane } from "../../scripts/control-plane/start";
import { runChild } from "../../scripts/lib/process/child";
import { installDefinitions } from "./definitions";

/** Karpenter's controller and its kinds, where somebody has built them: test/fixtures/karpenter/build.sh. */
export const KARPENTER_FOLDER = join(programFolder({ env: process.env }), `karpenter-${CHARTS.karpenter.version}`);

export const isKarpenterBuilt = existsSync(KARPENTER_FOLDER);

/** Installs the kinds of the release, and waits until the API has them. */
export async function installKinds(api: Api): Promise<void> {
  const folder = join(KARPENTER_FOLDER, "kinds");
  const kinds = readdirSync(folder).flatMap((name) =>
    parseAllDocuments(readFileSync(join(folder, name), "utf8")).map((one) => one.toJS() as ApiObject),
  );
  await installDefinitions(api, kinds);
}

/** Places of Karpenter's objects. */
export const KARPENTER_PATHS = {
  NodePool: "/apis/karpenter.sh/v1/nodepools",
  NodeOverlay: "/apis/karpenter.sh/v1alpha1/nodeoverlays",
  EC2NodeClass: "/apis/karpenter.k8s.aws/v1/ec2nodeclasses",
  KWOKNodeClass: "/apis/karpenter.kwok.sh/v1alpha1/kwoknodeclasses",
  NodeClaim: "/apis/karpenter.sh/v1/nodeclaims",
} as const;

/** The same pool with nodes that only look like nodes; its own NodeClass has nothing else to do here. */
export async function pretendedPool(api: Api, pool: NodePool, consolidateAfter: string): Promise<void> {
  const { name } = pool.metadata;
  const apiVersion = "karpenter.kwok.sh/v1alpha1";
  await api.create(KARPENTER_PATHS.KWOKNodeClass, { apiVersion, kind: "KWOKNodeClass", metadata: { name }, spec: {} });
  const pretended = structuredClone(pool) as { spec: { template: { spec: object }; disruption: object } };
  Object.assign(pretended.spec.template.spec, {
    nodeClassRef: { group: "karpenter.kwok.sh", kind: "KWOKNodeClass", name },
  });
  Object.assign(pretended.spec.disruption, { consolidateAfter });
  await api.create(KARPENTER_PATHS.NodePool, pretended);
}

/** What a Region offers of these types, at prices that make nobody move: as the provider reads it. */
export const offers = (types: readonly InstanceTypeName[], zones: readonly string[]): object[] =>
  types.map((name) => {
    const { vcpus, memoryMiB, arch } = INSTANCE_TYPES[name];
    const only = (key: string, value: string) => ({ key, operator: "In", values: [value] });
    return {
      name,
      architecture: arch,
      operatingSystems: ["linux"],
      resources: { cpu: String(vcpus), memory: `${memoryMiB}Mi`, pods: "110", "ephemeral-storage": "100Gi" },
      offerings: zones.flatMap((zone) =>
        ["spot", "on-demand"].map((bought) => ({
          Price: bought === "spot" ? vcpus / 40 : vcpus / 20,
          Available: true,
          Requirements: [only("karpenter.sh/capacity-type", bought), only("topology.kubernetes.io/zone", zone)],
        })),
      ),
    };
  });

/** Runs the controller while something is done; what it says is in the error where that fails. */
export async function withKarpenter<T>(
  { folder, kubeconfig, api }: ControlPlane,
  {
    offered,
    featureGates,
  }: { readonly offered: readonly object[]; readonly featureGates: Readonly<Record<string, boolean>> },
  use: () => Promise<T>,
): Promise<T> {
  const file = join(folder, "offers.json");
  writeFileSync(file, JSON.stringify(offered));
  const [metrics = 0, health = 0] = await freePorts(2);
  const stop = new AbortController();
  const gates = Object.entries(featureGates).map(([name, on]) => `${name[0]!.toUpperCase()}${name.slice(1)}=${on}`);
  const lines: string[] = [];
  const controller = runChild({
    program: join(KARPENTER_FOLDER, "karpenter"),
    args: [],
    folder,
    env: {
      PATH: process.env["PATH"],
      KUBECONFIG: kubeconfig,
      METRICS_PORT: String(metrics),
      HEALTH_PROBE_PORT: String(health),
      DISABLE_LEADER_ELECTION: "true",
      INSTANCE_TYPES_FILE_PATH: file,
      FEATURE_GATES: gates.join(","),
    },
    signal: stop.signal,
    graceSeconds: 1,
    onLine: (line) => lines.push(line),
  });
  let isOver = false;
  const nodes = readyNodes(api, () => isOver);
  const ended = controller.then(({ code, stderr }) => {
    throw new Error(`Karpenter ended with ${code}: ${stderr}`);
  });
  ended.catch(() => {});
  try {
    return await Promise.race([use(), ended]);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${lines.slice(-30).join("\n")}`, { cause: error });
  } finally {
    isOver = true;
    stop.abort(new Error("stopped"));
    await Promise.allSettled([controller, nodes]);
  }
}

/** Acts for kubelets: nodes become ready. */
async function readyNodes(api: Api, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const { metadata, status } of await api.list("/api/v1/nodes")) {
      const conditions = (status?.conditions ?? []) as { type: string; status: string }[];
      if (conditions.some((one) => one.type === "Ready" && one.status === "True")) continue;
      const at = new Date().toISOString();
      const ready = {
        type: "Ready",
        status: "True",
        reason: "Pretended",
        message: "",
        lastHeartbeatTime: at,
        lastTransitionTime: at,
      };
      await api.patch(`/api/v1/nodes/${metadata.name}/status`, { status: { conditions: [ready] } });
    }
    await sleep(300);
  }
}
