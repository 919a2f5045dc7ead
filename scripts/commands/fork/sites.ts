import type { LoadedEnvironment } from "../../../config";
import { siteNamed } from "../../../config/sites/kinds";
import { ExpectedError } from "../../lib/errors/expected-error";
import { refuse, together } from "../../lib/errors/usage";
import { AWS_FORK } from "./aws/site";
import { KUBERNETES_FORK } from "./kubernetes/site";
import type { ForkSite, ForkValues } from "./site";

const FORK_SITES: readonly ForkSite[] = [AWS_FORK, KUBERNETES_FORK];

/**
 * How an environment is followed where it stands.
 * @param look at what was given, with options of other sites
 * @throws ExpectedError on a site that knows no forks
 * @throws UsageError for an option of another site
 */
export function forkSiteOf(
  { resolved: { name, site } }: LoadedEnvironment,
  values: ForkValues,
  look: (site: ForkSite) => void = () => {},
): ForkSite {
  const found = FORK_SITES.find(({ kind }) => kind === site);
  if (!found)
    throw new ExpectedError(
      `fork knows no environment on the site ${site}, where ${name} stands. Nothing was written.\nWrite it by hand: a file with extends in config/environments, and its row in index.ts.`,
    );
  together({
    foreign: () =>
      refuse(
        ...FORK_SITES.map(({ kind, options }) => {
          const foreign = options.filter((option) => values[option] !== undefined && !found.options.includes(option));
          return (
            foreign.length > 0 &&
            `${flags(foreign)}: only forks of environments in ${siteNamed(kind).title} take that, and ${name} stands in ${siteNamed(site).title}, where fork takes ${flags(found.options)}`
          );
        }),
      ),
    look: () => look(found),
  });
  return found;
}

const flags = (options: readonly (keyof ForkValues)[]): string => options.map((option) => `--${option}`).join(", ");
