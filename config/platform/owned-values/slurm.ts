import { MUST_AGREE, NAMES, onlyOn, owned, TOLERATES, type OwnedValue } from "./row";

const LOST_STATE = "slurmctld would forget all jobs when its pod moves";
const OTHER_FENCE = "jobs would no longer be kept to their own GPUs, cores and memory";
const NODES_CHANGE = "slurmd would not fit its node, or would not start";
const TWO_SOURCES = "the login would not follow config any more";

/** slurm.conf lines that node facts, GRES, accounting and scripts depend on. The others are free. */
const SLURM_CONF = [
  "ClusterName",
  "GresTypes",
  "SelectType",
  "SelectTypeParameters",
  "TopologyPlugin",
  "AccountingStorageTRES",
  "AccountingStorageEnforce",
  "AccountingStorageType",
  "AuthType",
  "MaxNodeCount",
  "Prolog",
  "Epilog",
  "TaskProlog",
  "HealthCheckProgram",
];
const FENCES = ["ProctrackType", "TaskPlugin", "PrologFlags"];

export const SLURM_VALUES: readonly OwnedValue[] = [
  ...owned("slurm", [
    ["clusterName", "the operator refuses another name, and accounting loses its history", "name"],
    ["configFiles.cgroup\\.conf", OTHER_FENCE, "nothing: it is the same everywhere"],
    ["configFiles.gres\\.conf", MUST_AGREE, "nodeGroups.<group>.instanceType"],
    [
      "configFiles.topology\\.yaml",
      "nodes without a leaf are lost to jobs of several nodes",
      "nothing: it follows from nodeGroups",
    ],
    ["configFiles.plugstack\\.conf", "container images of jobs come from it", "nothing: it goes with the image"],
    ...SLURM_CONF.map(
      (key) =>
        [`controller.extraConfMap.${key}`, MUST_AGREE, "nodeGroups, slurm and teams; it follows from them"] as const,
    ),
    ...FENCES.map(
      (key) => [`controller.extraConfMap.${key}`, OTHER_FENCE, "nothing: it is the same everywhere"] as const,
    ),
    ["controller.persistence.enabled", LOST_STATE, "nothing: it is always on", onlyOn],
    ["controller.persistence.existingClaim", LOST_STATE, "nothing: it has a volume of its own"],
    ["controller.persistence.storageClassName", "the volume cannot change its class", "nothing: it is gp3"],
    ["controller.external", "two controllers of one cluster", "nothing: leave slurm out and run your own"],
    ["accounting.enabled", "slurmctld does not start with GPUs and without accounting", "slurm.accounting", onlyOn],
    ["accounting.external", "it follows from config", "slurm.accounting"],
    ["accounting.storageConfig", "usage and limits live in the database that config names", "slurm.accounting"],
    ["slurmKey.create", "running daemons know the key that there is", "nothing: it is made once and kept", onlyOn],
    ["jwtKey.create", "tokens were made with the key that there is", "nothing: it is made once and kept", onlyOn],
    ["nodesets.*.enabled", MUST_AGREE, "slurm.partitions"],
    ["nodesets.*.scalingMode", NODES_CHANGE, "nodeGroups.<group>.nodes"],
    ["nodesets.*.extraConfMap.Gres", MUST_AGREE, "nodeGroups.<group>.instanceType"],
    ["nodesets.*.slurmd.resources", NODES_CHANGE, "nodeGroups.<group>.instanceType"],
    [
      "nodesets.*.slurmd.volumeMounts",
      "the list replaces that of Railyard: scripts, /dev/shm and Lustre would be gone",
      "lustre.mountPath",
    ],
    [
      "nodesets.*.podSpec.volumes",
      "the list replaces that of Railyard: scripts, /dev/shm and Lustre would be gone",
      "lustre.mountPath",
    ],
    ["nodesets.*.podSpec.nodeSelector", NODES_CHANGE, "nodeGroups"],
    ["nodesets.*.podSpec.tolerations", TOLERATES, "nodeGroups.<group>.taints"],
    ["partitions.*.nodesets", MUST_AGREE, "slurm.partitions.<partition>.nodeGroups"],
    ["partitions.*.configMap.Default", MUST_AGREE, "slurm.partitions.<partition>.default"],
    ["partitions.*.configMap.MaxTime", MUST_AGREE, "slurm.partitions.<partition>.maxHours"],
    ["partitions.*.configMap.DefaultTime", MUST_AGREE, "slurm.partitions.<partition>.defaultHours"],
    ["partitions.*.configMap.PriorityTier", MUST_AGREE, "slurm.partitions.<partition>.priority"],
    ["partitions.*.configMap.Nodes", MUST_AGREE, "slurm.partitions.<partition>.nodeGroups"],
    ["loginsets.*.replicas", TWO_SOURCES, "slurm.login.replicas"],
    ["loginsets.*.service.spec", TWO_SOURCES, "slurm.login"],
    ["vendor.nvidia.dcgm", "the exporter reads the mapping where config says", "gpu.dcgm"],
    ["fullnameOverride", NAMES, "nothing: take it out"],
    ["nameOverride", NAMES, "nothing: take it out"],
    ["namespaceOverride", NAMES, "nothing: take it out"],
  ]),
];
