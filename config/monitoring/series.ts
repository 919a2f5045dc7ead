import { HOURS_PER_MONTH } from "../money/cost";
import { PROMETHEUS_STORAGE, SCRAPE_SECONDS, SERIES } from "../facts/series";
import { gpuPoolsOfSlurm, tellsOfCollectives } from "./nccl";
import { storeTitle } from "./remote-write";
import type { SiteEnvironment } from "../sites/environment";

const DAY_SECONDS = 86_400;
const GIB = 2 ** 30;

/** Series of one kind, which Prometheus reads equally often. */
export interface SeriesRow {
  readonly of: string;
  readonly series: number;
  /** Seconds between two samples. */
  readonly everySeconds: number;
}

/** A store outside of the cluster, and what it gets. */
export interface StoreRow {
  readonly name: string;
  readonly title: string;
  /** Whether it gets all metrics. */
  readonly isWhole: boolean;
}

/** What Prometheus keeps of an environment at full size, as far as it was counted: a least. */
export interface MetricsSize {
  readonly rows: readonly SeriesRow[];
  readonly series: number;
  readonly retentionDays: number;
  /** What the counted series take in `retentionDays`, GiB. */
  readonly gib: { readonly least: number; readonly most: number };
  readonly storageGiB: number;
  /** Size at which Prometheus drops its oldest metrics, GiB. */
  readonly keptGiB: number;
  /** Smallest `storageGiB` with room for `gib.most`. */
  readonly neededGiB: number;
  /** Whole days of which the counted series have room, at `gib.most`. */
  readonly daysHeld: number;
  /** Samples of the counted series in a month of 730 hours. */
  readonly samplesPerMonth: number;
  /** Stores that get them, too. */
  readonly stores: readonly StoreRow[];
}

/** GiB of a volume that metrics may take. Prometheus drops the oldest beyond them. */
export const keptGiB = (storageGiB: number): number => Math.floor(storageGiB * PROMETHEUS_STORAGE.retentionShare);

type Measured = Pick<SiteEnvironment, "monitoring" | "nodeGroups" | "gpu" | "slurm" | "teams">;

/** Size of the metrics of an environment; null: monitoring is off. */
export function metricsSize(env: Measured): MetricsSize | null {
  const { enabled, retentionDays, storageGiB } = env.monitoring;
  if (!enabled) return null;
  const rows = [...hosts(env), ...gpus(env), ...collectives(env), ...slurm(env)];
  const samplesPerDay = rows.reduce((sum, row) => sum + (row.series * DAY_SECONDS) / row.everySeconds, 0);
  const { least, most } = PROMETHEUS_STORAGE.bytesPerSample;
  const gibPerDay = (samplesPerDay * most) / GIB;
  const kept = keptGiB(storageGiB);
  const gib = { least: (samplesPerDay * retentionDays * least) / GIB, most: gibPerDay * retentionDays };
  return {
    rows,
    series: rows.reduce((sum, { series }) => sum + series, 0),
    retentionDays,
    gib,
    storageGiB,
    keptGiB: kept,
    neededGiB: sizeFor(gib.most),
    samplesPerMonth: (samplesPerDay * HOURS_PER_MONTH) / 24,
    stores: Object.entries(env.monitoring.remoteWrite).map(([name, store]) => ({
      name,
      title: storeTitle(store),
      isWhole: store.metrics === undefined && store.except === undefined,
    })),
    daysHeld: gibPerDay > 0 ? Math.floor(kept / gibPerDay) : retentionDays,
  };
}

/** Smallest volume that keeps so much: shares are cut to whole GiB. */
const sizeFor = (gib: number): number => Math.ceil(Math.ceil(gib) / PROMETHEUS_STORAGE.retentionShare);

/** Each host with its CPUs, and one interface, disk and file system: it may have more. */
function hosts({ nodeGroups }: Measured): SeriesRow[] {
  const { host, cpu, loopback, networkInterface, disk, fileSystem } = SERIES.nodeExporter;
  const fixed = host + loopback + networkInterface + disk + fileSystem + SERIES.target;
  return row(
    "hosts",
    nodeGroups.reduce((sum, { count, hardware }) => sum + count.max * (fixed + cpu * hardware.vcpus), 0),
    SCRAPE_SECONDS.default,
  );
}

function gpus({ nodeGroups, gpu }: Measured): SeriesRow[] {
  if (!gpu.operator || gpu.dcgm === "off") return [];
  const series = nodeGroups.reduce(
    (sum, { count, gpus: has }) => sum + (has ? count.max * (has.count * SERIES.gpu + SERIES.target) : 0),
    0,
  );
  return row("GPUs", series, SCRAPE_SECONDS.gpu);
}

/** One job that has each node. */
const collectives = (env: Measured): SeriesRow[] =>
  tellsOfCollectives(env)
    ? row(
        "collectives of jobs (at most)",
        gpuPoolsOfSlurm(env).reduce((sum, { count }) => sum + count.max * SERIES.nccl, 0),
        SCRAPE_SECONDS.default,
      )
    : [];

function slurm({ slurm: has, nodeGroups, teams }: Measured): SeriesRow[] {
  if (!has) return [];
  const of = SERIES.slurm;
  const names = new Set(Object.values(has.partitions).flatMap((partition) => partition.nodeGroups));
  const nodes = nodeGroups.reduce((sum, { name, count }) => sum + (names.has(name) ? count.max : 0), 0);
  const series =
    of[""] +
    of.targets * SERIES.target +
    of.node * nodes +
    of.partition * Object.keys(has.partitions).length +
    of.account * Object.keys(teams).length;
  return row("Slurm", series, SCRAPE_SECONDS.default);
}

const row = (of: string, series: number, everySeconds: number): SeriesRow[] =>
  series > 0 ? [{ of, series, everySeconds }] : [];
