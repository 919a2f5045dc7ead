import type { HelmValues } from "../core/helm-values";

/** A rule of Alertmanager: alerts that explain others keep them down. */
type Inhibition = HelmValues;

/**
 * Those of the chart, which a list replaces: the worse of two alerts of one name, and what keeps those for information down.
 * @see https://github.com/prometheus-community/helm-charts/blob/main/charts/kube-prometheus-stack/values.yaml (alertmanager.config.inhibit_rules)
 */
const OF_CHART: readonly Inhibition[] = [
  {
    source_matchers: ["severity = critical"],
    target_matchers: ["severity =~ warning|info"],
    equal: ["namespace", "alertname"],
  },
  { source_matchers: ["severity = warning"], target_matchers: ["severity = info"], equal: ["namespace", "alertname"] },
  { source_matchers: ["alertname = InfoInhibitor"], target_matchers: ["severity = info"], equal: ["namespace"] },
  { target_matchers: ["alertname = InfoInhibitor"] },
];

const alerts = (...names: readonly string[]): string[] => [`alertname =~ "${names.join("|")}"`];

/** What explains what: one message for one cause. */
export const INHIBITIONS: readonly Inhibition[] = [
  ...OF_CHART,
  // of a node that is gone nothing else is news
  {
    source_matchers: alerts("KubeNodeNotReady", "KubeNodeUnreachable"),
    target_matchers: alerts("Gpu.*", "Nvswitch.*", "Efa.*", "Rdma.*", "Infiniband.*", "Roce.*", "LustreClient.*"),
    equal: ["node"],
  },
  // a GPU that has left the bus is missing, and so are its links
  {
    source_matchers: alerts("GpuWantsReplacement", "GpuWantsReboot"),
    target_matchers: alerts("GpuWantsReset", "GpuLost", "GpuNvlinkErrors", "GpuUncorrectedErrors", "GpuSlowedByHeat"),
    equal: ["node"],
  },
  // a switch that fails takes links of GPUs with it
  {
    source_matchers: alerts("NvswitchWantsReset", "NvswitchWantsReboot"),
    target_matchers: alerts("NvswitchErrors", "GpuNvlinkErrors"),
    equal: ["node"],
  },
  // a port that goes down has errors first, and comes up slowly
  {
    source_matchers: alerts("RdmaPortDown"),
    target_matchers: alerts("RdmaRateLow", "InfinibandLinkErrors", "RoceLosesPackets"),
    equal: ["node", "device"],
  },
  {
    source_matchers: alerts("LustreAlmostFull"),
    target_matchers: alerts("LustreFillsUp", "LustreFullInADay"),
    equal: ["name"],
  },
  { source_matchers: alerts("EtcdAlmostFull"), target_matchers: alerts("EtcdFillsUp"), equal: [] },
  // a job that does nothing is not slow
  {
    source_matchers: alerts("TrainingStandsStill"),
    target_matchers: alerts("TrainingRankSlow", "TrainingSlower"),
    equal: ["hpc_job"],
  },
  { source_matchers: alerts("SloBurnsFast"), target_matchers: alerts("SloBurnsSlowly"), equal: ["slo"] },
];
