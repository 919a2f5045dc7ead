import { SLURM_JOBS } from "../../config/facts/slurm-jobs";
import type { SlurmSettings } from "./conf-text";
import { SCRIPTS_PATH } from "./scripts-path";
import { gpuTypes, hasPyxis, shardsOf, usedGroups, type SlurmLayout } from "./slurm-types";

/** Backfill looks ahead in steps of ten minutes: finer ones cost more than they find among jobs of hours. */
const BACKFILL = ["bf_continue", "bf_resolution=600", "bf_max_job_test=1000"];

/** Thirty days: of a longer window slurmctld logs that it is invalid. @see https://slurm.schedmd.com/slurm.conf.html#OPT_bf_window=# */
const LONGEST_WINDOW_MINUTES = 43_200;

/** A prolog that fails sends the job elsewhere; bursts of submissions do not stop the scheduler. */
const SCHEDULER = ["nohold_on_prolog_fail", "defer_batch", "max_rpc_cnt=150", "salloc_wait_nodes", "sbatch_wait_nodes"];

/**
 * A job whose node is lost runs again within three minutes: after `SlurmdTimeout` the node counts as lost, and after
 * `requeue_delay` the job may start elsewhere (122 s with Slurm 26.05.5 on one busy machine: `slurm-check --lost-node`). Slurm's own values are 300 s, and 120 s for which the job is held. Shorter ones would take a slurmd pod that restarts, or a controller that is busy, for a lost node, and end its jobs.
 */
const LOST_NODE = { slurmdTimeoutSeconds: 60, requeueDelaySeconds: 15 };

/**
 * The part of slurm.conf that is ours. Since chart 1.2 the operator writes names, ports, authentication and accounting,
 * and nothing else: without `GresTypes` nodes come up idle with no GPU, and nothing is logged.
 * @see https://slurm.schedmd.com/slurm.conf.html
 */
export function slurmConf(layout: SlurmLayout): SlurmSettings {
  const groups = usedGroups(layout);
  const types = gpuTypes(groups);
  const shards = groups.some((group) => shardsOf(group) > 0);
  const nodes = groups.reduce((sum, g) => sum + g.maxNodes, 0);
  const longestMinutes = Math.max(...layout.partitions.map((p) => Math.ceil(p.maxHours * 60)));
  return {
    ...(types.length > 0 && { GresTypes: shards ? "gpu,shard" : "gpu" }),
    SelectType: "select/cons_tres",
    SelectTypeParameters: "CR_Core_Memory,CR_CORE_DEFAULT_DIST_BLOCK",
    ProctrackType: "proctrack/cgroup",
    TaskPlugin: "task/cgroup,task/affinity",
    // stepmgr is fatal without Contain
    PrologFlags: "Contain",
    SlurmctldParameters: "enable_stepmgr",
    LaunchParameters: "use_interactive_step,enable_nss_slurm",
    // a login pod's small memlock limit would break the registration of EFA buffers
    PropagateResourceLimitsExcept: "MEMLOCK,NOFILE",
    ...(hasPyxis(layout) && { DebugFlags: "GLOB_SILENCE" }),
    ...(layout.mpi === "pmix" && { MpiDefault: "pmix" }),
    // slurmctld counts records of nodes that were replaced too
    MaxNodeCount: String(powerOfTwo(2 * nodes)),
    TreeWidth: "65533",
    // arrays keep Slurm's 1,001 tasks: where the number falls, slurmctld forgets tasks that wait
    ...(layout.maxJobs !== SLURM_JOBS.least && { MaxJobCount: String(layout.maxJobs) }),
    ...accounting(types, shards),
    ...priorities(layout.halfLifeDays),
    SchedulerType: "sched/backfill",
    // a window that is shorter than the longest job starves large jobs, and one that Slurm refuses is a day
    SchedulerParameters: [
      ...SCHEDULER,
      `requeue_delay=${LOST_NODE.requeueDelaySeconds}`,
      ...BACKFILL,
      `bf_window=${Math.min(longestMinutes, LONGEST_WINDOW_MINUTES)}`,
    ].join(","),
    // a partition without a node refuses every job otherwise, and no job would ever ask for its first node
    EnforcePartLimits: groups.some(({ scaling }) => scaling) ? "NO" : "ALL",
    ...(layout.submit && { JobSubmitPlugins: "lua" }),
    ...failures(),
    ...(groups.some((g) => g.nvlinkDomainNodes !== null) && { SwitchType: "switch/nvidia_imex" }),
  };
}

/** GPU counts, limits and fair share all come from slurmdbd; without `limits` GrpTRES is decoration. */
function accounting(types: readonly string[], shards: boolean): SlurmSettings {
  const tres = ["gres/gpu", ...types.map((t) => `gres/gpu:${t}`), ...(shards ? ["gres/shard"] : [])];
  return {
    JobAcctGatherType: "jobacct_gather/cgroup",
    ...(types.length > 0 && { AccountingStorageTRES: tres.join(",") }),
    AccountingStorageEnforce: "associations,limits,qos,safe",
    // what users write with --comment, by which usage is told
    AccountingStoreFlags: "job_comment",
  };
}

/**
 * QOS above fair share above age and size. Preempted jobs are requeued after the grace of their QOS (`accounts.ts`): the
 * steps get SIGTERM at once, or the signal that the job asked for (`--signal`), and all of it is killed at the end.
 */
function priorities(halfLifeDays: number): SlurmSettings {
  return {
    PriorityType: "priority/multifactor",
    // whoever takes a node's CPUs or memory takes its GPUs from others: usage is that of the dearest
    PriorityFlags: "MAX_TRES",
    PriorityDecayHalfLife: days(halfLifeDays),
    PriorityMaxAge: "7-0",
    PriorityWeightQOS: "1000000",
    PriorityWeightFairshare: "100000",
    PriorityWeightAge: "10000",
    PriorityWeightJobSize: "10000",
    PreemptType: "preempt/qos",
    PreemptMode: "REQUEUE",
    PreemptParameters: "send_user_signal",
  };
}

/** What happens when nodes, ranks or disks fail. */
function failures(): SlurmSettings {
  return {
    // a replaced or restarted slurmd pod comes back by itself; the default leaves it down
    ReturnToService: "2",
    JobRequeue: "1",
    KillOnBadExit: "1",
    KillWait: "60",
    // ranks that hang in Lustre or NCCL need longer to die than the default minute, which would drain their nodes
    UnkillableStepTimeout: "300",
    SlurmdTimeout: String(LOST_NODE.slurmdTimeoutSeconds),
    TaskProlog: `${SCRIPTS_PATH}/task-prolog.sh`,
    HealthCheckProgram: `${SCRIPTS_PATH}/health-check.sh`,
    HealthCheckInterval: "300",
    HealthCheckNodeState: "ANY,CYCLE",
  };
}

/** Days as Slurm writes them: `7-0` for whole ones, else with hours. */
function days(given: number): string {
  const hours = Math.round(given * 24);
  return `${Math.floor(hours / 24)}-${hours % 24}`;
}

function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(64, atLeast)));
}
