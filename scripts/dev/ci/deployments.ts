import { ExpectedError } from "../../lib/errors/expected-error";
import type { GitHub } from "./github";

interface Deployment {
  readonly id: number;
  readonly sha: string;
}

/** Deployments that are looked through, newest first. */
const LOOKED_AT = 100;

/**
 * The commit that was deployed to an environment last, by the jobs that name it as theirs; null when none was.
 * @see https://docs.github.com/en/rest/deployments
 */
export async function deployedCommit(github: GitHub, environment: string): Promise<string | null> {
  const found = await github.request<Deployment[]>(
    "GET",
    `/deployments?environment=${encodeURIComponent(environment)}&per_page=${LOOKED_AT}`,
  );
  for (const { id, sha } of found) {
    const statuses = await github.request<{ state: string }[]>("GET", `/deployments/${id}/statuses?per_page=100`);
    // a later one makes it inactive, but it still was a success
    if (statuses.some(({ state }) => state === "success")) return sha;
  }
  return null;
}

interface ProtectedEnvironment {
  readonly protection_rules?: readonly { readonly type: string }[];
}

/**
 * Refuses to go on when nobody has to approve deployments to an environment: GitHub makes an environment that a job
 * names, without any protection.
 */
export async function assertApproval(github: GitHub, environment: string): Promise<void> {
  const rules = await protectionRules(github, environment);
  if (rules.includes("required_reviewers")) return;
  throw new ExpectedError(
    `${environment} is a production environment, but deployments to it need nobody's approval.\n` +
      `Give the GitHub environment "${environment}" required reviewers: Settings, Environments.`,
  );
}

async function protectionRules(github: GitHub, environment: string): Promise<string[]> {
  try {
    const found = await github.request<ProtectedEnvironment>("GET", `/environments/${encodeURIComponent(environment)}`);
    return (found.protection_rules ?? []).map(({ type }) => type);
  } catch (error) {
    if ((error as { status?: number }).status === 404) return [];
    throw error;
  }
}
