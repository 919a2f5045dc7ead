import { NODE_FLOORS } from "../facts/acceptance-floors";
import { CHECKPOINT_FORMATS, type CheckpointFormat } from "../facts/checkpoint-formats";
import { FAILURE_RATES } from "../facts/failure-rates";
import { peakTflops } from "../facts/gpu-peaks";
import { MFU_ANCHORS } from "../facts/training-anchors";
import { bestInterval, dalyHours, goodput, mtbfHours, spareNodes } from "./interruptions";
import { hydration, type Dataset, type Hydration } from "./hydration";
import { layoutEstimate, type LayoutEstimate } from "./layout-estimate";
import { lustreClientsMBps, lustreOptions, lustreReadMBps, lustreWriteMBps, type LustreOption } from "./lustre";
import { checkpointBytes, gib, stateBytesPerGpu, type ZeroStage } from "./model-state";
import { restore, type Restore } from "./restore";
import { trainingTime } from "./training-time";
import type { ResolvedPool } from "../pools/pool";
import { awsOf } from "../sites/aws-eks/environment";
import type { SiteEnvironment } from "../sites/environment";
import type { ResolvedWorkload } from "../workloads/resolve";

/** What is to be trained, on what. */
export interface SizeProps {
  readonly environment: SiteEnvironment;
  readonly pool: ResolvedPool;
  readonly nodes: number;
  readonly params: number;
  /** Null: time and money are left out. */
  readonly tokens: number | null;
  /** Tokens of one sequence. */
  readonly sequence: number;
  /** Tokens of one step. */
  readonly batch: number;
  readonly shape: ResolvedWorkload["shape"];
  /** What is left out is chosen. */
  readonly parallel: ResolvedWorkload["parallel"];
  /** Null: what the layout is estimated to reach; without that, what somebody has published for its GPUs. */
  readonly mfu: number | null;
  /** Whether it goes on while a checkpoint is written, once its state is copied to the hosts. */
  readonly async: boolean;
  /** Minutes between checkpoints; null: the interval of the highest goodput. */
  readonly everyMinutes: number | null;
  /** What a checkpoint holds the training up, s; null: until it is written, or copied. */
  readonly stallSeconds: number | null;
  /** Within which a checkpoint is to be written, s. */
  readonly withinSeconds: number;
  /** Checkpoints that the file system holds at one time. */
  readonly keep: number;
  readonly restartMinutes: number;
  readonly repairMinutes: number;
  /** What its file system is to hold of S3; null: nobody asks. */
  readonly dataset: Dataset | null;
}

/** Share of a GPU's memory that the state of the model may take: activations, buffers and fragments have the rest. */
export const STATE_SHARE = 0.8;

/** A training that goes forward in a smaller share of its time takes a hundred times as long: it never ends. */
export const LEAST_GOODPUT = 0.01;

/** Where the MFU comes from where nobody gives one. */
const ESTIMATED = "estimate of the first layout, which published trainings of 70B and more were within 15 % of";

/** Share of time in which the spares are enough. */
export const SPARE_SHARE = 0.95;

export interface MemoryRow {
  readonly zero: ZeroStage;
  readonly gibPerGpu: number;
  readonly fits: boolean;
}

export interface FailureRow {
  readonly rate: string;
  readonly mtbfHours: number;
  /** Null: nobody knows how long a checkpoint takes. */
  readonly checkpoints: {
    readonly everyHours: number;
    readonly dalyHours: number;
    readonly goodput: number;
    /** Share of time in which a checkpoint holds it up. */
    readonly stalled: number;
  } | null;
  readonly spares: number;
}

