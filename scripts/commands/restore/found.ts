import { paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { z } from "zod";
import { CHARTS } from "../../../config/facts/versions";
import type { AwsAccess } from "../../lib/aws/access";
import { askAws } from "../../lib/aws/ask-aws";
import type { RestoreKind } from "./kinds";
import { volumeFound, volumeSchema } from "./new-volume";
import { named, objects, SLURM, type Cluster } from "./objects";

const copySchema = z.strictObject({ name: z.string(), at: z.iso.datetime(), bytes: z.int().min(0) });

/** A copy in the bucket, by the name that `--copy` takes. */
export type Copy = z.output<typeof copySchema>;

export const foundSchema = z.strictObject({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  environment: z.string(),
  what: z.string(),
  /** The newest first. */
  copies: z.array(copySchema),
  /** What changed since some of them, by their names, and until when that is known. Older recordings have none. */
  changes: z.array(copySchema).default([]),
  /** What lies beside them under names that Railyard gives no copy. Older recordings have none. */
  others: z.array(z.string()).default([]),
  cluster: z.strictObject({
    /** Whether the CronJob is there from which the job is made. */
    hasJob: z.boolean(),
    /** Pods of the program that must not run. */
    running: z.array(z.string()),
    /** Replicas of the operator that starts them; null: there is none. */
    operator: z.int().min(0).nullable(),
    /** Jobs of restores before that are still there. */
    jobs: z.array(z.string()),
    /** The volume that the program keeps its files on. @default - not looked at: it has none, or it is not Railyard's */
    volume: volumeSchema.optional(),
  }),
});

/** What bucket and cluster say before anything is done. It has no secrets. */
export type Found = z.output<typeof foundSchema>;

/** Name of the job. */
export const jobName = (kind: RestoreKind): string => `railyard-${kind.cronJob}`;

export const OPERATOR = { namespace: CHARTS["slurm-operator"].namespace, name: "slurm-operator" } as const;

/** Copies of one kind, the newest first. @throws AwsCallError */
export async function copiesOf(
  aws: AwsAccess,
  bucket: string,
  { prefix, suffix, names, changes }: RestoreKind,
): Promise<Pick<Found, "copies" | "changes" | "others">> {
  const copies: Copy[] = [];
  const changed: Copy[] = [];
  const others: string[] = [];
  await askAws("s3:ListObjectsV2", async () => {
    const pages = paginateListObjectsV2({ client: aws.client(S3Client) }, { Bucket: bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages)
      for (const { Key = "", LastModified, Size = 0 } of Contents) {
        const file = Key.slice(prefix.length);
        if (!LastModified) continue;
        const as = (name: string): Copy => ({ name, at: LastModified.toISOString(), bytes: Size });
        const [, of] = changes?.exec(file) ?? [];
        const name = file.endsWith(`.${suffix}`) ? file.slice(0, -suffix.length - 1) : null;
        if (of !== undefined) changed.push(as(of));
        else if (name !== null && names.test(name)) copies.push(as(name));
        else if (name !== null) others.push(file);
      }
  });
  // a copy is kept under several names: the latest is the one that people mean
  return {
    copies: copies.toSorted(
      (a, b) => b.at.localeCompare(a.at) || Number(b.name === "latest") - Number(a.name === "latest"),
    ),
    changes: changed.toSorted((a, b) => b.at.localeCompare(a.at)),
    others: others.toSorted(),
  };
}

/** What of it runs. @throws KubectlError */
export async function clusterOfRestore(kubectl: Cluster, kind: RestoreKind): Promise<Found["cluster"]> {
  const { cronJob, stopped, ownClaim } = kind;
  const [job] = await objects(kubectl, "cronjob", SLURM, named(cronJob));
  const pods = await podsOf(kubectl, kind);
  const [operator] = await objects(kubectl, "deployment", OPERATOR.namespace, named(OPERATOR.name));
  const jobs = await objects(kubectl, "job", SLURM, named(jobName(kind)));
  const sets = await objects(kubectl, "statefulset", SLURM, named(stopped.statefulSet));
  return {
    hasJob: job !== undefined && sets.length === 1,
    running: pods,
    operator: operator ? Number(operator.spec?.["replicas"] ?? 1) : null,
    jobs: jobs.map(({ metadata }) => metadata.name),
    ...(ownClaim !== null && { volume: await volumeFound(kubectl, ownClaim) }),
  };
}

/** Pods of the program, also those that end. */
export async function podsOf(kubectl: Cluster, kind: RestoreKind): Promise<string[]> {
  return (await programPods(kubectl, kind)).map(({ metadata }) => metadata.name);
}

/** What is left of the program, with nodes that do not answer: a pod there never ends by itself. */
export async function podsLeft(kubectl: Cluster, kind: RestoreKind): Promise<string[]> {
  const pods = await programPods(kubectl, kind);
  if (pods.length === 0) return [];
  const nodes = await objects(kubectl, "node", null);
  return pods.map(({ metadata, spec }) => {
    const name = spec?.["nodeName"] as string | undefined;
    const node = nodes.find((one) => one.metadata.name === name);
    const conditions = (node?.status?.["conditions"] ?? []) as { type: string; status: string }[];
    const answers = conditions.some(({ type, status }) => type === "Ready" && status === "True");
    return name === undefined || answers
      ? metadata.name
      : `${metadata.name} on ${name}, which does not answer (once it is off for certain: kubectl taint nodes ${name} node.kubernetes.io/out-of-service=nodeshutdown:NoExecute)`;
  });
}

const programPods = (kubectl: Cluster, { stopped }: RestoreKind) =>
  objects(kubectl, "pod", SLURM, `--selector=app.kubernetes.io/name=${stopped.app}`);
