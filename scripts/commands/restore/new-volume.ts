import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { KubernetesObject } from "../../lib/kubernetes/kubectl";
import { until, type Patience } from "../../lib/process/until";
import { named, objects, SLURM, type Cluster } from "./objects";

export const volumeSchema = z.strictObject({
  claim: z.string(),
  /** Whether the claim is there: a restore before this one may have ended after it was deleted. */
  isThere: z.boolean(),
  /** The volume that the claim is bound to; null: none. */
  volume: z.string().nullable(),
  /** What the driver calls it, such as vol-0123456789abcdef0; null: unknown. */
  handle: z.string().nullable(),
  /** Zones whose nodes mount it; empty: unknown. */
  zones: z.array(z.string()),
});

/** The volume of a program, as its claim and its StatefulSet say. */
export type ProgramVolume = z.output<typeof volumeSchema>;

const ZONES = ["topology.kubernetes.io/zone", "topology.ebs.csi.aws.com/zone"];

interface VolumeSpec {
  readonly persistentVolumeReclaimPolicy?: string;
  readonly csi?: { readonly volumeHandle?: string };
  readonly nodeAffinity?: { readonly required?: { readonly nodeSelectorTerms?: readonly Term[] } };
}

interface Term {
  readonly matchExpressions?: readonly { readonly key: string; readonly values?: readonly string[] }[];
}

const volumeOf = async (kubectl: Cluster, name: string): Promise<KubernetesObject | undefined> =>
  (await objects(kubectl, "persistentvolume", null, named(name)))[0];

/** @throws KubectlError */
export async function volumeFound(kubectl: Cluster, claim: string): Promise<ProgramVolume> {
  const [found] = await objects(kubectl, "persistentvolumeclaim", SLURM, named(claim));
  const name = found?.spec?.["volumeName"] as string | undefined;
  const volume = name === undefined ? undefined : await volumeOf(kubectl, name);
  const { csi, nodeAffinity } = (volume?.spec ?? {}) as VolumeSpec;
  const terms = nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const zones = terms
    .flatMap(({ matchExpressions = [] }) => matchExpressions)
    .filter(({ key }) => ZONES.includes(key))
    .flatMap(({ values = [] }) => values);
  return {
    claim,
    isThere: found !== undefined,
    volume: name ?? null,
    handle: csi?.volumeHandle ?? null,
    zones: [...new Set(zones)],
  };
}

/** Of a volume, in words. */
export const volumeText = ({ volume, handle, zones }: ProgramVolume): string =>
  volume === null
    ? "no volume"
    : `the volume ${[volume, ...(handle === null ? [] : [handle]), ...(zones.length === 0 ? [] : [`in ${zones.join(", ")}`])].join(", ")}`;

export interface NewVolumeProps {
  readonly kubectl: Cluster;
  readonly statefulSet: string;
  readonly before: ProgramVolume;
  /** A folder of our own. */
  readonly folder: string;
  readonly patience: Patience;
}

/**
 * Makes the claim anew, as the StatefulSet would, so that it gets a volume where its next pod runs. The volume that it had is told to
 * stay before the claim goes, and is looked at once more. Nothing may mount it meanwhile.
 * @throws ExpectedError where the volume would not stay, or the StatefulSet makes no such claim
 */
export async function newVolume({ kubectl, statefulSet, before, folder, patience }: NewVolumeProps): Promise<void> {
  const { claim, volume, isThere } = before;
  const made = await claimMade(kubectl, statefulSet, claim);
  if (volume !== null) await keepVolume(kubectl, volume, patience);
  if (isThere) {
    await kubectl.run("delete", "persistentvolumeclaim", claim, "--namespace", SLURM, "--wait=false");
    await until(`the claim ${claim} to go`, patience, async () => {
      const left = await objects(kubectl, "persistentvolumeclaim", SLURM, named(claim));
      return left.length > 0 ? ["a pod still has it"] : [];
    });
  }
  const file = join(folder, "claim.json");
  writeFileSync(file, JSON.stringify(made));
  await kubectl.run("create", "--filename", file);
  patience.tell(`the claim ${claim} is made anew, without a volume`);
}

/** Kept before the claim goes: with its class's policy, its driver would delete it then. */
async function keepVolume(kubectl: Cluster, volume: string, { tell }: Patience): Promise<void> {
  if (!(await volumeOf(kubectl, volume))) return tell(`the volume ${volume} is not there any more`);
  const patch = JSON.stringify({ spec: { persistentVolumeReclaimPolicy: "Retain" } });
  await kubectl.run("patch", "persistentvolume", volume, "--patch", patch);
  const { persistentVolumeReclaimPolicy } = ((await volumeOf(kubectl, volume))?.spec ?? {}) as VolumeSpec;
  if (persistentVolumeReclaimPolicy !== "Retain")
    throw new ExpectedError(
      `The volume ${volume} would be deleted with its claim: its reclaim policy is ${persistentVolumeReclaimPolicy ?? "unknown"} after it was set to Retain. The claim was left as it is, and Slurm is stopped.`,
    );
  tell(`the volume ${volume} stays when its claim goes`);
}

interface ClaimTemplate {
  readonly metadata?: { readonly name?: string; readonly labels?: object };
  readonly spec?: object;
}

async function claimMade(kubectl: Cluster, statefulSet: string, claim: string): Promise<object> {
  const [set] = await objects(kubectl, "statefulset", SLURM, named(statefulSet));
  const templates = (set?.spec?.["volumeClaimTemplates"] ?? []) as readonly ClaimTemplate[];
  const template = templates.find(({ metadata }) => `${metadata?.name}-${statefulSet}-0` === claim);
  const selector = set?.spec?.["selector"] as { readonly matchLabels?: object } | undefined;
  if (!template?.spec)
    throw new ExpectedError(
      `The StatefulSet ${statefulSet} does not make the claim ${claim}: nothing was changed, and Slurm is stopped.`,
    );
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: claim, namespace: SLURM, labels: { ...template.metadata?.labels, ...selector?.matchLabels } },
    spec: template.spec,
  };
}
