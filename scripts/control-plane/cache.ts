import { homedir } from "node:os";
import { join } from "node:path";

export interface CacheProps {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * A folder of what takes long to make or to fetch, which all checkouts of a person share.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
const cacheFolder = ({ env }: CacheProps, name: string): string =>
  join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "railyard", name);

/** Programs that are built: `RAILYARD_CONTROL_PLANES`, or railyard/control-plane in the folder for caches. */
export const programFolder = (props: CacheProps): string =>
  props.env["RAILYARD_CONTROL_PLANES"] ?? cacheFolder(props, "control-plane");

/** Charts that were pulled. */
export const pulledCharts = (props: CacheProps): string => cacheFolder(props, "charts");
