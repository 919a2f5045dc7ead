import { sshPublicKey } from "../config/slurm/ssh-public-key";
import { EXISTING_FABRIC_KINDS, FABRIC_KINDS } from "../config/fabrics/kinds";
import { jobEnvOf } from "../config/gpu/nvlink";
import { quotaLeft } from "../config/teams/quota";
import { teamsOf } from "../config/teams/resolve";
import { parentsFirst, quotaOwner, teamPartitions } from "../config/teams/tree";
import { CUFILE_VARIABLE } from "../config/facts/cufile";
import { cufileOf } from "../config/storage/cufile";
import { TRACE_VARIABLES, traceStore } from "../config/traces/traces";
import { tellsOfCollectives } from "../config/monitoring/nccl";
import { scrapesJobs } from "../constructs/platform/job-metrics";
import { CUFILE_PATH } from "../constructs/slurm/prolog";
import { homesOf } from "../config/storage/homes";
import { SHORT_FORM } from "../config/storage/names";
import { isHybrid } from "../config/sites/aws-eks/hybrid/pool";
import { isScaled } from "../config/components/scaling";
import type { ResolvedPool } from "../config/pools/pool";
import { blockEnds } from "../config/slurm/block-ends";
import { healthOf } from "../config/slurm/health";
import { repairOf } from "../config/slurm/repair";
import { maxJobsOf, slurmctldDemand } from "../config/slurm/job-capacity";
import { reservationsOf } from "../config/slurm/reservations";
import type { ResolvedSlurm } from "../config/slurm/resolve";
import type { SiteEnvironment } from "../config/sites/environment";
import type { SlurmRepair } from "../constructs/slurm/node-repair";
import { teamQos } from "../constructs/slurm/qos-settings";
import type { SlurmHours } from "../constructs/slurm/off-hours-script";
import { trustVariables } from "../constructs/slurm/trust";
import { proxyVariables } from "../constructs/nodes/outbound-boot";
import { imagesFolderOf } from "../config/slurm/images-folder";
import type { SlurmImages } from "../constructs/slurm/images-job";
import type {
  SlurmContainers,
  SlurmLayout,
  SlurmNodeGroupProps,
  SlurmTeamProps,
} from "../constructs/slurm/slurm-types";

/** What pods call a volume: `lustre` has its name from before there were several. */
const podVolume = (name: string): string => (name === SHORT_FORM ? "shared" : `storage-${name}`);

/** What the Slurm files of an environment follow from. */
export function slurmLayout(env: SiteEnvironment, slurm: ResolvedSlurm): SlurmLayout {
  const { partitions, users, qos, halfLifeDays, defaultTeams, prune, submit, containers, mpi } = slurm;
  const cufile = cufileOf(env.storage);
  const trusts = env.outbound.authorities.length > 0;
  return {
    containers: slurmContainers(containers),
    mpi,
    ...(env.outbound.proxy && { proxy: env.outbound.proxy }),
    ...(trusts && { trustsAuthorities: true }),
    region: env.region,
    fabrics: fabricsOf(env).flatMap(({ title, health }) => (health ? [{ title, health }] : [])),
    nodeGroups: env.nodeGroups.map((group) =>
      nodeGroup(group, variablesOf(env), cufile ? { [CUFILE_VARIABLE]: CUFILE_PATH } : {}, {
        ...(trusts && trustVariables(containers.kind)),
        ...(env.outbound.proxy && proxyVariables(env.outbound.proxy)),
      }),
    ),
    partitions: Object.entries(partitions).map(([name, partition]) => ({ name, ...partition })),
    teams: parentsFirst(env.teams).map((name) => slurmTeam(env, name)),
    qos,
    ...(submit && { submit }),
    reservations: reservationsOf(env).map(({ start, end, ...reservation }) => ({
      ...reservation,
      // rules have refused those without a time
      startSeconds: Math.floor((start ?? 0) / 1000),
      endSeconds: Math.floor((end ?? 0) / 1000),
    })),
    blockEnds: blockEnds(env).map(({ group, end }) => ({ group, endSeconds: Math.floor(end / 1000) })),
    ...healthLayout(env),
    halfLifeDays,
    maxJobs: maxJobsOf(env),
    controllerDemand: slurmctldDemand(env),
    defaultTeams,
    prune,
    users: Object.entries(users).map(([name, { uid, keys }]) => ({
      name,
      uid,
      keys: keys.flatMap((text) => sshPublicKey(text) ?? []),
    })),
    volumes: env.storage.map(({ name, mount: { claimName, loginClaimName, mountPath, files, onLogin } }) => ({
      name: podVolume(name),
      claimName,
      ...(loginClaimName !== undefined && { loginClaimName }),
      mountPath,
      ...(files && { files }),
      ...(onLogin !== undefined && { onLogin }),
    })),
    ...(cufile && { cufile }),
    ...(scrapesJobs(env) && { scrapesJobs: true }),
    ...(tellsOfCollectives(env) && { ncclInspector: env.monitoring.ncclInspector?.plugin }),
    ...(env.checkpoints?.profiles && {
      profiles: `s3://${env.checkpoints.bucket.name}/${env.checkpoints.profiles.prefix}`,
    }),
    ...(traceStore(env.traces) && {
      traces: {
        endpoint: TRACE_VARIABLES.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
        protocol: TRACE_VARIABLES.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL,
      },
    }),
    homes: homesOf(env).folder,
  };
}

