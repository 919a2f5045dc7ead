import { MOST_PARAMS } from "../../../config/kernel/amount";
import { orList } from "../../../config/kernel/nearest";
import type { SizeProps } from "../../../config/physics/estimate";
import { TIER_MONTHS } from "../../../config/physics/workload-estimate";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { largestPool, poolsWithGpus, type ResolvedWorkload } from "../../../config/workloads/resolve";
import type { ValuesOf } from "../../cli/define-command";
import { ExpectedError } from "../../lib/errors/expected-error";
import { besides, together, UsageError } from "../../lib/errors/usage";
import type { SIZE_COMMAND } from "./definition";
import { nearestCut } from "./nearest-cut";
import { quantity } from "./quantity";

/** Those that are given. */
type Values = Partial<ValuesOf<typeof SIZE_COMMAND>>;

/** Minutes until a node that failed is back: a day. */
const REPAIR_MINUTES = 1440;

/** What is computed: what options say, else the workload of the environment, else a default. @throws UsageError with all that is wrong */
export function propsOf(environment: SiteEnvironment, wanted: string | undefined, values: Values): SizeProps {
  const workload = orNull(() => workloadOf(environment, wanted, values));
  const sizing = () => sizedOf(environment, workload, values);
  const { params, tokens, batch, dataset, owned, sized } = allOf(
    {
      params: () => paramsOf(workloadOf(environment, wanted, values), values),
      tokens: () => (values.tokens === undefined ? (workload?.tokens ?? null) : quantity(values.tokens, "--tokens")),
      batch: () => (values.batch === undefined ? (workload?.batch ?? 4e6) : quantity(values.batch, "--batch")),
      dataset: () => datasetOf(values),
      owned: () => ownedOf(values),
      sized: sizing,
    },
    () => assertCut(sizing(), () => "give numbers whose product divides them"),
  );
  const { pool, nodes, tensor, pipeline } = sized;
  const props: SizeProps = {
    environment,
    pool,
    nodes,
    params,
    tokens,
    sequence: Number(values.sequence ?? workload?.sequence ?? 8192),
    batch,
    // a model of another size has another shape
    shape: values.params === undefined ? workload?.shape : undefined,
    parallel: { ...workload?.parallel, tensor, pipeline },
    async: values.async ?? workload?.checkpoint.async ?? false,
    everyMinutes: given(values.every, workload?.checkpoint.everyMinutes),
    mfu: given(values.mfu, workload?.mfu),
    stallSeconds: given(values.stall, workload?.checkpoint.stallSeconds),
    withinSeconds: Number(values.within ?? 60),
    keep: Number(values.keep ?? workload?.checkpoint.keep ?? 3),
    restartMinutes: Number(values.restart ?? workload?.restartMinutes ?? 10),
    repairMinutes: Number(values.repair ?? workload?.repairMinutes ?? REPAIR_MINUTES),
    dataset,
    months: Number(values.months ?? TIER_MONTHS),
    spotEveryHours: values["spot-every"] === undefined ? null : Number(values["spot-every"]),
    owned,
  };
  assertCut(sized, (gpus) => nearestCut(props, gpus));
  return props;
}

/** All parts; where one is wrong, what a last look finds is told with it. @throws UsageError */
function allOf<T extends object>(parts: { readonly [K in keyof T]: () => T[K] }, last: () => void): T {
  try {
    return together(parts);
  } catch (error) {
    if (error instanceof UsageError) besides(error, last);
    throw error;
  }
}

