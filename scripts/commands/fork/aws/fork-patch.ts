import { EXISTING_STORAGE_KINDS } from "../../../../config/storage/kinds";
import { isDeepStrictEqual } from "node:util";
import { writtenCallers } from "../../../../config/sites/aws-eks/cluster/resolve";
import type { AwsConfig } from "../../../../config/sites/aws-eks/schema";
import type { NodeGroupConfig } from "../../../../config/sites/aws-eks/nodes/schema";
import { partitionOf } from "../../../../config/sites/aws-eks/account/partition";
import type { Answers } from "./answers";
import type { CapacityAnswer } from "./capacity-answer";
import { lifePatch } from "./life-patch";
import { planZones, type ZonePlan } from "./zones";
import { ec2Entries, hybridEntries } from "../../../../config/sites/aws-eks/nodes/ec2-groups";
import type { HybridPoolConfig } from "../../../../config/sites/aws-eks/hybrid/pool-schema";
import { withoutEmpty } from "../without-empty";
import { UsageError } from "../../../lib/errors/usage";

/** What a fork writes beside `extends`. */
export interface ForkPatch {
  readonly patch: Readonly<Record<string, unknown>>;
  /** What was decided that a person may want otherwise. */
  readonly notes: readonly string[];
}

type Json = Record<string, unknown>;

/** Only what differs from the original: `null` takes away what the original says and the fork cannot have. */
export function forkPatch(original: AwsConfig, answers: Answers, cidr: string): ForkPatch {
  const notes: string[] = [];
  const account = answers.account ?? original.account;
  const region = answers.region ?? original.region;
  const plan = planZones(original, region, answers);
  const lustreZone = answers.lustreZone ?? (original.lustre?.zone && plan.of(original.lustre.zone));
  const patch = withoutEmpty({
    name: answers.name,
    account: account === original.account ? undefined : account,
    region: region === original.region ? undefined : region,
    state: original.state.kind === "s3" && original.state.bucket !== undefined ? { bucket: null } : undefined,
    network: networkPatch(original, plan, cidr, notes),
    cluster: clusterPatch(original, { account, region, cidr, zoneOf: plan.of }, notes),
    nodeGroups: withoutEmpty(
      Object.fromEntries([
        ...ec2Entries(original).map(([name, group]) => [name, groupPatch(name, group, answers, plan)] as const),
        ...hybridEntries(original).map(([name, pool]) => [name, poolPatch(name, pool, answers)] as const),
      ]),
    ),
    lustre: lustreZone !== original.lustre?.zone ? { zone: lustreZone } : undefined,
    storage: volumesPatch(original, plan),
    checkpoints: bucketPatch(original, notes),
    ...lifePatch(original, { account, region }, notes),
    // what was there before is of one environment
    adopt: original.adopt ? null : undefined,
  });
  for (const [volume, { kind }] of Object.entries(original.storage))
    if (EXISTING_STORAGE_KINDS.some((row) => row.kind === kind))
      notes.push(
        `storage.${volume} is where it is for ${original.name}: where both mount the same one, they see the same files`,
      );
  return { patch, notes };
}

/** Zones of volumes that are said. */
function volumesPatch({ storage }: AwsConfig, plan: ZonePlan): Json | undefined {
  const zones = Object.entries(storage).flatMap(([name, volume]) => {
    const was = "zone" in volume ? volume.zone : undefined;
    const zone = was === undefined ? undefined : plan.of(was);
    return zone === was ? [] : [[name, { zone }] as const];
  });
  return zones.length === 0 ? undefined : Object.fromEntries(zones);
}

function networkPatch({ network, name }: AwsConfig, { zones }: ZonePlan, cidr: string, notes: string[]): Json {
  if (network.kind === "existing") {
    notes.push(`${name} stands in ${network.vpcId}: the fork makes a VPC of its own, with one NAT gateway`);
    return { kind: "create", cidr, zones };
  }
  return { cidr, ...(!isDeepStrictEqual(network.zones, zones) && { zones }) };
}

