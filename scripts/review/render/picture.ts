import { awsOf, type AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { ResolvedCheckpoints } from "../../../config/checkpoints/resolve";
import type { ResolvedCluster } from "../../../config/sites/aws-eks/cluster/resolve";
import type { ResolvedLustre } from "../../../config/storage/fsx-lustre/resolve";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import type { ResolvedPartition } from "../../../config/slurm/resolve";
import type { ResolvedNetwork, ResolvedSubnet } from "../../../config/sites/aws-eks/network/resolve";
import type { ResolvedVolume } from "../../../config/storage/kind";
import type { Review } from "../model";
import { planMarks, type Mark, type Place } from "./picture-marks";
import { hybridPools, type HybridPool } from "../../../config/sites/aws-eks/hybrid/pool";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

/** Something drawn, as it was and as it will be. Null: not there. */
export interface Part<T> {
  readonly name: string;
  readonly before: T | null;
  readonly after: T | null;
  /** Null: nothing happens to it. */
  readonly mark: Mark | null;
}

export interface SystemNodes {
  readonly count: number;
  readonly instanceType: string;
  readonly zones: readonly string[];
}

export interface Bucket {
  readonly name: string;
  readonly purpose: "checkpoints" | "Terraform state";
  /** Null for state. */
  readonly checkpoints: ResolvedCheckpoints | null;
}

/** All that the drawing shows, of both environments at once: what stays is at the same place in both. */
export interface Picture {
  readonly network: Part<ResolvedNetwork>;
  readonly cluster: Part<ResolvedCluster>;
  readonly zones: readonly string[];
  readonly subnets: readonly Part<ResolvedSubnet>[];
  /** By zone. */
  readonly nats: readonly Part<string>[];
  readonly systemNodes: readonly Part<SystemNodes>[];
  readonly groups: readonly Part<ResolvedNodeGroup>[];
  /** Two when it moves to another zone. */
  readonly lustre: readonly Part<ResolvedLustre>[];
  /** All others that pods mount. */
  readonly volumes: readonly Part<ResolvedVolume>[];
  readonly buckets: readonly Part<Bucket>[];
  /** Pools of servers on premises. */
  readonly onsite: readonly Part<HybridPool>[];
  readonly partitions: readonly Part<ResolvedPartition>[];
}

/**
 * @returns null when there is no environment to draw: none, or none with a network of its own. Where all of it comes or goes, only its network is marked: a mark
 * on everything says no more than one.
 */
export function pictureOf(review: Pick<Review, "before" | "after" | "changes">): Picture | null {
  const [before, after] = [awsOf(review.before), awsOf(review.after)];
  if (!before && !after) return null;
  const whole = before ? (after ? null : "removed") : "added";
  const marks = planMarks(review.changes);
  const parts = <T>(place: (name: string) => Place | null, list: (env: AwsEnvironment) => Named<T>): Part<T>[] => {
    const [old, now] = [before ? list(before) : {}, after ? list(after) : {}];
    return [...new Set([...Object.keys(now), ...Object.keys(old)])].map((name) => {
      const at = place(name);
      const both = { name, before: old[name] ?? null, after: now[name] ?? null };
      return { ...both, mark: whole ? null : markOf(both, at === null ? undefined : marks.get(at)) };
    });
  };
  const one = <T>(place: Place, take: (env: AwsEnvironment) => T | null): Part<T>[] =>
    parts(
      () => place,
      (env) => named(place, take(env)),
    );
  const [network] = one("vpc", (env) => env.network);
  const [cluster] = one("cluster", (env) => env.cluster);
  if (!network || !cluster) return null;
  return {
    network: whole ? { ...network, mark: whole } : network,
    cluster,
    zones: [...new Set([...zonesOf(after), ...zonesOf(before)])],
    subnets: parts(
      (key) => `subnet ${key}`,
      ({ network: { subnets } }) => byName(subnets, (subnet) => subnet.key),
    ),
    nats: parts((zone) => `nat ${zone}`, natZones),
    systemNodes: one("system nodes", systemNodes).flatMap((p) => apart(p, ({ zones }) => zones)),
    groups: parts(
      (name) => `group ${name}`,
      (env) => byName(ec2Groups(env), (group) => group.name),
    ).flatMap((p) => apart(p, ({ machines: { zones } }) => zones)),
    lustre: one("lustre", (env) => env.lustre).flatMap((p) => apart(p, ({ zone }) => [zone])),
    volumes: parts((name) => `volume ${name}`, otherVolumes).flatMap((p) => apart(p, ({ mount }) => mount.zones)),
    buckets: [...one("bucket checkpoints", checkpointBucket), ...one("bucket state", stateBucket)],
    onsite: parts(
      () => null,
      (env) => byName(hybridPools(env), (pool) => pool.name),
    ),
    partitions: parts(
      () => null,
      ({ slurm }) => slurm?.partitions ?? {},
    ),
  };
}

/** Whether anything of a picture changes. */
export function changes({ network, cluster, ...lists }: Picture): boolean {
  const { subnets, nats, systemNodes: nodes, groups, lustre, volumes, buckets, onsite, partitions } = lists;
  const parts: readonly Part<unknown>[] = [
    network,
    cluster,
    ...subnets,
    ...nats,
    ...nodes,
    ...groups,
    ...lustre,
    ...volumes,
    ...buckets,
    ...onsite,
    ...partitions,
  ];
  return parts.some(({ mark }) => mark !== null);
}

/** Parts of two lists, by name; what differs in anything is marked. */
export function partsOf<T>(before: readonly T[], after: readonly T[], name: (item: T) => string): Part<T>[] {
  const [old, now] = [byName(before, name), byName(after, name)];
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].map((key) => {
    const both = { name: key, before: old[key] ?? null, after: now[key] ?? null };
    return { ...both, mark: markOf(both, undefined) };
  });
}

