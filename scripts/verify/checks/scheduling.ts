import { TEAM_QOS_PREFIX } from "../../../config/facts/slurm-qos";
import { teamsOf } from "../../../config/teams/resolve";
import { quotaOwner } from "../../../config/teams/tree";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { schedulingScript } from "../../../constructs/verify/check-scripts";
import type { Check } from "../check";
import { judgeScheduling } from "../judge/scheduling";
import { parseScheduling } from "../parse/scheduling";
import { runEnv } from "../run-env";

const [LOW, HIGH] = ["scavenger", "standard"];
/** Beside the grace of a job that gives way, until the next one starts, s. */
const MARGIN = 180;

/** Whether limits, preemption and closed nodes are what config promises, tried on one reserved node. */
export const schedulingCheck = (environment: Pick<SiteEnvironment, "slurm" | "teams" | "nodeGroups">): Check => ({
  id: "scheduling",
  title: "Limits of teams, preemption, and a closed node",
  suites: ["accept"],
  group: "all",
  minutes: 20,
  plan: (pool, { on }) => {
    const { slurm } = environment;
    if (on !== "slurm" || !slurm) return "it is for Slurm.";
    const grace = slurm.qos.find(({ name }) => name === LOW)?.graceSeconds ?? 0;
    const inPool = Object.entries(slurm.partitions).filter(([, { nodeGroups }]) => nodeGroups.includes(pool.name));
    return {
      nodes: { least: 1, most: 1 },
      job: () => ({
        tasksPerNode: 1,
        image: null,
        mpi: false,
        place: "controller",
        env: runEnv(1),
        script: schedulingScript({ low: LOW, high: HIGH, gpus: pool.gpus?.count ?? 0, patience: grace + MARGIN }),
      }),
      judge: (output) =>
        judgeScheduling(parseScheduling(output), {
          low: LOW,
          high: HIGH,
          partitions: inPool.map(([name]) => name),
          teams: teamLimits(environment),
        }),
    };
  },
});

/** GPUs of each team that has limits of its own; where GPUs are shared out in parts, Slurm counts those, and nothing is compared. */
function teamLimits(
  environment: Pick<SiteEnvironment, "slurm" | "teams" | "nodeGroups">,
): Record<string, number | null> {
  const isWhole = environment.nodeGroups.every(({ gpus, sharing }) => !gpus || sharing.kind === "whole");
  return Object.fromEntries(
    teamsOf(environment)
      .filter(({ name }) => quotaOwner(environment.teams, name) === name)
      .map(({ name, slurmGpus }) => [`${TEAM_QOS_PREFIX}${name}`, isWhole ? slurmGpus : null]),
  );
}