/** What nodes are asked, where config says so. */
function healthLayout(env: SiteEnvironment): Pick<SlurmLayout, "health"> {
  const health = env.slurm?.health;
  const pools = healthOf(env);
  if (!health || !pools) return {};
  const groups = Object.fromEntries(pools.map(({ pool, ...group }) => [pool, group]));
  return { health: { resume: health.resume, cordon: health.cordon, groups, ...repairLayout(env) } };
}

/** How drained nodes are repaired, where anybody is to. */
function repairLayout(env: SiteEnvironment): { readonly repair?: SlurmRepair } {
  const repair = env.slurm?.health?.repair;
  const pools = repairOf(env);
  if (!repair || repair.mode === "off" || !pools) return {};
  const groups = Object.fromEntries(pools.map(({ pool, ...group }) => [pool, group]));
  return { repair: { mode: repair.mode, lemon: repair.lemon, groups } };
}

/** As pods have it; images that are imported are a job's own. */
function slurmContainers(written: ResolvedSlurm["containers"]): SlurmContainers {
  if (written.kind === "none") return { kind: "none" };
  if (written.kind === "apptainer") {
    const { image, loginImage } = written;
    return { kind: "apptainer", image, ...(loginImage !== undefined && { loginImage }) };
  }
  const { credentialsSecretName } = written;
  return { kind: "pyxis", ...(credentialsSecretName !== undefined && { credentialsSecretName }) };
}

/** Images that are imported onto a volume; null for none. */
export function slurmImages(env: SiteEnvironment): SlurmImages | null {
  const containers = env.slurm?.containers;
  const found = imagesFolderOf(env);
  const volume = env.storage.find(({ name }) => name === found?.volume);
  if (containers?.kind !== "pyxis" || !found || !volume) return null;
  const { credentialsSecretName } = containers;
  return {
    images: containers.images,
    folder: found.folder,
    // jobs of our own run on system nodes
    claimName: volume.mount.loginClaimName ?? volume.mount.claimName,
    mountPath: volume.mount.mountPath,
    ...(credentialsSecretName !== undefined && { credentialsSecretName }),
    ...(env.outbound.proxy && { proxy: proxyVariables(env.outbound.proxy) }),
    ...(env.outbound.authorities.length > 0 && { trustsAuthorities: true }),
  };
}

/** Kinds that the machines of its pools can have. */
function fabricsOf({ nodeGroups }: SiteEnvironment) {
  const has = (machines: "aws" | "existing") => nodeGroups.some((pool) => pool.machines.kind === machines);
  return [...(has("aws") ? FABRIC_KINDS : []), ...(has("existing") ? EXISTING_FABRIC_KINDS : [])];
}

function slurmTeam(env: SiteEnvironment, name: string): SlurmTeamProps {
  const { teams } = env;
  const { share, users, directoryGroups, burst, coordinators, parent, qos } = teams[name]!;
  // what its namespace has of its GPUs is not Slurm's
  const gpus = teamsOf(env).find((team) => team.name === name)?.slurmGpus;
  const { gpusByType, gpuHours } = quotaLeft(teams, name);
  const owner = quotaOwner(teams, name);
  const partitions = teamPartitions(teams, name);
  return {
    name,
    share,
    users,
    ...(typeof gpus === "number" && { gpus }),
    gpusByType,
    ...(gpuHours !== null && { gpuHours: Math.max(0, gpuHours) }),
    ...(burst !== undefined && { burst }),
    coordinators,
    ...(directoryGroups.length > 0 && { directoryGroups }),
    ...(parent !== undefined && { parent }),
    ...(owner !== name && { quotaOf: owner }),
    qos,
    ...(partitions && { partitions }),
  };
}

