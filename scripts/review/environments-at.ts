import { resolveAllocation, type Allocation } from "../../config/gpu/allocation";
import { resolveDriver } from "../../config/gpu/driver";
import type { ResolvedPool } from "../../config/pools/pool";
import { wholeNode } from "../../config/pools/whole-node";
import type { AwsMachines, ResolvedNodeGroup } from "../../config/sites/aws-eks/nodes/node-group";
import { awsOf } from "../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../config/sites/environment";
import { lustreVolume } from "../../config/storage/fsx-lustre/resolve";
import { namesOf } from "../../config/names/resolve";
import { SHORT_FORM } from "../../config/storage/names";
import { plainProfile } from "../../config/sharing/mig/layout";
import { resolveSharing } from "../../config/sharing/resolve";
import type { ResolvedSharing } from "../../config/sharing/sharing";
import { isInSlurm } from "../../config/slurm/partitions";
import { ExpectedError } from "../lib/errors/expected-error";
import { ends, IN_WORDS, inRef, type RefProps } from "../lib/git/ref-tree";

/** An environment as of a commit, as that commit's own code resolves it. */
export interface EnvironmentAt {
  readonly resolved: SiteEnvironment;
  /** What was written, with defaults; null where that commit's code does not tell. */
  readonly config: unknown;
}

export interface EnvironmentsAtProps extends RefProps {
  readonly now: Date;
}

export interface EnvironmentsAt {
  readonly commit: string;
  readonly environments: ReadonlyMap<string, EnvironmentAt>;
}

/** Between it and the end of the line stands the JSON: whatever else the program prints is not ours. */
const MARK = "railyard-environments:";

/** Runs in the commit's own tree: what it resolves must be resolved by its own code and facts. */
const PROGRAM = `${IN_WORDS}
  const { loadEnvironments } = require("./config");
  const { ENVIRONMENTS } = require("./config/environments");
  const { existsSync } = require("node:fs");
  const { join } = require("node:path");
  const reader = "./scripts/lib/environments/environment-folder";
  const folder = existsSync(reader + ".ts")
    ? require(reader).environmentFolder(join(process.cwd(), "config/environments"))
    : undefined;
  const loaded = loadEnvironments(ENVIRONMENTS, [], new Date(process.env.RAILYARD_NOW), folder);
  const text = JSON.stringify(loaded.map(({ resolved, config = null }) => ({ resolved, config })));
  process.stdout.write("${MARK}" + text + "\\n");
`;

/** Every environment as of a commit. @throws ExpectedError when that commit cannot be loaded */
export function environmentsAt({ now, ...props }: EnvironmentsAtProps): Promise<EnvironmentsAt> {
  return inRef(props, async ({ commit, node }) => {
    const done = await node(["--eval", PROGRAM, "ref"], { RAILYARD_NOW: now.toISOString() });
    const line = done.stdout.split("\n").find((each) => each.startsWith(MARK));
    if (done.code !== 0 || line === undefined)
      throw new ExpectedError(
        `${props.ref}: its own environments cannot be loaded:\n${ends(done)}\nName a later commit.`,
      );
    const rows = JSON.parse(line.slice(MARK.length)) as EnvironmentAt[];
    const revived = rows.map(
      ({ resolved, config }) => [resolved.name, { resolved: revive(resolved), config }] as const,
    );
    return { commit, environments: new Map(revived) };
  });
}

/** JSON has neither the functions that make names nor maps. Reviews need no origins. */
function revive({ site = "aws-eks", ...rest }: SiteEnvironment): SiteEnvironment {
  // a commit from before there were sites knows one
  const resolved = { site, ...rest };
  return {
    ...resolved,
    ...volumesOf(resolved),
    nodeGroups: resolved.nodeGroups.map((group) =>
      allocated(poolOf(group), resolved.gpu, isInSlurm(resolved.slurm, group.name)),
    ),
    names: namesOf(resolved.name, awsOf(resolved)?.adopt?.cluster?.name),
    origins: new Map(),
  };
}

/** A node group as commits told it before machines were told apart from what any pool has. */
type FlatGroup = Omit<AwsMachines, "kind"> &
  Omit<ResolvedNodeGroup, "machineType" | "hardware" | "count" | "gdrcopy" | "machines" | "nodeSelector"> & {
    readonly facts: ResolvedNodeGroup["hardware"];
    readonly nodes: ResolvedNodeGroup["count"];
    readonly nodeSelector?: ResolvedNodeGroup["nodeSelector"];
  };

