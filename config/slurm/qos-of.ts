import type { ConfigPath } from "../kernel/issues";
import type { SiteEnvironment } from "../sites/environment";
import { partitionsOf, type Partition } from "./partitions";
import type { ResolvedQos } from "./qos";

/** QOS of an environment; none without Slurm. */
export const qosOf = ({ slurm }: SiteEnvironment): readonly ResolvedQos[] => slurm?.qos ?? [];

/** Partitions in which jobs of a QOS may be, by name. */
export const partitionsOfQos = (env: SiteEnvironment, { partitions }: ResolvedQos): [string, Partition][] =>
  partitionsOf(env).filter(([name]) => partitions?.includes(name) ?? true);

/** Path of a key of a QOS. */
export const qosPath = (name: string, ...keys: (string | number)[]): ConfigPath => ["slurm", "qos", name, ...keys];
