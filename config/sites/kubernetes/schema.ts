import { z } from "zod";
import { key, nameSchema } from "../../kernel/key";
import { platformSchema } from "../../platform/schema";
import { existingPoolSchema } from "../../pools/existing/schema";
import { clusterStateSchema } from "../../state/cluster-schema";
import { existingVolumeSchema } from "../../storage/registry";
import { SITE_KEYS } from "../keys";
import { existingClusterSchema } from "./cluster-schema";

const sitePlatformSchema = platformSchema.extend({
  loadBalancerController: key(z.boolean().default(false), {
    description:
      "The controller of AWS, which a cluster elsewhere cannot have: cluster.loadBalancers says who makes load balancers.",
    update: "in-place",
  }),
});

/** One environment in a cluster that somebody has made: everything that a team writes. */
export const kubernetesSchema = z.strictObject({
  name: SITE_KEYS.name,
  profile: SITE_KEYS.profile,
  owner: SITE_KEYS.owner,
  state: key(clusterStateSchema, {
    description: "Where Terraform keeps its state.",
    example: { kind: "s3-compatible", endpoint: "https://minio.example.com:9000", bucket: "railyard-state" },
    update: "forbidden",
  }),
  cluster: key(existingClusterSchema, {
    description: "The cluster: one that exists, and that Railyard only installs in.",
    update: "forbidden",
    updateNote: "Another cluster is another environment.",
  }),
  nodeGroups: key(z.record(nameSchema(20), existingPoolSchema), {
    description: "Pools of equal nodes that are in the cluster, by name.",
    update: "in-place",
    updateNote: "Removing a pool stops its jobs; its nodes stay.",
  }),
  storage: key(z.record(nameSchema(20), existingVolumeSchema).default({}), {
    description: "Volumes that login and compute pods mount, by name. All of them are there already.",
    example: { scratch: { kind: "lustre-existing", hostPath: "/lustre", folder: "railyard" } },
    update: "in-place",
    updateNote: "Removing a volume takes it from pods. Files stay.",
  }),
  gpu: SITE_KEYS.gpu,
  slurm: SITE_KEYS.slurm,
  kueue: SITE_KEYS.kueue,
  health: SITE_KEYS.health,
  platform: key(sitePlatformSchema.prefault({}), {
    description: "What runs in the cluster beside Slurm.",
    update: "in-place",
  }),
  outbound: SITE_KEYS.outbound,
  monitoring: SITE_KEYS.monitoring,
  logs: SITE_KEYS.logs,
  traces: SITE_KEYS.traces,
  teams: SITE_KEYS.teams,
  datasets: SITE_KEYS.datasets,
  workloads: SITE_KEYS.workloads,
  verify: SITE_KEYS.verify,
  idle: SITE_KEYS.idle,
  ignoreRules: SITE_KEYS.ignoreRules,
});

/** An environment with its defaults filled in. */
export type KubernetesConfig = z.output<typeof kubernetesSchema>;
