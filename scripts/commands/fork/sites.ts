import type { LoadedEnvironment } from "../../../config";
import { siteNamed } from "../../../config/sites/kinds";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { AWS_FORK } from "./aws/site";
import { KUBERNETES_FORK } from "./kubernetes/site";
import type { ForkSite, ForkValues } from "./site";

const FORK_SITES: readonly ForkSite[] = [AWS_FORK, KUBERNETES_FORK];

/**
 * How an environment is followed where it stands.
 * @throws ExpectedError on a site that knows no forks
 * @throws UsageError for an option of another site
 */
export function forkSiteOf({ resolved: { name, site } }: LoadedEnvironment, values: ForkValues): ForkSite {
  const found = FORK_SITES.find(({ kind }) => kind === site);
  if (!found)
    throw new ExpectedError(
      `fork knows no environment on the site ${site}, where ${name} stands. Nothing was written.\nWrite it by hand: a file with extends in config/environments, and its row in index.ts.`,
    );
  for (const { kind, options } of FORK_SITES) {
    const foreign = options.filter((option) => values[option] !== undefined && !found.options.includes(option));
    if (foreign.length > 0)
      throw new UsageError(
        `${flags(foreign)}: only forks of environments in ${siteNamed(kind).title} take that, and ${name} stands in ${siteNamed(site).title}, where fork takes ${flags(found.options)}`,
      );
  }
  return found;
}

const flags = (options: readonly (keyof ForkValues)[]): string => options.map((option) => `--${option}`).join(", ");
