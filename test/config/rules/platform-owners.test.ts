import { PLATFORM_OWNER_RULES } from "../../../config/rules/platform-owners";
import { ruleCases } from "../../helpers/rule-cases";

const values = (helmValues: object) => ({ platform: { helmValues } });
const slurm = (more: object) => values({ slurm: more });
const at = (chart: string, ...keys: string[]) => ["platform", "helmValues", chart, ...keys];
const custom = { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } };
const driverByOperator = { gpu: { driver: "operator" }, nodeGroups: { h100: custom } };
const draGpus = { "dra-driver-nvidia-gpu": { resources: { gpus: { enabled: true } } } };
const secondNfd = { "network-operator": { nfd: { enabled: true } } };

ruleCases(
  PLATFORM_OWNER_RULES,
  [
    {
      id: "platform/driver-features",
      when: "GPUDirect Storage",
      change: values({ "gpu-operator": { gds: { enabled: true } } }),
      path: at("gpu-operator", "gds", "enabled"),
      words: ["gds.enabled", "never runs"],
    },
    {
      id: "platform/driver-features",
      when: "RDMA of the driver",
      change: values({ "gpu-operator": { driver: { rdma: { enabled: true } } } }),
      path: at("gpu-operator", "driver", "rdma", "enabled"),
      words: ["driver.rdma.enabled"],
    },
    {
      id: "platform/two-gpu-owners",
      when: "GPUs of the DRA driver beside the plugin",
      change: values(draGpus),
      path: at("dra-driver-nvidia-gpu", "resources", "gpus", "enabled"),
      words: ['"device-plugin"', 'allocation: "dra"'],
    },
    {
      id: "platform/two-feature-discoveries",
      when: "one in each operator",
      change: values(secondNfd),
      path: at("network-operator", "nfd", "enabled"),
      words: ["network-operator", "deployNodeFeatureRules: true"],
    },
    ...[
      ["controller", "extraConf"],
      ["nodesetDefaults", "extraConf"],
    ].map(([part = "", key = ""]) => ({
      id: "platform/slurm-conf-replaced",
      when: part,
      change: slurm({ [part]: { [key]: "DebugFlags=Gres" } }),
      path: at("slurm", part, key),
      words: [`${part}.${key}`, "extraConfMap"],
    })),
    {
      id: "platform/slurm-conf-replaced",
      when: "a node set",
      change: slurm({ nodesets: { h100: { extraConf: "Weight=2" } } }),
      path: at("slurm", "nodesets", "h100", "extraConf"),
      words: ["nodesets.h100.extraConf", "extraConfMap"],
    },
    {
      id: "platform/slurm-conf-replaced",
      when: "a partition",
      change: slurm({ partitions: { train: { config: "MaxTime=1" } } }),
      path: at("slurm", "partitions", "train", "config"),
      words: ["partitions.train.config", "configMap"],
    },
    ...(
      [
        ["zero", "controller", { controller: { extraConfMap: { KillWait: 0 } } }, "KillWait is 0", "drops", '"0"'],
        ["false", "controller", { controller: { extraConfMap: { A: false } } }, "A is false", "drops", '"NO"'],
        [
          "a million",
          "controller",
          { controller: { extraConfMap: { A: 1000000 } } },
          "A is 1000000",
          "exponent",
          '"1000000"',
        ],
      ] as const
    ).map(([when, part, more, ...words]) => ({
      id: "platform/slurm-conf-text",
      when,
      change: slurm(more),
      path: at("slurm", part, "extraConfMap", Object.keys(more.controller.extraConfMap)[0] ?? ""),
      words,
    })),
    {
      id: "platform/slurm-conf-text",
      when: "the defaults of node sets",
      change: slurm({ nodesetDefaults: { extraConfMap: { RealMemory: 2000000 } } }),
      path: at("slurm", "nodesetDefaults", "extraConfMap", "RealMemory"),
      words: ['"2000000"'],
    },
    {
      id: "platform/slurm-conf-text",
      when: "a node set with a dot in its key",
      change: slurm({ nodesets: { h100: { extraConfMap: { "a.b": 0 } } } }),
      path: at("slurm", "nodesets", "h100", "extraConfMap", "a.b"),
      words: ["a.b is 0"],
    },
    {
      id: "platform/slurm-conf-text",
      when: "a partition",
      change: slurm({ partitions: { train: { configMap: { Hidden: false } } } }),
      path: at("slurm", "partitions", "train", "configMap", "Hidden"),
      words: ["Hidden is false"],
    },
  ],
  [
    {
      id: "platform/driver-features",
      when: "a switch that is off",
      change: values({ "gpu-operator": { gds: { enabled: false } } }),
    },
    {
      id: "platform/driver-features",
      when: "the operator's driver",
      change: { ...driverByOperator, ...values({ "gpu-operator": { gds: { enabled: true } } }) },
    },
    { id: "platform/two-gpu-owners", when: "DRA", change: { gpu: { allocation: "dra" }, ...values(draGpus) } },
    { id: "platform/two-gpu-owners", when: "no values", change: {} },
    {
      id: "platform/two-feature-discoveries",
      when: "the first one off",
      change: values({ ...secondNfd, "gpu-operator": { nfd: { enabled: false } } }),
    },
    {
      id: "platform/two-feature-discoveries",
      when: "no GPU Operator",
      change: { gpu: { operator: false }, ...values(secondNfd) },
    },
    {
      id: "platform/two-feature-discoveries",
      when: "no GPU group",
      change: { nodeGroups: { h100: null }, ...values(secondNfd) },
    },
    {
      id: "platform/two-feature-discoveries",
      when: "no second one",
      change: values({ "network-operator": { nfd: { enabled: false } } }),
    },
    {
      id: "platform/slurm-conf-replaced",
      when: "maps",
      change: slurm({ controller: { extraConfMap: { A: "1" } }, partitions: { train: { configMap: { B: "1" } } } }),
    },
    { id: "platform/slurm-conf-replaced", when: "an empty text", change: slurm({ controller: { extraConf: "" } }) },
    {
      id: "platform/slurm-conf-text",
      when: "texts",
      change: slurm({ controller: { extraConfMap: { A: "0", B: "1000000", C: "NO" } } }),
    },
    {
      id: "platform/slurm-conf-text",
      when: "numbers that are written down",
      change: slurm({ controller: { extraConfMap: { A: 999999, B: true } } }),
    },
    { id: "platform/slurm-conf-text", when: "other parts of the chart", change: slurm({ restapi: { replicas: 0 } }) },
  ],
);
