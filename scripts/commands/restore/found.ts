import { paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { z } from "zod";
import { CHARTS } from "../../../config/facts/versions";
import type { AwsAccess } from "../../lib/aws/access";
import { askAws } from "../../lib/aws/ask-aws";
import { parseJson } from "../../lib/files/read-json";
import type { Kubectl, KubernetesObject } from "../../lib/kubernetes/kubectl";
import type { RestoreKind } from "./kinds";

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
  cluster: z.strictObject({
    /** Whether the CronJob is there from which the job is made. */
    hasJob: z.boolean(),
    /** Pods of the program that must not run. */
    running: z.array(z.string()),
    /** Replicas of the operator that starts them; null: there is none. */
    operator: z.int().min(0).nullable(),
    /** Jobs of restores before that are still there. */
    jobs: z.array(z.string()),
  }),
});

/** What bucket and cluster say before anything is done. It has no secrets. */
export type Found = z.output<typeof foundSchema>;

export type Cluster = Pick<Kubectl, "run">;

/** Name of the job. */
export const jobName = (kind: RestoreKind): string => `railyard-${kind.cronJob}`;

export const SLURM = CHARTS.slurm.namespace;
export const OPERATOR = { namespace: CHARTS["slurm-operator"].namespace, name: "slurm-operator" } as const;

/** Copies of one kind, the newest first. @throws AwsCallError */
export async function copiesOf(aws: AwsAccess, bucket: string, { prefix, suffix }: RestoreKind): Promise<Copy[]> {
  const found: Copy[] = [];
  await askAws("s3:ListObjectsV2", async () => {
    const pages = paginateListObjectsV2({ client: aws.client(S3Client) }, { Bucket: bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages)
      for (const { Key = "", LastModified, Size = 0 } of Contents) {
        const file = Key.slice(prefix.length);
        if (!file.endsWith(`.${suffix}`) || !LastModified) continue;
        found.push({ name: file.slice(0, -suffix.length - 1), at: LastModified.toISOString(), bytes: Size });
      }
  });
  // a copy is kept under several names: the latest is the one that people mean
  return found.toSorted(
    (a, b) => b.at.localeCompare(a.at) || Number(b.name === "latest") - Number(a.name === "latest"),
  );
}

/** What of it runs. @throws KubectlError */
export async function clusterOfRestore(kubectl: Cluster, kind: RestoreKind): Promise<Found["cluster"]> {
  const { cronJob, stopped } = kind;
  const [job] = await objects(kubectl, "cronjob", SLURM, `--field-selector=metadata.name=${cronJob}`);
  const pods = await podsOf(kubectl, kind);
  const [operator] = await objects(
    kubectl,
    "deployment",
    OPERATOR.namespace,
    `--field-selector=metadata.name=${OPERATOR.name}`,
  );
  const jobs = await objects(kubectl, "job", SLURM, `--field-selector=metadata.name=${jobName(kind)}`);
  const sets = await objects(kubectl, "statefulset", SLURM, `--field-selector=metadata.name=${stopped.statefulSet}`);
  return {
    hasJob: job !== undefined && sets.length === 1,
    running: pods,
    operator: operator ? Number(operator.spec?.["replicas"] ?? 1) : null,
    jobs: jobs.map(({ metadata }) => metadata.name),
  };
}

/** Pods of the program, also those that end. */
export async function podsOf(kubectl: Cluster, { stopped }: RestoreKind): Promise<string[]> {
  const pods = await objects(kubectl, "pod", SLURM, `--selector=app.kubernetes.io/name=${stopped.app}`);
  return pods.map(({ metadata }) => metadata.name);
}

/** Objects of one kind in a namespace. @throws KubectlError */
export async function objects(
  kubectl: Cluster,
  kind: string,
  namespace: string,
  ...more: string[]
): Promise<KubernetesObject[]> {
  const text = await kubectl.run("get", kind, "--namespace", namespace, ...more, "--output=json");
  return (parseJson(text, { name: `The answer to kubectl get ${kind}` }) as { items?: KubernetesObject[] }).items ?? [];
}