/** Hours of the nodes that Slurm has; nothing where all of them run day and night. */
export function slurmHours(
  { schedule, nodeGroups }: SiteEnvironment,
  { partitions }: ResolvedSlurm,
): { readonly hours?: SlurmHours } {
  if (!schedule) return {};
  const used = new Set(Object.values(partitions).flatMap((partition) => partition.nodeGroups));
  const groups = nodeGroups.filter(({ name }) => used.has(name) && schedule.nodeGroups.includes(name));
  if (groups.length === 0) return {};
  return {
    hours: {
      timeZone: schedule.timezone,
      start: schedule.on.recurrence,
      drain: schedule.drain,
      openMinutes: schedule.openMinutes,
      drainMinutes: schedule.drainMinutes,
      nodeGroups: groups.map(({ name }) => name),
      ...(schedule.pausedUntil !== null && { pausedUntil: schedule.pausedUntil }),
    },
  };
}

/** Of EC2, Graviton and Grace have one; what somebody owns says it. */
function threadsOf({ machines, hardware }: ResolvedPool): 1 | 2 {
  const known = machines.kind === "existing" ? machines.threadsPerCore : undefined;
  return known ?? (hardware.arch === "arm64" ? 1 : 2);
}

/** What volumes tell jobs; nothing where two would tell them different things. */
function variablesOf({ storage }: SiteEnvironment): Readonly<Record<string, string>> {
  const all = storage.flatMap(({ jobEnv }) => (jobEnv ? [jobEnv] : []));
  return all.length === 1 ? all[0]! : {};
}

/** Karpenter starts nodes only for pods that wait. */
function placementOf({ count, machines }: ResolvedPool): SlurmNodeGroupProps["placement"] {
  const held = machines.kind === "aws" && ["reservation", "capacity-block"].includes(machines.capacity.kind);
  if (machines.kind === "aws" && machines.karpenter !== null && held) return "all";
  return count.owner === "autoscaler" ? "on-demand" : "every-node";
}

function scalingOf(group: ResolvedPool): Pick<SlurmNodeGroupProps, "scaling"> {
  const { machines, count } = group;
  if (!isScaled(group) || machines.kind !== "aws" || machines.karpenter === null) return {};
  // in the hours of a schedule, EC2's own least number is none: what config says is the number at the start
  return { scaling: { min: Math.max(count.min, count.initial), idleMinutes: machines.karpenter.idleMinutes } };
}

/** A pool as Slurm takes it. @param variables what volumes tell jobs @param cufile variables that tell them of cufile.json @param outside variables that tell them of certificates and of the proxy */
export function nodeGroup(
  group: ResolvedPool,
  variables: Readonly<Record<string, string>> = {},
  cufile: Readonly<Record<string, string>> = {},
  outside: Readonly<Record<string, string>> = {},
): SlurmNodeGroupProps {
  const { hardware, fabric, gpus, sharing, count } = group;
  return {
    name: group.name,
    nodeSelector: group.nodeSelector,
    vcpus: hardware.vcpus,
    threadsPerCore: threadsOf(group),
    memoryMiB: hardware.memoryMiB,
    gpus: gpus && { type: gpus.type, count: gpus.count },
    // where Slurm cannot hand them out, a rule tells
    ...(gpus && typeof sharing.slurm !== "string" && sharing.kind !== "whole" && { parts: sharing.slurm }),
    fabric,
    podResources: group.podResources,
    deviceClaims: group.deviceClaims,
    jobEnv: { ...jobEnvOf(group), ...outside, ...(isHybrid(group) ? {} : variables), ...(gpus && cufile) },
    nvmeScratch: group.localStorage === "raid0" || group.localStorage === "raid10",
    hostScratch: (group.machines.kind === "existing" ? group.machines.scratch : undefined) ?? null,
    ...(isHybrid(group) && { mountsVolumes: false }),
    maxNodes: count.max,
    // reservations and blocks are paid for: every node that is there belongs to Slurm
    placement: placementOf(group),
    ...scalingOf(group),
    taints: group.taints,
    nvlinkDomainNodes: group.nvlinkDomainNodes,
  };
}

/** QOS → minutes within which its jobs are promised to start. Everyday jobs of a team are in a QOS of its own. */
export function startWithin({ monitoring, teams }: SiteEnvironment): Record<string, number> {
  const promised = Object.entries(monitoring.slos.jobStart).map(([qos, { minutes }]) => [qos, minutes] as const);
  const standard = monitoring.slos.jobStart["standard"]?.minutes;
  const owners = Object.keys(teams).map((name) => teamQos({ name: quotaOwner(teams, name) }));
  const ofTeams = standard === undefined ? [] : owners.map((name) => [name, standard] as const);
  return Object.fromEntries([...promised, ...ofTeams]);
}
