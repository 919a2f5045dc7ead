import type { ChartName } from "../facts/versions";
import { absence } from "../components/charts";
import type { Rule } from "../kernel/rule";
import { secretPlaces } from "../kernel/secret-values";
import { valueAt } from "../kernel/value-at";

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
        secret: true,
      };
    }
  },
};

const valuesForAbsentChart: Rule = {
  id: "platform/values-for-absent-chart",
  title: "Helm values are for charts that the environment has.",
  severity: "warning",
  why: "Values of a chart that is not installed do nothing.",
  source:
    "https://helm.sh/docs/chart_template_guide/values_files/; Railyard's own design: a release is made where config asks for it",
  *check({ env }) {
    for (const chart of Object.keys(env.platform.helmValues) as ChartName[]) {
      const reason = absence(env, chart);
      if (reason === null) continue;
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
