import { NODE_FLOORS } from "../facts/acceptance-floors";
import { CHECKPOINT_FORMATS, type CheckpointFormat } from "../facts/checkpoint-formats";
import { FAILURE_RATES } from "../facts/failure-rates";
import { failureRow, type FailureRow } from "./failure-row";
import { hydration, type Dataset, type Hydration } from "./hydration";
import { layoutEstimate, type LayoutEstimate } from "./layout-estimate";
import { fileOperations, type FileOperations } from "./file-operations";
import { lustreClientsMBps, lustreOptions, lustreReadMBps, lustreWriteMBps, type LustreOption } from "./lustre";
import { checkpointBytes, gib, stateBytesPerGpu, type ZeroStage } from "./model-state";
import { purchaseRows, type OwnedServer, type PurchaseRow } from "./purchase";
import { rateBasis, type RateBasis } from "./rate-basis";
import { restore, type Restore } from "./restore";
import { trainingEstimate, type TrainingEstimate } from "./training-estimate";
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
  /** For which what lies in tiers is counted, from its start on. */
  readonly months: number;
  /** Hours after which AWS takes one spot node away, on average; null: nobody knows. */
  readonly spotEveryHours: number | null;
  /** A server that might be bought instead; null: nobody asks. */
  readonly owned: OwnedServer | null;
}

/** Share of a GPU's memory that the state of the model may take: activations, buffers and fragments have the rest. */
export const STATE_SHARE = 0.8;

export interface MemoryRow {
  readonly zero: ZeroStage;
  readonly gibPerGpu: number;
  readonly fits: boolean;
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
  /** Null: there is no Lustre. */
  readonly files: FileOperations | null;
  readonly failures: readonly FailureRow[];
  /** What the rates of these are for its nodes. */
  readonly failuresAre: RateBasis;
  /** Null: nobody says how many tokens it sees. */
  readonly training: TrainingEstimate | null;
  /** The same training by each way to pay for its nodes; empty: its time is unknown, or nothing is for sale. */
  readonly purchase: readonly PurchaseRow[];
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
  const training =
    props.tokens === null ? null : trainingEstimate({ ...props, tokens: props.tokens }, gpus, failures, layouts);
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
    files:
      lustre &&
      fileOperations({ metadataIops: lustre.size.metadataIops, readMBps, ranks: gpus, dataset: props.dataset }),
    failures,
    failuresAre: rateBasis(pool.hardware),
    training,
    purchase: training ? purchaseRows(props, training, { stallSeconds, writeSeconds }) : [],
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
