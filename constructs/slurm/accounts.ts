import { scriptFile } from "../core/script-file";
import { shellWord, shellWords } from "../core/shell-word";
import { nodeResources } from "./node-resources";
import { GPU_BILLING, GPU_JOBS_QOS } from "./partitions";
import { gpuTypes, usedGroups, type SlurmLayout } from "./slurm-types";

/** A quality of service: what a job pays for its rank. */
interface Qos {
  readonly name: string;
  readonly settings: readonly string[];
  readonly description: string;
}

/** Seconds between the first signal to a job that is preempted and its end: time to write a checkpoint. */
export const GRACE_SECONDS = 300;

/** Account of the administrators, for root. */
const ADMIN_ACCOUNT = "railyard";

/** QOS of accounts that administrators make by hand. */
const STANDARD = "standard";

/** QOS of a team: its quota is here and not on its account, where jobs in `scavenger` would count against it, too. */
const teamQos = (team: string) => `team-${team}`;

/**
 * Lowest first: a QOS must exist before another names it in `Preempt`. `scavenger` uses what is idle, counts for nothing
 * and gives way to all. `high` preempts the jobs of others, so no team has it until an administrator gives it.
 * With `DenyOnLimit` a job that could never run is refused, and does not wait for ever.
 */
function qosOf(layout: SlurmLayout): Qos[] {
  const grace = `GraceTime=${GRACE_SECONDS}`;
  const everyday = ["Priority=100", "Preempt=scavenger", grace];
  const hasGpus = gpuTypes(usedGroups(layout)).length > 0;
  const preempted = ["scavenger", STANDARD, ...layout.teams.map(({ name }) => teamQos(name))];
  return [
    {
      name: GPU_JOBS_QOS,
      settings: [`MinTRESPerJob=gres/gpu=${hasGpus ? 1 : -1}`, "Flags=DenyOnLimit"],
      description: "What GPU partitions ask of every job",
    },
    { name: "scavenger", settings: ["Priority=0", "UsageFactor=0", grace], description: "Idle nodes only" },
    { name: STANDARD, settings: everyday, description: "Everyday jobs of accounts without a team" },
    ...layout.teams.map(({ name, gpus }) => ({
      name: teamQos(name),
      settings: [...everyday, "Flags=DenyOnLimit", `GrpTRES=${quota(hasGpus ? gpus : undefined, layout)}`],
      description: `Everyday jobs of team ${name}`,
    })),
    {
      name: "high",
      settings: ["Priority=1000", `Preempt=${preempted.join(",")}`],
      description: "Before everyday jobs",
    },
  ];
}

/**
 * GPUs, and with them what CPUs and memory of GPU nodes are billed: a job with one GPU that takes a node's CPUs takes its
 * GPUs from others. CPU jobs are billed as well: there is room for all of them, so that they keep no GPU from the team.
 */
function quota(gpus: number | undefined, layout: SlurmLayout): string {
  if (gpus === undefined) return "gres/gpu=-1,billing=-1";
  const billedCpus = usedGroups(layout).map((group) => {
    const shares = layout.partitions.flatMap((p) => (p.nodeGroups.includes(group.name) ? [p.cpusPerNode ?? 0] : []));
    return group.maxNodes * (group.gpus ? Math.max(...shares) : nodeResources(group).cpus);
  });
  const cpuJobs = billedCpus.reduce((sum, cpus) => sum + cpus, 0);
  return `gres/gpu=${gpus},billing=${gpus * GPU_BILLING + cpuJobs}`;
}

/**
 * Brings QOS, accounts, limits and users of the teams into slurmdbd. May run again and again: it adds what is missing, sets
 * what config says, and removes nothing; accounts and users that config does not know are told.
 *
 * It waits until slurmctld has registered its GPUs: limits on a TRES that slurmdbd does not know are refused, one by one.
 * @see https://slurm.schedmd.com/sacctmgr.html
 */
export function accountsScript(layout: SlurmLayout): string {
  const types = gpuTypes(usedGroups(layout));
  const lines = [
    ...qosOf(layout).flatMap(({ name, settings, description }) => [
      `add_missing qos ${shellWord(name)} ${shellWord(`Description=${description}`)}`,
      `modify qos where name=${name} set ${settings.join(" ")}`,
    ]),
    // all accounts without a list of their own have that of the first: GPU_JOBS_QOS is for partitions
    `modify account where name=root set QOS=${STANDARD},scavenger DefaultQOS=${STANDARD}`,
    `add_missing account ${ADMIN_ACCOUNT} "Description=administrators" Organization=railyard`,
    `add_user root ${ADMIN_ACCOUNT}`,
    ...layout.teams.flatMap(({ name, share, users }) => [
      `add_missing account ${shellWord(name)} ${shellWord(`Description=team ${name}`)} Organization=railyard`,
      `set_team ${shellWords([name, teamQos(name)])} Fairshare=${share} GrpTRES=gres/gpu=-1`,
      ...users.map((user) => `add_user ${shellWords([user, name])}`),
      `tell_others ${shellWords([name, ...users])}`,
    ]),
  ];
  return scriptFile("slurm/files/accounts.sh", {
    values: { gpu_jobs_qos: GPU_JOBS_QOS, standard: STANDARD },
    insert: {
      // limits that a cluster with GPUs would have had are taken away where slurmdbd knows GPUs; where no node ever had one
      // it refuses their name
      no_gpus: types.length === 0 ? scriptFile("slurm/files/accounts-no-gpus.sh").trimEnd() : null,
      wait: waitForTres(types),
      accounts: lines.join("\n"),
    },
  });
}

function waitForTres(types: readonly string[]): string {
  const wanted = types.map((type) => `gres|gpu:${type}`);
  const tests = wanted.map((tres) => `grep -qxF ${shellWord(tres)} <<<"$known"`).join(" && ") || `[ -n "$known" ]`;
  return scriptFile("slurm/files/accounts-wait.sh", {
    values: { wanted: wanted.join(", ") || "none" },
    insert: { tests: `  ${tests} && break` },
  }).trimEnd();
}
