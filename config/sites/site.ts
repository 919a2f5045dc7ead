import type { z } from "zod";
import type { Rule } from "../kernel/rule";
import type { SiteEnvironment } from "./environment";
import type { SiteConfig } from "./keys";

/**
 * A place where clusters stand: one folder of `config/sites` and a row of `kinds.ts`; the stacks that it builds are the row
 * of the same kind in `stacks/sites/kinds.ts`.
 */
export interface Site<Config extends SiteConfig = SiteConfig, Env extends SiteEnvironment = SiteEnvironment> {
  readonly kind: string;
  /** What it is, as words: `an account of AWS`. */
  readonly title: string;
  /** Value of `cluster.kind` in config that means this site. */
  readonly clusterKind: string;
  /** Everything that a team writes: the keys of every site (`SITE_KEYS`) and its own. */
  readonly schema: z.ZodObject & z.ZodType<Config>;
  /** Keys that only other sites have, and what to write in their place, as advice. @default - none */
  readonly instead?: Readonly<Record<string, string>>;
  /** Kinds of volumes that only other sites have, and what to mount in their place. @default - none */
  readonly insteadVolumes?: Readonly<Record<string, string>>;
  /** Values for keys that an environment cannot be without and whose text no rule judges: the rest is looked at with them. */
  readonly standIns: Readonly<Record<string, unknown>>;
  /**
   * Everything that follows from an environment whose shape is right. Pure, and never fails: what cannot be is left for the
   * rules to tell, in words.
   * @param origins where inherited values come from
   * @param now decides on which side of windows it is, and what is over or paused
   */
  // a method: each site takes its own schema's output
  resolve(config: Config, origins: ReadonlyMap<string, string>, now: Date): Env;
  /** Rules for its environments, in the order in which findings are told: its own, and those for any site. */
  readonly rules: readonly Rule[];
}
