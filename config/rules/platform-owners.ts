import type { Rule } from "./rule";
import { valueAt } from "./value-at";

/** `helmValues` go over everything that Railyard says: these rules name what they may not undo. */

const driverValues: Rule = {
  id: "platform/driver-values",
  title: "Helm values do not install a driver over that of the image.",
  severity: "error",
  why: "The EKS NVIDIA images bring driver and container toolkit. A second one from the GPU Operator breaks containerd, and there is no driver container for Amazon Linux.",
  source: "https://github.com/NVIDIA/gpu-operator/issues/686",
  *check({ env: { gpu, platform } }) {
    if (gpu.driver !== "ami") return;
    const values = platform.helmValues["gpu-operator"];
    for (const part of ["driver", "toolkit"]) {
      if (valueAt(values, `${part}.enabled`) !== true) continue;
      yield {
        path: ["platform", "helmValues", "gpu-operator", part, "enabled"],
        message: `${part}.enabled is true, but gpu.driver is "ami": the images bring the ${part}`,
        fix: 'take it out; for custom images without a driver write gpu: { driver: "operator" }',
      };
    }
  },
};

const driverFeatures: Rule = {
  id: "platform/driver-features",
  title: "Helm values do not ask the operator's driver pod for what is not there.",
  severity: "warning",
  why: "gds and driver.rdma are containers of the operator's driver pod: with the driver of the image they never run, and nothing says so.",
  source: "https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/assets/state-driver/0500_daemonset.yaml",
  *check({ env: { gpu, platform } }) {
    if (gpu.driver !== "ami") return;
    for (const part of ["gds", "driver.rdma"]) {
      if (valueAt(platform.helmValues["gpu-operator"], `${part}.enabled`) !== true) continue;
      yield {
        path: ["platform", "helmValues", "gpu-operator", ...part.split("."), "enabled"],
        message: `${part}.enabled is true, but gpu.driver is "ami": its container never runs`,
        fix: 'take it out, or write gpu: { driver: "operator" } with custom images',
      };
    }
  },
};

const twoDevicePlugins: Rule = {
  id: "platform/two-device-plugins",
  title: "Helm values do not give GPUs a second owner.",
  severity: "error",
  why: "A device plugin and a DRA driver would each hand out the same GPUs.",
  source: "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/docs/install.md",
  *check({ env: { gpu, platform } }) {
    const claims =
      gpu.allocation === "dra"
        ? ({ chart: "gpu-operator", key: "devicePlugin.enabled" } as const)
        : ({ chart: "dra-driver-nvidia-gpu", key: "resources.gpus.enabled" } as const);
    if (valueAt(platform.helmValues[claims.chart], claims.key) !== true) return;
    yield {
      path: ["platform", "helmValues", claims.chart, ...claims.key.split(".")],
      message: `${claims.key} is true, but gpu.allocation is "${gpu.allocation}"`,
      fix: `take it out, or write gpu: { allocation: "${gpu.allocation === "dra" ? "device-plugin" : "dra"}" }`,
    };
  },
};

const twoFeatureDiscoveries: Rule = {
  id: "platform/two-feature-discoveries",
  title: "One chart brings Node Feature Discovery.",
  severity: "error",
  why: "Two of them take turns in removing each other's labels: device plugins come and go with them.",
  source: "https://github.com/Mellanox/network-operator/issues/1212",
  *check({ env: { gpu, platform, nodeGroups } }) {
    if (!gpu.operator || !nodeGroups.some((g) => g.gpus)) return;
    if (valueAt(platform.helmValues["gpu-operator"], "nfd.enabled") === false) return;
    if (valueAt(platform.helmValues["network-operator"], "nfd.enabled") !== true) return;
    yield {
      path: ["platform", "helmValues", "network-operator", "nfd", "enabled"],
      message: "nfd.enabled is true in network-operator, and the GPU Operator brings Node Feature Discovery already",
      fix: "write nfd: { enabled: false, deployNodeFeatureRules: true }",
    };
  },
};

/** Texts of the slurm chart that, when given, make it ignore the map beside them, which Railyard writes. */
function* overriddenMaps(values: unknown): Iterable<readonly string[]> {
  if (isSet(valueAt(values, "controller.extraConf"))) yield ["controller", "extraConf"];
  if (isSet(valueAt(values, "nodesetDefaults.extraConf"))) yield ["nodesetDefaults", "extraConf"];
  for (const [map, key] of [
    ["nodesets", "extraConf"],
    ["partitions", "config"],
  ] as const) {
    for (const [name, entry] of Object.entries(valueAt(values, map) ?? {}))
      if (isSet(valueAt(entry, key))) yield [map, name, key];
  }
}

const isSet = (value: unknown): boolean => typeof value === "string" && value !== "";

const slurmConfReplaced: Rule = {
  id: "platform/slurm-conf-replaced",
  title: "Helm values add to slurm.conf and do not replace it.",
  severity: "error",
  why: "The chart takes the text instead of the map that Railyard fills: GresTypes, SelectType, accounting and fencing would be gone, and GPU jobs refused.",
  source: "https://github.com/SlinkyProject/slurm-operator/blob/main/helm/slurm/templates/controller/_helpers.tpl",
  *check({ env: { platform } }) {
    for (const keys of overriddenMaps(platform.helmValues.slurm)) {
      const key = keys.at(-1) ?? "";
      const map = key === "config" ? "configMap" : "extraConfMap";
      yield {
        path: ["platform", "helmValues", "slurm", ...keys],
        message: `${keys.join(".")} is a text: the chart then ignores the ${map} that Railyard writes there`,
        fix: `write the keys as ${map}: { … }; they are merged`,
      };
    }
  },
};

/** Maps of the slurm chart whose entries become lines of slurm.conf. */
function* confEntries(values: unknown): Iterable<readonly [path: readonly string[], value: unknown]> {
  const maps: (readonly string[])[] = [
    ["controller", "extraConfMap"],
    ["nodesetDefaults", "extraConfMap"],
    ...names(values, "nodesets").map((name) => ["nodesets", name, "extraConfMap"]),
    ...names(values, "partitions").map((name) => ["partitions", name, "configMap"]),
  ];
  for (const map of maps) {
    const entries = map.reduce<unknown>((at, key) => valueAt(at, key), values);
    for (const [key, value] of Object.entries(entries ?? {})) yield [[...map, key], value];
  }
}

const names = (values: unknown, map: string): string[] => Object.keys(valueAt(values, map) ?? {});

const slurmConfText: Rule = {
  id: "platform/slurm-conf-text",
  title: "Values for slurm.conf are texts.",
  severity: "error",
  why: "The chart drops 0 and false, and writes numbers from a million on as 1e+06, which slurmctld does not read.",
  source: "https://github.com/SlinkyProject/slurm-operator/blob/main/helm/slurm/templates/_helpers.tpl",
  *check({ env: { platform } }) {
    for (const [path, value] of confEntries(platform.helmValues.slurm)) {
      if (typeof value !== "number" && typeof value !== "boolean") continue;
      yield {
        path: ["platform", "helmValues", "slurm", ...path],
        message: `${path.at(-1)} is the ${typeof value} ${value}, which the chart drops or spells another way`,
        fix: `write it in quotes: "${typeof value === "boolean" ? (value ? "YES" : "NO") : value}"`,
      };
    }
  },
};

export const PLATFORM_OWNER_RULES: readonly Rule[] = [
  driverValues,
  driverFeatures,
  twoDevicePlugins,
  twoFeatureDiscoveries,
  slurmConfReplaced,
  slurmConfText,
];