type Named<T> = Readonly<Record<string, T>>;

const named = <T>(name: string, value: T | null): Named<T> => (value === null ? {} : { [name]: value });
const byName = <T>(list: readonly T[], name: (item: T) => string): Named<T> =>
  Object.fromEntries(list.map((item) => [name(item), item]));

/** What a plan says of a part comes first; else the difference in config marks it. */
function markOf({ before, after }: Pick<Part<unknown>, "before" | "after">, planned: Mark | undefined): Mark | null {
  if (before === null || after === null) return before === null ? "added" : "removed";
  return planned ?? (canonicalText(before) === canonicalText(after) ? null : "changed");
}

/**
 * A value without what says nothing, its keys in one order: an earlier commit did not know every key that there is now, and
 * what nobody set is no change.
 */
const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    if (one === null || one === false) return undefined;
    if (typeof one !== "object") return one;
    if (Object.keys(one).length === 0) return undefined;
    return Array.isArray(one) ? one : Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** What moves to other zones is drawn at both places. */
function apart<T>({ name, before, after, mark }: Part<T>, zones: (value: T) => readonly string[]): Part<T>[] {
  if (before === null || after === null || String(zones(before)) === String(zones(after))) {
    return [{ name, before, after, mark }];
  }
  return [
    { name, before: null, after, mark: "replaced" },
    { name, before, after: null, mark: "replaced" },
  ];
}

function zonesOf(env: AwsEnvironment | null): string[] {
  if (!env) return [];
  return [
    ...env.network.zones,
    ...ec2Groups(env).flatMap(({ machines: { zones } }) => zones),
    ...env.storage.flatMap(({ mount }) => mount.zones),
  ];
}

function natZones({ network: { kind, nat, zones } }: AwsEnvironment): Named<string> {
  if (kind === "existing" || nat === "none") return {};
  return byName(nat === "single" ? zones.slice(0, 1) : zones, (zone) => zone);
}

const systemNodes = ({ cluster, network }: AwsEnvironment): SystemNodes => ({
  count: cluster.systemNodes.count,
  instanceType: cluster.systemNodes.instanceType,
  zones: network.clusterZones,
});

const otherVolumes = ({ storage, lustre }: AwsEnvironment): Named<ResolvedVolume> =>
  byName(
    storage.filter(({ name }) => name !== lustre?.name),
    ({ name }) => name,
  );

const checkpointBucket = ({ checkpoints }: AwsEnvironment): Bucket | null =>
  checkpoints && { name: checkpoints.bucket.name, purpose: "checkpoints", checkpoints };

const stateBucket = ({ state }: AwsEnvironment): Bucket | null =>
  state.kind === "s3" ? { name: state.bucket, purpose: "Terraform state", checkpoints: null } : null;
