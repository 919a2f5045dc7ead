import type { SiteEnvironment } from "../../../config/sites/environment";
import { askAccount, type AskAccountProps } from "../../preflight/ask-account";
import type { PreflightReport } from "../../preflight/report";
import { findingLines } from "../../preflight/report-text";

interface PreflightFirstProps extends AskAccountProps {
  /** Nothing is applied whatever is found: the plans are still of use. */
  readonly dryRun: boolean;
  readonly tell: (text: string) => void;
}

/** Asks the account before anything is applied, and tells all but what is well. */
export async function preflightFirst({ tell, dryRun, ...props }: PreflightFirstProps): Promise<PreflightReport> {
  tell("asking the account first; --no-preflight leaves that out");
  const report = await askAccount(props);
  for (const line of findingLines(report)) tell(line);
  if (report.counts.failed > 0)
    tell(
      dryRun
        ? "A deployment would stop here, before anything is applied."
        : "Nothing was applied: mend what failed, or deploy with --no-preflight.",
    );
  return report;
}

/** @returns null: nobody was asked */
export function skipped({ site }: SiteEnvironment, tell: (text: string) => void): null {
  tell(
    site === "aws-eks"
      ? "The account is not asked first: --no-preflight."
      : "Nobody is asked first whether the cluster has what config says of it: versions, nodes, classes of volumes.",
  );
  return null;
}
