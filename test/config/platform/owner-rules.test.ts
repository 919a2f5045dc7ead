import { PLATFORM_OWNER_RULES } from "../../../config/platform/owner-rules";
import { ruleCases } from "../../helpers/rule-cases";

const values = (helmValues: object) => ({ platform: { helmValues } });
const slurm = (more: object) => values({ slurm: more });
const at = (chart: string, ...keys: string[]) => ["platform", "helmValues", chart, ...keys];
const custom = { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } };
const driverByOperator = { gpu: { driver: "operator" }, nodeGroups: { h100: custom } };
const draGpus = { "dra-driver-nvidia-gpu": { resources: { gpus: { enabled: true } } } };

ruleCases(PLATFORM_OWNER_RULES, {
  "platform/driver-features": {
    severity: "warning",
    trips: [
      {
        when: "GPUDirect Storage",
        change: values({ "gpu-operator": { gds: { enabled: true } } }),
        at: at("gpu-operator", "gds", "enabled"),
        message: ["gds.enabled", "never runs"],
      },
      {
        when: "RDMA of the driver",
        change: values({ "gpu-operator": { driver: { rdma: { enabled: true } } } }),
        at: at("gpu-operator", "driver", "rdma", "enabled"),
        message: ["driver.rdma.enabled"],
      },
    ],
    passes: [
      { when: "a switch that is off", change: values({ "gpu-operator": { gds: { enabled: false } } }) },
      {
        when: "the operator's driver",
        change: { ...driverByOperator, ...values({ "gpu-operator": { gds: { enabled: true } } }) },
      },
    ],
  },
  "platform/two-gpu-owners": {
    severity: "error",
    trips: [
      {
        when: "GPUs of the DRA driver beside the plugin",
        change: values(draGpus),
        at: at("dra-driver-nvidia-gpu", "resources", "gpus", "enabled"),
        message: ['"device-plugin"'],
        fix: ['allocation: "dra"'],
      },
    ],
    passes: [
      { when: "DRA", change: { gpu: { allocation: "dra" }, ...values(draGpus) } },
      { when: "no values", change: {} },
    ],
  },
  "platform/slurm-conf-replaced": {
    severity: "error",
    trips: [
      ...[
        ["controller", "extraConf"],
        ["nodesetDefaults", "extraConf"],
      ].map(([part = "", key = ""]) => ({
        when: part,
        change: slurm({ [part]: { [key]: "DebugFlags=Gres" } }),
        at: at("slurm", part, key),
        message: [`${part}.${key}`, "extraConfMap"],
      })),
      {
        when: "a node set",
        change: slurm({ nodesets: { h100: { extraConf: "Weight=2" } } }),
        at: at("slurm", "nodesets", "h100", "extraConf"),
        message: ["nodesets.h100.extraConf", "extraConfMap"],
      },
      {
        when: "a partition",
        change: slurm({ partitions: { train: { config: "MaxTime=1" } } }),
        at: at("slurm", "partitions", "train", "config"),
        message: ["partitions.train.config", "configMap"],
      },
    ],
    passes: [
      {
        when: "maps",
        change: slurm({ controller: { extraConfMap: { A: "1" } }, partitions: { train: { configMap: { B: "1" } } } }),
      },
      { when: "an empty text", change: slurm({ controller: { extraConf: "" } }) },
    ],
  },
  "platform/slurm-conf-text": {
    severity: "error",
    trips: [
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
      ).map(([when, part, more, value, why, text]) => ({
        when,
        change: slurm(more),
        at: at("slurm", part, "extraConfMap", Object.keys(more.controller.extraConfMap)[0] ?? ""),
        message: [value, why],
        fix: [text],
      })),
      {
        when: "the defaults of node sets",
        change: slurm({ nodesetDefaults: { extraConfMap: { RealMemory: 2000000 } } }),
        at: at("slurm", "nodesetDefaults", "extraConfMap", "RealMemory"),
        fix: ['"2000000"'],
      },
      {
        when: "a node set with a dot in its key",
        change: slurm({ nodesets: { h100: { extraConfMap: { "a.b": 0 } } } }),
        at: at("slurm", "nodesets", "h100", "extraConfMap", "a.b"),
        message: ["a.b is 0"],
      },
      {
        when: "a partition",
        change: slurm({ partitions: { train: { configMap: { Hidden: false } } } }),
        at: at("slurm", "partitions", "train", "configMap", "Hidden"),
        message: ["Hidden is false"],
      },
    ],
    passes: [
      { when: "texts", change: slurm({ controller: { extraConfMap: { A: "0", B: "1000000", C: "NO" } } }) },
      {
        when: "numbers that are written down",
        change: slurm({ controller: { extraConfMap: { A: 999999, B: true } } }),
      },
      { when: "other parts of the chart", change: slurm({ restapi: { replicas: 0 } }) },
    ],
  },
});
