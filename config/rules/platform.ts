import type { ChartName } from "../facts/versions";
import type { ResolvedEnvironment } from "../resolve";
import type { Rule } from "./rule";
import { secretPlaces } from "./secret-values";
import { valueAt } from "./value-at";

const helmValueSecret: Rule = {
  id: "platform/helm-value-secret",
  title: "Helm values hold no secrets.",
  severity: "error",
  why: "Values stand in Git, in the Terraform state and in every plan, in clear.",
  source: "https://github.com/hashicorp/terraform-provider-helm/issues/1121",
  *check({ env: { platform } }) {
    for (const { path, kind } of secretPlaces(platform.helmValues, ["platform", "helmValues"])) {
      yield {
        path,
        message: `the value looks like ${kind}; it would be readable in Git, in the state and in plans`,
        fix: "put it into a Kubernetes Secret and name that one here (existingSecret or secretRef in most charts); if it leaked, replace it",
      };
    }
  },
};

/** Why an environment lacks a chart; undefined for charts that it has, and for those that config does not decide on. */
function absence(env: ResolvedEnvironment, chart: ChartName): string | undefined {
  const gpus = env.nodeGroups.some((g) => g.gpus);
  const efa = env.nodeGroups.some((g) => g.fabric.kind === "efa");
  switch (chart) {
    case "gpu-operator":
      if (!gpus) return "there is no GPU group";
      return env.gpu.operator ? undefined : "gpu.operator is false";
    case "dra-driver-nvidia-gpu":
      if (!gpus) return "there is no GPU group";
      return env.gpu.allocation === "dra" ? undefined : 'gpu.allocation is "device-plugin"';
    case "aws-efa-k8s-device-plugin":
      if (!efa) return "no node group has EFA";
      return env.gpu.allocation === "device-plugin" ? undefined : 'gpu.allocation is "dra"';
    case "aws-dranet":
      if (!efa) return "no node group has EFA";
      return env.gpu.allocation === "dra" ? undefined : 'gpu.allocation is "device-plugin"';
    case "aws-load-balancer-controller":
      return env.platform.loadBalancerController ? undefined : "platform.loadBalancerController is false";
    case "kube-prometheus-stack":
      return env.monitoring.enabled ? undefined : "monitoring.enabled is false";
    case "aws-fsx-csi-driver":
      return env.lustre ? undefined : "there is no lustre";
    case "aws-mountpoint-s3-csi-driver":
      return env.checkpoints?.mountpoint ? undefined : "checkpoints.mountpoint is not true";
    case "slurm":
    case "slurm-operator":
    case "slurm-operator-crds":
      return env.slurm ? undefined : "there is no slurm";
    case "mariadb-cluster":
    case "mariadb-operator":
    case "mariadb-operator-crds":
      if (!env.slurm) return "there is no slurm";
      return env.slurm.accounting.kind === "mariadb" ? undefined : "slurm.accounting is external";
    default:
      return undefined;
  }
}

const valuesForAbsentChart: Rule = {
  id: "platform/values-for-absent-chart",
  title: "Helm values are for charts that the environment has.",
  severity: "warning",
  why: "Values of a chart that is not installed do nothing.",
  source: "config/facts/charts.json",
  *check({ env }) {
    for (const chart of Object.keys(env.platform.helmValues) as ChartName[]) {
      const reason = absence(env, chart);
      if (reason === undefined) continue;
      yield {
        path: ["platform", "helmValues", chart],
        message: `${chart} is not installed: ${reason}`,
        fix: "take its values out, or change what keeps the chart away",
      };
    }
  },
};

/** Keys that charts had once. Helm ignores what a chart does not read. */
const DEAD_VALUES: readonly { readonly chart: ChartName; readonly key: string; readonly instead: string }[] = [
  { chart: "gpu-operator", key: "cdi.default", instead: "CDI is the default since 26.7" },
  { chart: "gpu-operator", key: "operator.initContainer", instead: "the operator has none any more" },
  { chart: "gpu-operator", key: "driver.useOpenKernelModules", instead: "driver.kernelModuleType" },
  {
    chart: "gpu-operator",
    key: "driver.maxParallelUpgrades",
    instead: "driver.upgradePolicy.maxParallelUpgrades",
  },
  ...["nicClusterPolicy", "deployCR", "nvIpam", "secondaryNetwork", "rdmaSharedDevicePlugin"].map((key) => ({
    chart: "network-operator" as const,
    key,
    instead: "a NicClusterPolicy object",
  })),
];

const deadHelmValue: Rule = {
  id: "platform/dead-helm-value",
  title: "Helm values are ones that the chart reads.",
  severity: "warning",
  why: "Helm says nothing of values that a chart does not know: the setting is not applied.",
  source: "https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/deployments/gpu-operator/values.yaml",
  *check({ env: { platform } }) {
    for (const { chart, key, instead } of DEAD_VALUES) {
      if (valueAt(platform.helmValues[chart], key) === undefined) continue;
      yield {
        path: ["platform", "helmValues", chart, ...key.split(".")],
        message: `${chart} does not read ${key} any more`,
        fix: `take it out; instead: ${instead}`,
      };
    }
  },
};

export const PLATFORM_RULES: readonly Rule[] = [helmValueSecret, valuesForAbsentChart, deadHelmValue];
