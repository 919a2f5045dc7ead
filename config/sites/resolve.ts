import { resolveSlurm } from "../slurm/resolve";
import type { ResolvedSchedule } from "../schedule/resolve";
import type { SiteEnvironment } from "./environment";
import type { SiteConfig } from "./keys";

/** What follows from the keys of any site, and what is only handed on. */
type Common = Pick<
  SiteEnvironment,
  "name" | "production" | "gpu" | "slurm" | "platform" | "monitoring" | "teams" | "idle" | "origins"
>;

/** The part of an environment that is the same on every site. */
export function resolveCommon(
  config: SiteConfig,
  origins: ReadonlyMap<string, string>,
  schedule: ResolvedSchedule | null = null,
): Common {
  return {
    name: config.name,
    production: config.profile === "production",
    gpu: config.gpu,
    slurm: resolveSlurm(config.slurm, schedule),
    platform: config.platform,
    monitoring: config.monitoring,
    teams: config.teams,
    idle: config.idle ?? null,
    origins,
  };
}
