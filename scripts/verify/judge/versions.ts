import { judgeStack } from "../../../config/compatibility/stack";
import type { Versioned } from "../../../config/compatibility/compatible";
import { isVersion } from "../../../config/kernel/version-order";
import type { Finding } from "../verdict";

/**
 * Versions that a document refuses beside each other. What nobody vouches for is no finding: most versions that run together
 * are in no document. What a program printed in the place of a version is compared with nothing.
 * @param fix what to do about one
 */
export const versionFindings = (found: readonly Versioned[], around: readonly Versioned[], fix: string): Finding[] =>
  judgeStack(
    found.filter(({ version }) => isVersion(version)),
    around,
  )
    .filter(({ fit }) => fit === "refused")
    .map(({ text, source }) => ({ text: `${text}${source === null ? "" : ` (${source})`}.`, fix }));