export interface Estimate {
  readonly gpus: number;
  readonly data: number;
  readonly memory: { readonly gpuGiB: number; readonly rows: readonly MemoryRow[] };
  readonly layouts: LayoutEstimate;
  readonly checkpoint: {
    readonly gib: number;
    /** MB/s that write it within the time that is asked for. */
    readonly askedMBps: number;
    /** Null: no document says how fast its volume writes. */
    readonly writeMBps: number | null;
    readonly writeSeconds: number | null;
    /** What all ranks together copy to their hosts; null: nobody has published how fast. */
    readonly copySeconds: number | null;
    readonly stallSeconds: number | null;
    /** What its volume reads for all nodes together, MB/s; null: no document says. */
    readonly readMBps: number | null;
    /** What all ranks take to read it again; null: no document says how fast its volume reads. */
    readonly restore: Restore | null;
    /** The same by format, seconds; null: as `restore`. */
    readonly formats: readonly { readonly id: CheckpointFormat["id"]; readonly restoreSeconds: number | null }[];
  };
  /** File systems that would write it so fast and hold so many; null outside AWS. */
  readonly lustre: readonly LustreOption[] | null;
  /** Null: nobody asks, or there is no Lustre. */
  readonly hydration: Hydration | null;
  readonly failures: readonly FailureRow[];
  readonly training: {
    readonly mfu: number | null;
    readonly mfuFrom: string | null;
    /** The rate at which it goes forward in less than {@link LEAST_GOODPUT} of its time; null: it ends at all of them. */
    readonly neverEndsAt: string | null;
    /** With the goodput of the lower rate and of the higher one, days; null: it never ends, or MFU, peak or goodput are unknown. */
    readonly days: readonly [number, number] | null;
    readonly gpuHours: readonly [number, number] | null;
    /** Null: a price is unknown. */
    readonly usd: readonly [number, number] | null;
    /** For a thousand million tokens, at the lower and at the higher rate; null: as `usd`. */
    readonly usdPerBillionTokens: readonly [number, number] | null;
    /** What a hundredth of the peak more would save of the whole, USD, at the lower rate; null: as `usd`. */
    readonly usdPerPercentOfMfu: number | null;
  } | null;
}

/** All of it: pure, from config and facts. */
export function estimate(props: SizeProps): Estimate {
  const { environment, pool, nodes, params, parallel } = props;
  const { tensor = 1, pipeline = 1 } = parallel;
  const gpus = nodes * pool.gpus!.count;
  const data = gpus / (tensor * pipeline);
  const gpuGiB = pool.gpus!.memoryMiB / 1024;
  const rows = ([1, 2, 3] as const).map((zero): MemoryRow => {
    const gibPerGpu = gib(stateBytesPerGpu(params, { data, tensor, pipeline, zero }));
    return { zero, gibPerGpu, fits: gibPerGpu <= STATE_SHARE * gpuGiB };
  });
  const megabytes = checkpointBytes(params) / 1e6;
  const writeMBps = writeRate(environment, nodes);
  const { lustre } = environment;
  const readMBps = lustre && lustreReadMBps(lustre.size, nodes);
  const restored = restore({ megabytes, nodes, readMBps });
  const askedMBps = megabytes / props.withinSeconds;
  const onAws = awsOf(environment);
  const writeSeconds = writeMBps === null ? null : megabytes / writeMBps;
  const copySeconds = copyTime(pool, params, gpus);
  const stallSeconds = props.stallSeconds ?? (props.async ? copySeconds : writeSeconds);
  const failures = FAILURE_RATES.map((rate) => failureRow(props, rate, stallSeconds, writeSeconds));
  const layouts = layoutEstimate(props, pool, nodes);
  return {
    gpus,
    data,
    memory: { gpuGiB, rows },
    layouts,
    checkpoint: {
      gib: gib(checkpointBytes(params)),
      askedMBps: askedMBps,
      writeMBps,
      writeSeconds,
      copySeconds,
      stallSeconds,
      readMBps,
      restore: restored,
      formats: CHECKPOINT_FORMATS.map(({ id, reads }) => ({
        id,
        restoreSeconds: restored && restored[`${reads}Seconds`],
      })),
    },
    lustre: onAws
      ? lustreOptions(
          {
            capacityGiB: props.keep * gib(checkpointBytes(params)),
            writeMBps: askedMBps,
            efa: lustre?.size.efa ?? false,
          },
          onAws.prices,
        )
      : null,
    hydration: props.dataset && lustre && hydration(props.dataset, lustre.size),
    failures,
    training: props.tokens === null ? null : training({ ...props, tokens: props.tokens }, gpus, failures, layouts),
  };
}

