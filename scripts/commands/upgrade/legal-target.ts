import { didYouMean } from "../../../config/kernel/nearest";
import { compareVersions, isVersion } from "../../../config/kernel/version-order";
import { UsageError } from "../../lib/errors/usage";

/**
 * The minor of `--to`.
 * @param version the one that the cluster has
 * @param known minors to go to
 * @param none what is said of others: `EKS has no Kubernetes`
 * @throws UsageError for one that is not known, and for one before it
 */
export function legalTarget(to: string, version: string, known: readonly string[], none: string): string {
  if (isVersion(to) && compareVersions(to, version) < 0)
    throw new UsageError(`--to ${to}: the cluster has ${version}, and an upgrade never goes back`);
  if (to !== version && !known.includes(to)) {
    const hint = didYouMean(to, known) ?? `known are ${known.join(", ")}`;
    throw new UsageError(`--to ${to}: ${none} ${to} that is known here; ${hint}`);
  }
  return to;
}
