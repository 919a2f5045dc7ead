import { type BucketSite, resolveDatasets } from "../datasets/resolve";
import { resolveAlerting } from "../monitoring/resolve";
import { resolveSlurm } from "../slurm/resolve";
import { resolveOutbound } from "../outbound/outbound";
import { resolveWorkloads } from "../workloads/resolve";
import type { ResolvedPool } from "../pools/pool";
import type { ResolvedSchedule } from "../schedule/resolve";
import type { SiteEnvironment } from "./environment";
import type { SiteConfig } from "./keys";

/** What follows from the keys of any site, and what is only handed on. */
type Common = Pick<
  SiteEnvironment,
  | "name"
  | "production"
  | "gpu"
  | "slurm"
  | "kueue"
  | "topograph"
  | "health"
  | "platform"
  | "outbound"
  | "monitoring"
  | "alerting"
  | "logs"
  | "traces"
  | "teams"
  | "idle"
  | "datasets"
  | "workloads"
  | "verify"
  | "origins"
>;

/** What a site knows that follows for all of them. */
interface OfSite {
  readonly nodeGroups: readonly ResolvedPool[];
  /** @default - nodes run day and night */
  readonly schedule?: ResolvedSchedule | null;
  /** What lies in its own network, and is reached without a proxy: blocks, domains, hosts. @default - nothing is known */
  readonly near?: readonly string[];
  /** @default - jobs have no role by which they read buckets */
  readonly buckets?: BucketSite;
}

const NO_BUCKETS: BucketSite = { checkpoints: null, region: null, account: null };

/** The part of an environment that is the same on every site. */
export function resolveCommon(
  config: SiteConfig,
  origins: ReadonlyMap<string, string>,
  { nodeGroups, schedule = null, near = [], buckets = NO_BUCKETS }: OfSite,
): Common {
  return {
    name: config.name,
    production: config.profile === "production",
    gpu: config.gpu,
    slurm: resolveSlurm(config.slurm, schedule),
    kueue: config.kueue ?? null,
    topograph: null,
    health: config.health ?? null,
    platform: config.platform,
    outbound: resolveOutbound(config.outbound, near),
    monitoring: config.monitoring,
    logs: config.logs,
    traces: config.traces,
    alerting: resolveAlerting(config),
    teams: config.teams,
    datasets: resolveDatasets(config, buckets),
    workloads: resolveWorkloads(config.workloads, nodeGroups),
    verify: config.verify,
    idle: config.idle ?? null,
    origins,
  };
}
