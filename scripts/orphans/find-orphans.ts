import { DescribeClusterCommand, EKSClient } from "@aws-sdk/client-eks";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../lib/aws/access";
import { AwsCallError, askAws } from "../lib/aws/ask-aws";
import { EC2_SWEEPS } from "./ec2-sweeps";
import type { Orphan, Sweep } from "./orphan";
import { SERVICE_SWEEPS } from "./service-sweeps";
import { readStated } from "./stated";
import { TAGGED_SWEEP } from "./tagged-sweep";

export interface FindOrphansProps {
  readonly environment: AwsEnvironment;
  readonly aws: AwsAccess;
  /** Repository root. */
  readonly root: string;
  readonly now: Date;
}

export interface FoundOrphans {
  /** False: no state of the environment was found, so whatever is listed may be in use, and nothing of it is deleted. */
  readonly statesFound: boolean;
  readonly orphans: readonly (Orphan & {
    /** Null: AWS does not say when it was made. */
    readonly ageDays: number | null;
  })[];
  /** The cluster is there: what its controllers made is not looked at. */
  readonly clusterRuns: boolean;
  /** Kinds that could not be asked for, and why. */
  readonly unknown: readonly { readonly what: string; readonly why: string }[];
}

export const SWEEPS: readonly Sweep[] = [...EC2_SWEEPS, ...SERVICE_SWEEPS, TAGGED_SWEEP];

const DAY_MS = 86_400_000;

const unsure = (one: Orphan): Orphan => ({
  ...one,
  removal: "never",
  why: `${one.why}; no state was found, so a stack may have it`,
});

/**
 * What the account has of an environment that none of its states has. A kind that cannot be asked for is said; the others
 * are looked at still. @throws ExpectedError when a state cannot be read
 */
export async function findOrphans({ environment, aws, root, now }: FindOrphansProps): Promise<FoundOrphans> {
  const { texts, found } = await readStated({ environment, aws, root });
  const clusterRuns = await isThere(environment, aws);
  const isStated = (id: string) => texts.has(id);
  const orphans: Orphan[] = [];
  const unknown: { what: string; why: string }[] = [];
  for (const { what, call, find } of SWEEPS) {
    try {
      orphans.push(...(await askAws(call, () => find({ environment, aws, isStated, clusterRuns }))));
    } catch (error) {
      if (!(error instanceof AwsCallError)) throw error;
      unknown.push({ what, why: error.message });
    }
  }
  const ageDays = ({ createdAt }: Orphan) =>
    createdAt === null ? null : Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS));
  const all = orphans.map((one) => ({ ...(found ? one : unsure(one)), ageDays: ageDays(one) }));
  return { statesFound: found, orphans: all, clusterRuns, unknown };
}

/** Where that is not known, it may be: then nothing of it is an orphan. */
async function isThere({ names }: AwsEnvironment, aws: AwsAccess): Promise<boolean> {
  try {
    await askAws("eks:DescribeCluster", () =>
      aws.client(EKSClient).send(new DescribeClusterCommand({ name: names.cluster })),
    );
    return true;
  } catch (error) {
    if (!(error instanceof AwsCallError)) throw error;
    return error.kind !== "not-found";
  }
}
