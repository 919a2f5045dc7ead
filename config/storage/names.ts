import type { ConfigPath } from "../kernel/issues";
import type { SiteConfig } from "../sites/keys";

/** Name of the volume that `lustre` is the short form of. */
export const SHORT_FORM = "lustre";

/** Where a volume is written: `lustre` is a key of the environment itself, unless `storage` has it. */
export const pathOf = ({ lustre }: Pick<SiteConfig, "lustre">, name: string): ConfigPath =>
  name === SHORT_FORM && lustre ? [SHORT_FORM] : ["storage", name];