/** Principals are of an account, and the private endpoint is open to the block of the network. */
function clusterPatch(
  { cluster, account, network, name }: AwsConfig,
  fork: { readonly account: string; readonly region: string; readonly cidr: string; readonly zoneOf: ZonePlan["of"] },
  notes: string[],
): Json | undefined {
  const inFork = (arn: string) =>
    arn
      .replace(/^arn:aws[a-z-]*:/, `arn:${partitionOf(fork.region)}:`)
      .replace(new RegExp(`^(arn:[^:]+:iam::)${account}:`), `$1${fork.account}:`);
  const lists = withoutEmpty(
    Object.fromEntries(
      (["admins", "auditors", "viewers"] as const).map((key) => {
        const moved = cluster[key].map(inFork);
        return [key, isDeepStrictEqual(moved, cluster[key]) ? undefined : moved];
      }),
    ),
  );
  if (cluster.hybrid)
    notes.push(
      `cluster.hybrid has the networks of ${name}, whose servers are nodes of one cluster at a time: name those of the fork`,
    );
  if (cluster.hybrid?.connection.kind === "transit-gateway")
    notes.push(`${cluster.hybrid.connection.id} is of one Region, and must be shared with the account of the fork`);
  for (const key of Object.keys(lists))
    notes.push(`cluster.${key} names the roles of ${name} in the account ${fork.account}: they must exist there`);
  const callers = writtenCallers({ cluster });
  const blocks = callers?.map((block) => (block === network.cidr ? fork.cidr : block));
  const moved = blocks !== undefined && !isDeepStrictEqual(blocks, callers);
  const zones = cluster.zones && [...new Set(cluster.zones.map(fork.zoneOf))];
  const rezoned = zones !== undefined && !isDeepStrictEqual(zones, cluster.zones);
  const patch = { ...lists, ...(moved && { endpoint: { privateCidrs: blocks } }), ...(rezoned && { zones }) };
  return Object.keys(patch).length ? patch : undefined;
}

function groupPatch(name: string, group: NodeGroupConfig, answers: Answers, plan: ZonePlan): Json | undefined {
  const answer = answers.capacity.get(name);
  const capacity = answer && capacityPatch(group.capacity, answer);
  const nodes = answers.nodes.get(name);
  const zone = groupZone(group, answer, answers.groupZones.get(name), plan);
  const patch = withoutEmpty({ nodes: nodes === group.nodes ? undefined : nodes, capacity, zone });
  return Object.keys(patch).length ? patch : undefined;
}

/** Servers stand where they stand: of a pool on premises a fork has so many as it says. @throws UsageError for capacity or a zone */
function poolPatch(name: string, { nodes: before }: HybridPoolConfig, answers: Answers): Json | undefined {
  if (answers.capacity.has(name) || answers.groupZones.has(name))
    throw new UsageError(`${name} is a pool of servers on premises: it has neither capacity of AWS nor a zone`);
  const nodes = answers.nodes.get(name);
  return nodes === undefined || nodes === before ? undefined : { nodes };
}

/** A zone to write; null to take away the original's; undefined where the original's is right. */
function groupZone(
  group: NodeGroupConfig,
  answer: CapacityAnswer | undefined,
  chosen: string | undefined,
  plan: ZonePlan,
): string | null | undefined {
  const ofCapacity = answer && answer.kind !== "follow" ? answer : group.capacity;
  if (chosen === undefined && "zone" in ofCapacity)
    return group.zone !== undefined && group.zone !== ofCapacity.zone ? null : undefined;
  // what had a zone by its capacity alone now needs to be told one
  const before = group.zone ?? ("zone" in group.capacity ? group.capacity.zone : undefined);
  const zone = chosen ?? (before === undefined ? undefined : plan.of(before));
  return zone === group.zone ? undefined : zone;
}

/** Of one kind, keys are given anew; another kind replaces all of them. */
function capacityPatch(before: NodeGroupConfig["capacity"], answer: CapacityAnswer): Json | undefined {
  if (answer.kind === "follow") return undefined;
  if (answer.kind !== before.kind) return { ...answer };
  const { kind: _kind, ...keys } = answer;
  const count = "count" in before && before.count !== undefined && !("count" in answer) ? { count: null } : {};
  const placement =
    before.kind === "reservation" && before.placementGroup !== undefined ? { placementGroup: null } : {};
  const patch = { ...keys, ...count, ...placement };
  return Object.keys(patch).length ? patch : undefined;
}

/** Names of buckets are global. */
function bucketPatch({ checkpoints, name }: AwsConfig, notes: string[]): Json | undefined {
  const bucket = checkpoints?.bucket;
  if (bucket?.kind === "existing")
    notes.push(`checkpoints go to the bucket ${bucket.name}, as those of ${name} do: checkpoints.bucket names another`);
  return bucket?.kind === "create" && bucket.name !== undefined ? { bucket: { name: null } } : undefined;
}
