import { isLinked } from "../checkpoints/link-rules";
import type { ResolvedCheckpoints } from "../checkpoints/resolve";
import { S3_STORAGE_CLASSES, type S3StorageClass } from "../facts/s3";
import { itemPrice, type PriceBook } from "../money/price-book";
import { awsOf } from "../sites/aws-eks/environment";
import type { Estimate, SizeProps } from "./estimate";
import { checkpointBytes, gib } from "./model-state";
import { DAYS_PER_MONTH, type LifecycleStep, type StoredShape } from "./s3-charges";
import { tierMonths, type TierMonths, type TierPlan } from "./tier-months";
import { LEAST_GOODPUT } from "./training-estimate";

/** What it takes to read one checkpoint of a tier that is in the class where it comes to rest. */
export interface ReadBack {
  readonly tier: "cold" | "archive";
  readonly class: S3StorageClass;
  /** Null: a price is unknown. */
  readonly usd: number | null;
  /** Until it can be read, at most; 0: at once. */
  readonly hours: number;
}

/** What checkpoints of a training take in each tier. */
export interface TierEstimate {
  readonly plan: TierPlan;
  readonly tiers: readonly TierMonths[];
  readonly readBack: readonly ReadBack[];
}

/** Why nothing can be counted. */
export interface TiersUnknown {
  readonly unknown: string;
}

/** Checkpoints that are counted one by one. */
const MOST_CHECKPOINTS = 100_000;
const MIB = 2 ** 20;
/** Parts in which `tiers.py` and boto3 send and copy what is larger; two requests more begin and end it. */
const PART_BYTES = { upload: 32 * MIB, copy: 8 * MIB } as const;

/** By the environment's tiers, at the lowest of the published rates of failures; null: the environment has none, or no prices. */
export function tierEstimate(props: SizeProps, found: Estimate): TierEstimate | TiersUnknown | null {
  const aws = awsOf(props.environment);
  const checkpoints = aws?.checkpoints;
  if (!checkpoints) return null;
  const plan = tierPlan(props, found, checkpoints);
  if ("unknown" in plan) return plan;
  return { plan, tiers: tierMonths(plan, aws.prices), readBack: readBacks(plan, aws.prices) };
}

/** The plan of a training on the tiers of an environment. */
export function tierPlan(props: SizeProps, found: Estimate, checkpoints: ResolvedCheckpoints): TierPlan | TiersUnknown {
  const { hot, warm, cold, archive, bucket, oldVersionDays } = checkpoints;
  const row = found.failures[0]?.checkpoints;
  if (!row) return { unknown: "nobody says how long a checkpoint holds the training up: give --stall" };
  if (row.goodput < LEAST_GOODPUT) return { unknown: "the training never ends" };
  if (bucket.kind === "existing")
    return { unknown: `how ${bucket.name} keeps what it has is its owner's, not config's` };
  const bytes = checkpointBytes(props.params);
  // work that is lost is done again, and its checkpoints were written once
  const everyDays = row.everyHours / row.goodput / 24;
  const trainingDays = found.training?.days?.[0] ?? null;
  const count = Math.min(trainingDays ?? Infinity, props.months * DAYS_PER_MONTH) / everyDays;
  if (count < 1) return { unknown: "the training is over before its first checkpoint" };
  if (count > MOST_CHECKPOINTS)
    return { unknown: `there are more than ${MOST_CHECKPOINTS.toLocaleString("en-US")} checkpoints: give --every` };
  const steps = stepsOf(props, found, row.everyHours);
  const numbered =
    [hot, warm, cold].some((tier) => tier && tier.keepEvery !== null) || (archive?.every ?? null) !== null;
  if (numbered && steps === null)
    return { unknown: "nobody says how long a step is, and tiers keep checkpoints by their step: give --mfu" };
  const each = (every: number | null) => (every === null ? null : Math.max(1, Math.round(every / steps!)));
  const kept = ({ keepLast, keepEvery }: { keepLast: number | null; keepEvery: number | null }) => ({
    keepLast,
    keepEach: each(keepEvery),
  });
  const linked = warm !== null;
  const aws = awsOf(props.environment);
  // files of no other file system stay without their contents
  const keepData = warm && aws && isLinked(aws) ? warm.keepData : null;
  const shape = (part: number | null, gets: number): StoredShape => {
    const object = bytes / found.gpus;
    const parts = part === null || object <= part ? 1 : Math.ceil(object / part) + 2;
    return { gib: gib(bytes), objects: found.gpus, puts: found.gpus * parts, gets: found.gpus * gets };
  };
  return {
    everyDays,
    trainingDays,
    months: props.months,
    gib: gib(bytes),
    hot: hot && { ...kept(hot), item: null },
    warm: warm && { ...kept(warm), keepData, item: lustreItem(props) },
    cold: {
      ...kept(cold),
      takesEach: 1,
      steps: cold.transitions,
      expireAfterDays: cold.expireAfterDays,
      oldVersionDays,
      // what leaves Lustre was read in the bucket first
      shape: linked ? shape(null, keepData === null ? 0 : 1) : shape(PART_BYTES.upload, 1),
    },
    archive:
      archive === null || archive.every === null
        ? null
        : {
            keepLast: null,
            keepEach: null,
            takesEach: each(archive.every)!,
            steps: archive.transitions,
            expireAfterDays: archive.expireAfterDays,
            oldVersionDays,
            shape: shape(PART_BYTES.copy, 1),
          },
  };
}

function lustreItem({ environment: { lustre } }: SizeProps): string | null {
  const { deployment, throughput } = lustre?.size ?? {};
  if (deployment === undefined) return null;
  if (deployment === "persistent-2-intelligent-tiering") return "fsx-lustre/intelligent-tiering/storage";
  return deployment.startsWith("scratch") ? "fsx-lustre/scratch" : `fsx-lustre/${deployment}/${throughput}`;
}

/** Steps between two checkpoints; null: nobody knows how long one takes. */
function stepsOf(
  { tokens, batch }: SizeProps,
  { training, layouts, failures }: Estimate,
  everyHours: number,
): number | null {
  const days = training?.days?.[0];
  const goodput = failures[0]?.checkpoints?.goodput;
  const seconds =
    days && tokens && goodput ? (days * goodput * 86_400) / (tokens / batch) : (layouts.best[0]?.stepSeconds ?? null);
  return seconds === null ? null : (everyHours * 3600) / seconds;
}

/** Where a checkpoint comes to rest, and what reading it there costs. */
function readBacks({ cold, archive }: TierPlan, prices: PriceBook): ReadBack[] {
  return (["cold", "archive"] as const).flatMap((tier) => {
    const bucket = tier === "cold" ? cold : archive;
    if (!bucket) return [];
    const last: S3StorageClass = (bucket.steps.at(-1) as LifecycleStep | undefined)?.to ?? "STANDARD";
    const { retrieval, standardRestoreHours } = S3_STORAGE_CLASSES[last];
    const { gib: size, objects } = bucket.shape;
    // these two charge nothing for what is read, beside the requests
    const perGB = last === "STANDARD" || last === "INTELLIGENT_TIERING" ? 0 : itemPrice(prices, `s3/${last}/retrieval`);
    const perRequest = retrieval === "restore" ? itemPrice(prices, `s3/${last}/restore-request`) : 0;
    const usd = perGB === null || perRequest === null ? null : size * perGB + (objects / 1000) * perRequest;
    return [{ tier, class: last, usd, hours: standardRestoreHours ?? 0 }];
  });
}
