import type { AwsConfig } from "../sites/aws-eks/schema";
import { PROFILE_DAYS } from "./profiles-schema";
import { resolveReplication, type ResolvedReplication } from "./replication";
import { resolveTasks, type ResolvedTask } from "./resolve-tasks";
import { LEFT_OUT_KEEP_LAST, type CheckpointsConfig } from "./schema";
import { bucketName } from "../names/resolve";
import type { ResolvedLustre } from "../storage/fsx-lustre/resolve";
import type { ResolvedNodeGroup } from "../sites/aws-eks/nodes/node-group";

export interface Retention {
  /** Newest checkpoints of a run to keep; null is all. */
  readonly keepLast: number | null;
  /** Beside them, keep every n-th; null is none. */
  readonly keepEvery: number | null;
}

export interface ResolvedCheckpoints {
  readonly bucket: {
    readonly kind: "create" | "existing";
    readonly name: string;
    /** Key of an existing bucket; null when it has none of its own. */
    readonly kmsKeyArn: string | null;
  };
  readonly prefix: string;
  readonly hot: (Retention & { readonly path: string }) | null;
  readonly warm:
    | (Retention & {
        /** Folder on the file system, from its root. */
        readonly path: string;
        readonly import: readonly ("new" | "changed" | "deleted")[];
        readonly export: readonly ("new" | "changed")[];
        readonly exportDeletes: boolean;
        /** Newest ones whose contents stay there; null: of all that it keeps. */
        readonly keepData: number | null;
        /** Data repository tasks that the cluster makes. */
        readonly tasks: readonly ResolvedTask[];
      })
    | null;
  readonly cold: Retention & {
    readonly transitions: CheckpointsConfig["cold"]["transitions"];
    readonly expireAfterDays: number | null;
  };
  readonly archive: {
    readonly prefix: string;
    /** Checkpoints whose number it divides are copied there; null: what jobs copy. */
    readonly every: number | null;
    readonly transitions: CheckpointsConfig["cold"]["transitions"];
    readonly expireAfterDays: number | null;
  } | null;
  /** Where jobs copy profiles; null: nowhere. */
  readonly profiles: {
    readonly prefix: string;
    /** Null: the owner of the bucket says. */
    readonly expireAfterDays: number | null;
  } | null;
  /** The pod that copies; null: there is none. */
  readonly agent: {
    readonly image: string | null;
    /** Null: that of the warm tier. */
    readonly volume: string | null;
    readonly path: string | null;
    readonly whole: string;
    readonly everySeconds: number;
  } | null;
  readonly oldVersionDays: number;
  readonly abortUploadDays: number;
  readonly objectLock: CheckpointsConfig["objectLock"] | null;
  /** A second copy; null: there is none. */
  readonly replicateTo: ResolvedReplication | null;
  /** Whether CloudWatch is told of requests. */
  readonly requestMetrics: boolean;
  readonly mountpoint: boolean;
}

const WARM_DEFAULT: NonNullable<CheckpointsConfig["warm"]> = {
  path: "/checkpoints",
  import: ["new", "changed"],
  export: ["new", "changed"],
  exportDeletes: false,
  keepLast: LEFT_OUT_KEEP_LAST.warm,
};

/** The hot tier needs NVMe, the warm one a file system that can be linked: left out, they are there where that is so. */
export function resolveCheckpoints(
  env: AwsConfig,
  groups: readonly ResolvedNodeGroup[],
  lustre: ResolvedLustre | null,
): ResolvedCheckpoints | null {
  const config = env.checkpoints;
  if (!config) return null;
  const nvme = groups.find((g) => g.gpus && g.localStorage !== "none" && g.hardware.nvme.count);
  const hot = config.hot ?? (nvme && { keepLast: LEFT_OUT_KEEP_LAST.hot });
  const warm = config.warm ?? (lustre?.linkable ? WARM_DEFAULT : undefined);
  return {
    bucket: {
      kind: config.bucket.kind,
      name:
        config.bucket.name ??
        env.adopt?.checkpointBucket?.name ??
        bucketName(env.name, "checkpoints", env.account, env.region),
      kmsKeyArn: (config.bucket.kind === "existing" && config.bucket.kmsKeyArn) || null,
    },
    prefix: config.prefix,
    hot: hot ? { path: config.hot?.path ?? hotPath(nvme), ...retention(hot) } : null,
    warm: warm
      ? {
          path: warm.path,
          import: warm.import,
          export: warm.export,
          exportDeletes: warm.exportDeletes,
          keepData: warm.keepData ?? null,
          tasks: resolveTasks(warm.tasks),
          ...retention(warm),
        }
      : null,
    cold: {
      transitions: config.cold.transitions,
      expireAfterDays: config.cold.expireAfterDays ?? null,
      ...retention(config.cold),
    },
    archive: config.archive
      ? {
          prefix: config.archive.prefix,
          every: config.archive.every ?? null,
          transitions: config.archive.transitions,
          expireAfterDays: config.archive.expireAfterDays ?? null,
        }
      : null,
    profiles: config.profiles
      ? {
          prefix: config.profiles.prefix,
          expireAfterDays: config.profiles.expireAfterDays ?? (config.bucket.kind === "create" ? PROFILE_DAYS : null),
        }
      : null,
    agent: config.agent
      ? {
          ...config.agent,
          image: config.agent.image ?? null,
          volume: config.agent.volume ?? null,
          path: config.agent.path ?? null,
        }
      : null,
    oldVersionDays: config.oldVersionDays,
    abortUploadDays: config.abortUploadDays,
    objectLock: config.objectLock ?? null,
    replicateTo: resolveReplication(config.replicateTo, env.account),
    requestMetrics: config.requestMetrics,
    mountpoint: config.mountpoint,
  };
}

/** Where the image puts local disks: one volume at 0, or each disk from 1 on. */
const hotPath = (group: ResolvedNodeGroup | undefined): string =>
  `/mnt/k8s-disks/${group?.localStorage === "mount" ? 1 : 0}/checkpoints`;

const retention = (tier: { keepLast?: number | undefined; keepEvery?: number | undefined }): Retention => ({
  keepLast: tier.keepLast ?? null,
  keepEvery: tier.keepEvery ?? null,
});
