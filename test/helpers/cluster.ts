import type { KubernetesInput } from "../../config/environment-input";
import { mergeExtends } from "../../config/kernel/extends";
import type { Rule, Violation } from "../../config/kernel/rule";
import type { KubernetesEnvironment } from "../../config/sites/kubernetes/environment";
import { resolveKubernetes } from "../../config/sites/kubernetes/resolve";
import { kubernetesSchema, type KubernetesConfig } from "../../config/sites/kubernetes/schema";
import { NOW, type Change } from "./environment";

/** A legal environment in a cluster that exists, with everything in it: 64 DGX H100 on InfiniBand, Lustre, Slurm, a team. */
export const LEGAL_CLUSTER = {
  name: "sample",
  owner: { team: "ml-platform", costCenter: "cc-1042" },
  state: { kind: "s3-compatible", endpoint: "https://minio.example.com:9000", bucket: "railyard-state" },
  cluster: {
    kind: "existing",
    version: "1.34",
    access: { kind: "kubeconfig", context: "sample" },
    storageClasses: { usual: "ceph-block", retained: "ceph-block-retain" },
    systemNodes: { labels: { "example.com/role": "system" } },
    loadBalancers: { class: "metallb.io/metallb", annotations: { "metallb.io/address-pool": "login" } },
  },
  nodeGroups: {
    dgx: {
      labels: { "example.com/servers": "dgx" },
      nodes: 64,
      server: "dgx-h100",
      fabric: { kind: "infiniband" },
      taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }],
    },
  },
  storage: { scratch: { kind: "lustre-existing", hostPath: "/lustre", folder: "railyard" } },
  slurm: { partitions: { train: { nodeGroups: ["dgx"], default: true } } },
  teams: { vision: { gpus: 16 } },
} as const satisfies KubernetesInput;

/** The sample environment with a change merged in, parsed and resolved. Throws when the shape is wrong. */
export function clusterSample(change: Change = {}): {
  readonly config: KubernetesConfig;
  readonly env: KubernetesEnvironment;
} {
  const { input, origins } = mergeExtends({ ...change, extends: LEGAL_CLUSTER });
  const config = kubernetesSchema.parse(input);
  return { config, env: resolveKubernetes(config, origins) };
}

/** For the cases of rules of this site. */
export const CLUSTER_SAMPLE = {
  hasShape: (change: Change): boolean =>
    kubernetesSchema.safeParse(mergeExtends({ ...change, extends: LEGAL_CLUSTER }).input).success,
  violations: (rule: Rule, change: Change = {}, now: Date = NOW): Violation[] => [
    ...rule.check({ ...clusterSample(change), now }),
  ],
};
