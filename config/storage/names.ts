import type { ConfigPath } from "../kernel/issues";
import type { Environment } from "../schema";

/** Name of the volume that `lustre` is the short form of. */
export const SHORT_FORM = "lustre";

/** Where a volume is written: `lustre` is a key of the environment itself, unless `storage` has it. */
export const pathOf = ({ lustre }: Pick<Environment, "lustre">, name: string): ConfigPath =>
  name === SHORT_FORM && lustre ? [SHORT_FORM] : ["storage", name];