function orNull<T>(part: () => T): T | null {
  try {
    return part();
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

interface Sized {
  readonly pool: ResolvedPool;
  readonly nodes: number;
  readonly tensor: number | undefined;
  readonly pipeline: number | undefined;
}

/** On how many GPUs, and how they are cut. */
function sizedOf(environment: SiteEnvironment, workload: ResolvedWorkload | null, values: Values): Sized {
  const pool = poolOf(environment, values.pool ?? workload?.pool ?? undefined);
  // the nodes of a workload are those of its own pool
  const ofPool = workload !== null && pool.name === workload.pool ? workload.nodes : pool.count.max;
  const nodes = values.nodes === undefined ? ofPool : Number(values.nodes);
  if (nodes > pool.count.max) throw new UsageError(`--nodes ${nodes}: ${pool.name} has ${pool.count.max} at the most`);
  const tensor = chosen(values.tensor, workload?.parallel.tensor);
  return { pool, nodes, tensor, pipeline: chosen(values.pipeline, workload?.parallel.pipeline) };
}

function assertCut({ pool, nodes, tensor, pipeline }: Sized, nearest: (gpus: number) => string): void {
  const gpus = nodes * pool.gpus!.count;
  const parts = (tensor ?? 1) * (pipeline ?? 1);
  // what is no number is told by its option
  if (!(parts > 0 && gpus > 0) || gpus % parts === 0) return;
  const written = [
    tensor === undefined ? [] : `--tensor ${tensor}`,
    pipeline === undefined ? [] : `--pipeline ${pipeline}`,
  ];
  throw new UsageError(`${written.flat().join(" × ")} does not divide ${gpus} GPUs: ${nearest(gpus)}`);
}

function paramsOf(workload: ResolvedWorkload | null, values: Values): number {
  const params = values.params === undefined ? workload?.params : quantity(values.params, "--params", MOST_PARAMS);
  if (params !== undefined) return params;
  throw new UsageError(
    "--params is needed: how many parameters the model has. Or write the training into the environment, as workloads",
  );
}

function datasetOf({ dataset, files }: Values): SizeProps["dataset"] {
  if (dataset === undefined) {
    if (files === undefined) return null;
    throw new UsageError("--files is how many files the data has: give --dataset, its bytes, as well");
  }
  return { bytes: quantity(dataset, "--dataset"), files: files === undefined ? null : quantity(files, "--files") };
}

/** What an owned server costs hangs on all four of them, and none has a default that holds for anybody. */
const OWNED = ["owned", "years", "kilowatts", "power"] as const;

function ownedOf(values: Values): SizeProps["owned"] {
  const missing = OWNED.filter((name) => values[name] === undefined);
  if (missing.length === OWNED.length) return null;
  if (missing.length > 0)
    throw new UsageError(
      `${OWNED.map((name) => `--${name}`).join(", ")} go together, and there is no ${missing.map((name) => `--${name}`).join(", ")}`,
    );
  const [usd, years, kilowatts, usdPerKWh] = OWNED.map((name) => Number(values[name])) as [
    number,
    number,
    number,
    number,
  ];
  return { usd, years, kilowatts, usdPerKWh };
}

const chosen = (option: string | undefined, written: number | undefined): number | undefined =>
  option === undefined ? written : Number(option);

const given = (option: string | undefined, written: number | undefined): number | null =>
  option === undefined ? (written ?? null) : Number(option);

/** The workload that is named; without a name the only one, unless options say what is trained. */
function workloadOf(
  { name, workloads }: SiteEnvironment,
  wanted: string | undefined,
  { params }: Values,
): ResolvedWorkload | null {
  const known = workloads.map((workload) => workload.name);
  if (wanted !== undefined) {
    const found = workloads.find((workload) => workload.name === wanted);
    if (found) return found;
    throw new UsageError(
      known.length === 0
        ? `${name} has no workloads, and so none called ${JSON.stringify(wanted)}: give --params, or write workloads into it`
        : `${JSON.stringify(wanted)} is no workload of ${name}: it has ${orList(known)}`,
    );
  }
  if (params !== undefined || workloads.length === 0) return null;
  if (workloads.length > 1) throw new UsageError(`${name} has several workloads: name ${orList(known)}`);
  return workloads[0]!;
}

/** The pool that is named, or the one with most GPUs. */
function poolOf({ name, nodeGroups }: SiteEnvironment, wanted: string | undefined): ResolvedPool {
  const pools = poolsWithGpus(nodeGroups);
  const largest = largestPool(nodeGroups);
  if (largest === null) throw new ExpectedError(`${name} has no GPUs: there is nothing to train on.`);
  const found = wanted === undefined ? largest : pools.find((pool) => pool.name === wanted);
  if (!found)
    throw new UsageError(
      `--pool ${JSON.stringify(wanted)} is no pool with GPUs: give ${orList(pools.map((pool) => pool.name))}`,
    );
  return found;
}