/** A pool as commits told it while an environment had one owner of drivers, or one way to hand out devices. */
type EarlierPool =
  | ResolvedPool
  | Omit<ResolvedPool, "driver">
  | Omit<ResolvedPool, "driver" | "allocation" | "deviceClaims">;

/** Keys in the order in which they are resolved now. */
function allocated(
  pool: EarlierPool,
  gpu: SiteEnvironment["gpu"] & { readonly allocation?: Allocation },
  inSlurm: boolean,
): ResolvedPool {
  if ("allocation" in pool) return { ...driven(pool, gpu), sharing: sharingOf(pool, inSlurm) };
  const { name, machineType, hardware, count, fabric, gpus, ...rest } = pool;
  const sharing = sharingOf(pool, inSlurm);
  const allocation = resolveAllocation(undefined, gpu.allocation, hardware);
  const { podResources, deviceClaims } = wholeNode({ ...pool, sharing, allocation });
  const { nodeSelector, taints, podResources: _, sharing: __, ...others } = rest;
  const driver = resolveDriver(undefined, gpu.driver);
  const before = { name, machineType, hardware, count, fabric, gpus, sharing, allocation, driver };
  return { ...before, nodeSelector, taints, podResources, deviceClaims, ...others };
}

/** With the owner of its driver, in its place. */
function driven(pool: ResolvedPool | Omit<ResolvedPool, "driver">, gpu: SiteEnvironment["gpu"]): ResolvedPool {
  if ("driver" in pool) return pool;
  const { name, machineType, hardware, count, fabric, gpus, sharing, allocation, ...others } = pool;
  const driver = resolveDriver(undefined, gpu.driver);
  return { name, machineType, hardware, count, fabric, gpus, sharing, allocation, driver, ...others };
}

/** A commit from before kinds said what they offer tells how GPUs are shared in words of its own. */
function sharingOf({ sharing, gpus }: EarlierPool, inSlurm: boolean): ResolvedSharing {
  if ("offers" in sharing) return sharing;
  const { kind, profile = "", replicas = 2, ...others } = (sharing as { config: EarlierSharing }).config;
  if (kind === "exclusive") return resolveSharing({ kind: "whole" }, { gpus, inSlurm });
  if (kind === "mig")
    return resolveSharing({ kind, layout: `all-${plainProfile(profile)}`, ...others }, { gpus, inSlurm });
  return resolveSharing({ kind, replicas, renamed: false }, { gpus, inSlurm });
}

interface EarlierSharing {
  readonly kind: "exclusive" | "mig" | "time-slicing" | "mps";
  readonly profile?: string;
  readonly strategy?: "single" | "mixed";
  readonly replicas?: number;
}

/** Keys in the order in which they are resolved now: parts of both sides are compared as JSON. */
function poolOf(group: ResolvedPool | FlatGroup): EarlierPool {
  if (!("facts" in group)) {
    const { machines, tuning = null, ...rest } = group;
    return { ...rest, tuning, machines };
  }
  const { name, instanceType, boot, nodeSelector = { "railyard.dev/node-group": name } } = group;
  return {
    name,
    machineType: instanceType,
    hardware: group.facts,
    count: group.nodes,
    fabric: group.fabric,
    gpus: group.gpus,
    sharing: group.sharing,
    nodeSelector,
    taints: group.taints,
    podResources: group.podResources,
    gdrcopy: boot.gdrcopyModule !== false,
    localStorage: group.localStorage,
    nvlinkDomainNodes: group.nvlinkDomainNodes,
    tuning: group.tuning ?? null,
    machines: {
      kind: "aws",
      instanceType,
      capacity: group.capacity,
      placement: group.placement,
      zones: group.zones,
      image: group.image,
      rootVolumeGiB: group.rootVolumeGiB,
      maxPods: group.maxPods,
      labels: group.labels,
      boot,
      nodeadm: group.nodeadm,
      maxUnavailable: group.maxUnavailable,
      repair: group.repair,
      karpenter: null,
      addressesPerNode: group.addressesPerNode,
    },
  };
}

/** A commit from before there were several volumes tells of its file system alone, and not what all volumes tell. */
function volumesOf(resolved: Partial<Pick<SiteEnvironment, "storage" | "lustre">>) {
  const { storage, lustre } = resolved;
  if (storage !== undefined || !lustre) return { storage: storage ?? [], lustre: lustre ?? null };
  const { config, ...rest } = lustre;
  const volume = lustreVolume({ ...rest, config, name: SHORT_FORM, path: [SHORT_FORM], teams: false });
  const whole = { ...volume, ...rest, config, written: config };
  return { storage: [whole], lustre: whole };
}
