import type { ChartName } from "../../facts/versions";
import type { SiteEnvironment } from "../../sites/environment";

/** A value of a chart that follows from config: another one there would not agree with the rest. */
export interface OwnedValue {
  readonly chart: ChartName;
  /** Keys; `*` is any name. */
  readonly path: readonly string[];
  /** What happens when it is another. */
  readonly because: string;
  /** Where config says it. */
  readonly instead: string;
  /** Where it may be given all the same. @default - nowhere */
  readonly fine?: (value: unknown, env: SiteEnvironment) => boolean;
}

/** Rows of one chart: path with dots (`\.` is a dot in a name), what happens, where config says it. */
export const owned = (
  chart: ChartName,
  rows: readonly (readonly [path: string, because: string, instead: string, fine?: OwnedValue["fine"]])[],
): OwnedValue[] =>
  rows.map(([path, because, instead, fine]) => ({
    chart,
    path: path.split(/(?<!\\)\./).map((key) => key.replaceAll("\\.", ".")),
    because,
    instead,
    ...(fine && { fine }),
  }));

export const onlyOff: OwnedValue["fine"] = (value) => value === false;
export const onlyOn: OwnedValue["fine"] = (value) => value === true;

export const TOLERATES = "the list replaces that of Railyard: daemons would leave tainted GPU nodes";
export const NAMES = "Services, roles and Secrets have names that follow from the release";
export const MUST_AGREE = "what nodes offer, what jobs ask for and what is counted would no longer agree";
