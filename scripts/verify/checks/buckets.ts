import type { SiteEnvironment } from "../../../config/sites/environment";
import { bucketScript } from "../../../constructs/verify/check-scripts";
import type { Check } from "../check";
import { judgeBucket } from "../judge/data";
import { parseBucket } from "../parse/bucket";
import { runEnv } from "../run-env";

/** Size of the object that each node writes and reads, MiB. */
const OBJECT_MIB = 1024;

/** A bucket that jobs are told of. */
interface CheckedBucket {
  readonly name: string;
  readonly title: string;
  /** `s3://bucket/prefix` */
  readonly place: string;
  /** By which clients find the store and their credentials. */
  readonly env: Readonly<Record<string, string>>;
  /** Folders with what they name. */
  readonly mounts: readonly string[];
  /** Why nothing is written there; null: it can be. */
  readonly why: string | null;
}

/** One check for each bucket: each node writes an object in parts, reads it and removes it. */
export const bucketChecks = (environment: Pick<SiteEnvironment, "checkpoints" | "storage">): Check[] =>
  bucketsOf(environment).map(({ name, title, place, env, mounts, why }) => ({
    id: `bucket-${name}`,
    title: `${title} from each node`,
    suites: ["accept"],
    group: "node",
    minutes: 20,
    plan: (_, { images }) =>
      why ?? {
        job: () => ({
          tasksPerNode: 1,
          image: images?.storage ?? null,
          mpi: false,
          env: { ...env, ...runEnv(1) },
          mounts,
          usesIdentity: true,
          script: bucketScript(place, OBJECT_MIB),
        }),
        judge: (output) => judgeBucket(parseBucket(output)),
      },
  }));

function bucketsOf({ checkpoints, storage }: Pick<SiteEnvironment, "checkpoints" | "storage">): CheckedBucket[] {
  const own: CheckedBucket[] = checkpoints
    ? [
        {
          name: "checkpoints",
          title: "Bucket of checkpoints",
          place: `s3://${checkpoints.bucket.name}/${checkpoints.prefix}`.replace(/\/+$/, ""),
          env: {},
          mounts: [],
          why: checkpoints.objectLock ? "its objects are locked: what a check writes would stay there." : null,
        },
      ]
    : [];
  const others = storage.flatMap(({ name, title, mount, jobEnv = {} }) => {
    const place = jobEnv["RAILYARD_CHECKPOINTS"];
    return place?.startsWith("s3://")
      ? [{ name, title, place: place.replace(/\/+$/, ""), env: jobEnv, mounts: [mount.mountPath], why: null }]
      : [];
  });
  return [...own, ...others];
}
