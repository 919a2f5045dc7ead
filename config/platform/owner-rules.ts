import { gpuAllocations } from "../gpu/allocation";
import { operatorDrives } from "../gpu/driver";
import type { Rule } from "../kernel/rule";
import { valueAt } from "../kernel/value-at";

/** `helmValues` go over everything that Railyard says: these rules name what they may not undo. */

const driverFeatures: Rule = {
  id: "platform/driver-features",
  title: "Helm values do not ask the operator's driver pod for what is not there.",
  severity: "warning",
  why: "gds and driver.rdma are containers of the operator's driver pod: with the driver of the image they never run, and nothing says so.",
  source: "https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/assets/state-driver/0500_daemonset.yaml",
  *check({ env }) {
    const { platform } = env;
    if (operatorDrives(env)) return;
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

const twoGpuOwners: Rule = {
  id: "platform/two-gpu-owners",
  title: "Helm values do not make the DRA driver hand out GPUs beside the device plugin.",
  severity: "error",
  why: "Both would hand out the same GPUs: two pods, of which neither knows, on one of them.",
  source: "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/docs/install.md",
  *check({ env }) {
    const { platform } = env;
    if (gpuAllocations(env).includes("dra")) return; // gpu/helm-values tells of the device plugin then
    if (valueAt(platform.helmValues["dra-driver-nvidia-gpu"], "resources.gpus.enabled") !== true) return;
    yield {
      path: ["platform", "helmValues", "dra-driver-nvidia-gpu", "resources", "gpus", "enabled"],
      message: 'resources.gpus.enabled is true, but all groups are allocated by "device-plugin"',
      fix: 'take it out, or write allocation: "dra" in a group, or in gpu for all',
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

/** Go writes floats from here on with an exponent, and Helm reads every number as one. */
const EXPONENT_FROM = 1_000_000;

const slurmConfText: Rule = {
  id: "platform/slurm-conf-text",
  title: "Values for slurm.conf are ones that the chart writes down unchanged.",
  severity: "error",
  why: "The chart drops 0 and false, and writes numbers from a million on as 1e+06, which slurmctld does not read.",
  source: "https://github.com/SlinkyProject/slurm-operator/blob/main/helm/slurm/templates/_helpers.tpl",
  *check({ env: { platform } }) {
    for (const [path, value] of confEntries(platform.helmValues.slurm)) {
      const dropped = value === 0 || value === false;
      if (!dropped && !(typeof value === "number" && Math.abs(value) >= EXPONENT_FROM)) continue;
      yield {
        path: ["platform", "helmValues", "slurm", ...path],
        message: `${path.at(-1)} is ${String(value)}, which the chart ${dropped ? "drops" : "writes with an exponent"}`,
        fix: `write it in quotes: "${value === false ? "NO" : String(value)}"`,
      };
    }
  },
};

export const PLATFORM_OWNER_RULES: readonly Rule[] = [driverFeatures, twoGpuOwners, slurmConfReplaced, slurmConfText];
