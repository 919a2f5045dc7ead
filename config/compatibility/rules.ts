import { chartOf, judgeChart } from "./compatible";
import { CHARTS, DEFAULT_KUBERNETES_VERSION, type ChartName } from "../facts/versions";
import { installs } from "../components/charts";
import type { Rule } from "../kernel/rule";

/** Versions that must fit each other. */
export const COMPATIBILITY_RULES: readonly Rule[] = [
  {
    id: "platform/chart-kubernetes",
    title: "Makers of the installed charts support the Kubernetes version.",
    severity: "warning",
    why: "What nobody has tested may fail in the middle of an upgrade, and its maker does not help then.",
    source:
      "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/platform-support.html; https://github.com/SlinkyProject/slurm-operator/releases",
    *check({ env }) {
      const { version } = env.cluster;
      for (const chart of Object.keys(CHARTS) as ChartName[]) {
        if (!installs(env, chart)) continue;
        const { fit, text } = judgeChart(chartOf(env, chart), version);
        // what a chart refuses is told by the rules of what it is installed for
        if (fit !== "unproven") continue;
        yield {
          path: ["cluster", "version"],
          message: `${text}, and version is ${version}`,
          fix: `write version: "${DEFAULT_KUBERNETES_VERSION}", one minor at a time; railyard upgrade ${env.name} tells the order`,
        };
      }
    },
  },
];