/** Each rank copies its part of the checkpoint at once. */
function copyTime(pool: ResolvedPool, params: number, gpus: number): number | null {
  const floor = NODE_FLOORS.find(({ model }) => model === pool.gpus!.model);
  return floor ? checkpointBytes(params) / gpus / (floor.hostCopyGBps * 1e9) : null;
}

function writeRate({ lustre }: SiteEnvironment, nodes: number): number | null {
  const servers = lustre && lustreWriteMBps(lustre.size);
  return servers === null ? null : Math.min(servers, lustreClientsMBps(nodes, lustre!.size.efa));
}

function failureRow(
  { nodes, restartMinutes, repairMinutes, everyMinutes, async }: SizeProps,
  { id, perThousandNodeDays }: (typeof FAILURE_RATES)[number],
  stallSeconds: number | null,
  writeSeconds: number | null,
): FailureRow {
  const hours = mtbfHours(nodes, perThousandNodeDays);
  const job = {
    mtbfHours: hours,
    stallHours: (stallSeconds ?? 0) / 3600,
    restartHours: restartMinutes / 60,
  };
  // one is written before the next one begins
  const leastHours = async ? (writeSeconds ?? 0) / 3600 : 0;
  const everyHours = everyMinutes === null ? Math.max(bestInterval(job).intervalHours, leastHours) : everyMinutes / 60;
  return {
    rate: id,
    mtbfHours: hours,
    checkpoints:
      stallSeconds === null
        ? null
        : {
            everyHours,
            dalyHours: dalyHours(job),
            goodput: goodput(everyHours, job),
            stalled: job.stallHours / (everyHours + job.stallHours),
          },
    spares: spareNodes({
      nodes,
      perThousandNodeDays,
      repairHours: repairMinutes / 60,
      share: SPARE_SHARE,
    }),
  };
}

function training(
  { environment, pool, ...props }: SizeProps & { readonly tokens: number },
  gpus: number,
  failures: readonly FailureRow[],
  { best, model: { activeParams, layers, hidden, sequence } }: LayoutEstimate,
): Estimate["training"] {
  const model = pool.gpus!.model;
  const anchor = MFU_ANCHORS.find(({ models }) => models.includes(model));
  const [layout] = best;
  const mfu = props.mfu ?? layout?.mfu ?? anchor?.mfu ?? null;
  const mfuFrom = props.mfu !== null ? "given" : layout ? ESTIMATED : anchor ? `${anchor.of} (${anchor.source})` : null;
  const peak = peakTflops(model);
  const goodputs = failures.flatMap(({ checkpoints }) => checkpoints?.goodput ?? []);
  const neverEndsAt =
    failures.find(({ checkpoints }) => checkpoints !== null && checkpoints.goodput < LEAST_GOODPUT)?.rate ?? null;
  if (mfu === null || peak === null || goodputs.length === 0 || neverEndsAt !== null)
    return {
      mfu,
      mfuFrom,
      neverEndsAt,
      days: null,
      gpuHours: null,
      usd: null,
      usdPerBillionTokens: null,
      usdPerPercentOfMfu: null,
    };
  // an estimated MFU has the work of attention in it; what people publish and measure mostly has not
  const attention = props.mfu === null && layout ? { attention: { layers, hidden, sequence } } : {};
  const at = (goodput: number) =>
    trainingTime({
      shape: { params: activeParams, ...attention },
      tokens: props.tokens,
      gpus,
      peakTflops: peak,
      mfu,
      goodput,
    });
  const [fast, slow] = [at(Math.max(...goodputs)), at(Math.min(...goodputs))];
  const usdEach = environment.cost.gpuHours.usdEach;
  const usd = usdEach === null ? null : ([fast.gpuHours * usdEach, slow.gpuHours * usdEach] as const);
  const billions = props.tokens / 1e9;
  return {
    mfu,
    mfuFrom,
    neverEndsAt,
    days: [fast.days, slow.days],
    gpuHours: [fast.gpuHours, slow.gpuHours],
    usd,
    usdPerBillionTokens: usd && [usd[0] / billions, usd[1] / billions],
    usdPerPercentOfMfu: usd && usd[0] * (1 - mfu / (mfu + 0.01)),
  };
}
