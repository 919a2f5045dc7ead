import type { ClusterComponent } from "./component";
import type { AlertRule, RuleGroup } from "./prometheus-rules";

/** A node group with GPUs, as alerts of idle ones tell of it. */
export interface IdleGroup {
  readonly name: string;
  /** USD for one GPU in an hour; null: unknown, and alerts count GPUs. */
  readonly usdPerGpuHour: number | null;
}

export interface CostRulesProps {
  /** @default - nobody looks for idle GPUs */
  readonly idle?: {
    readonly afterMinutes: number;
    /** Share of the time with the compute engine active, in percent. */
    readonly utilisationPercent: number;
    readonly groups: readonly IdleGroup[];
    /** Namespace of Slurm, whose pods hold GPUs for jobs: those count by job. @default - no Slurm */
    readonly slurmNamespace?: string;
  };
  /** Teams whose jobs may cost so much in 30 days. @default - none */
  readonly teams?: readonly { readonly name: string; readonly monthlyUsd: number }[];
  /** USD for one GPU in an hour, the mean of the cluster. @default - no team has a budget */
  readonly meanUsdPerGpuHour?: number;
}

/** Alertmanager sends alerts with this label to the topic of alarms about money. */
export const COST_LABEL = { railyard_alarm: "cost" } as const;

/** A scrape that is missed is no end of idleness. */
const WINDOW = "5m";

/** Rules of Prometheus on what is paid and not used: GPUs of jobs and pods that do nothing, and what teams spend. */
export function costRules(props: CostRulesProps): RuleGroup[] {
  const { idle, teams = [], meanUsdPerGpuHour } = props;
  return [
    ...(idle ? [{ name: "railyard-idle-gpus", rules: idle.groups.flatMap((group) => idleRules(group, idle)) }] : []),
    ...(teams.length > 0 && meanUsdPerGpuHour !== undefined
      ? [
          {
            name: "railyard-team-budgets",
            // thirty days are read each time
            interval: "10m",
            rules: teams.flatMap((team) => teamRules(team, meanUsdPerGpuHour)),
          },
        ]
      : []),
  ];
}

/** Alerts about money, where anything of it is watched. */
export const costAlerts: ClusterComponent = {
  id: "costs",
  when: ({ costs }) => costs !== null || "neither idle GPUs nor budgets of teams are watched",
  alerts: {
    id: "cost-rules",
    release: "railyard-costs",
    groups: ({ costs }) => (costs ? costRules(costs) : []),
  },
};

type Idle = NonNullable<CostRulesProps["idle"]>;

/**
 * Of a job, the exporter has the number (`hpc_job`); of a pod, namespace and name, which Prometheus calls `exported_…`
 * since the exporter's own pod has both. slurmd's pod holds all GPUs of its node, job or none: it counts only with a job.
 */
function idleRules(group: IdleGroup, idle: Idle): AlertRule[] {
  const slurm = idle.slurmNamespace;
  const ofPods =
    slurm === undefined ? 'exported_pod!=""' : `exported_pod!="",exported_namespace!="${slurm}",hpc_job=""`;
  return [
    ...(slurm === undefined
      ? []
      : [
          idleRule("GpuIdleInJob", group, idle, {
            selector: 'hpc_job!=""',
            by: ["hpc_job"],
            summary: `Job {{ $labels.hpc_job }} holds GPUs of ${group.name} and does not use them`,
            advice: "squeue -j {{ $labels.hpc_job }} -o '%u %a %j' tells whose it is, and of which team.",
          }),
        ]),
    idleRule("GpuIdleInPod", group, idle, {
      selector: ofPods,
      by: ["exported_namespace", "exported_pod"],
      summary: `Pod {{ $labels.exported_namespace }}/{{ $labels.exported_pod }} holds GPUs of ${group.name} and does not use them`,
      advice: "The namespace is that of the team.",
    }),
  ];
}

interface Holder {
  readonly selector: string;
  readonly by: readonly string[];
  readonly summary: string;
  readonly advice: string;
}

function idleRule(alert: string, { name, usdPerGpuHour }: IdleGroup, idle: Idle, holder: Holder): AlertRule {
  const active = `avg_over_time(DCGM_FI_PROF_GR_ENGINE_ACTIVE{${holder.selector}}[${WINDOW}])`;
  const nodes = `label_replace(kube_node_labels{label_railyard_dev_node_group="${name}"}, "hostname", "$1", "node", "(.+)")`;
  const count = `count by (${holder.by.join(", ")}) ((${active} < ${idle.utilisationPercent / 100}) and on (hostname) ${nodes})`;
  const lost =
    usdPerGpuHour === null
      ? "{{ $value }} GPUs do nothing; what they cost is not known."
      : '{{ $value | printf "%.2f" }} USD an hour at list prices are paid for nothing.';
  return {
    alert,
    expr: usdPerGpuHour === null ? count : `${count} * ${usdPerGpuHour}`,
    for: `${idle.afterMinutes}m`,
    labels: { severity: "warning", node_group: name, ...COST_LABEL },
    annotations: {
      summary: holder.summary,
      description: `Below ${idle.utilisationPercent} % for ${idle.afterMinutes} minutes. ${lost} ${holder.advice}`,
    },
  };
}

/** Each hour counts with the GPUs that the team's jobs had in it. */
function teamRules(team: NonNullable<CostRulesProps["teams"]>[number], usdPerGpuHour: number): AlertRule[] {
  const hours = `sum_over_time(max(slurm_account_jobs_gpus_alloc{account="${team.name}"})[30d:1h])`;
  return [80, 100].map((percent) => ({
    alert: "TeamBudget",
    expr: `${hours} * ${usdPerGpuHour} > ${(team.monthlyUsd * percent) / 100}`,
    labels: { severity: percent < 100 ? "info" : "warning", team: team.name, percent: String(percent), ...COST_LABEL },
    annotations: {
      summary: `Team ${team.name} has used ${percent} % of its budget for GPUs`,
      description: `GPUs of its jobs cost {{ $value | printf "%.0f" }} USD in 30 days at list prices; the budget is ${team.monthlyUsd} USD.`,
    },
  }));
}
