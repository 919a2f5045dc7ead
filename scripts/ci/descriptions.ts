import type { GitHub } from "./github";

interface PullRequest {
  readonly number: number;
  readonly body: string | null;
  readonly merged_at: string | null;
}

/** Descriptions of the pull requests that brought commits, each once: what they acknowledge was reviewed with them. */
export async function mergedDescriptions(github: GitHub, commits: readonly string[]): Promise<string[]> {
  const bodies = new Map<number, string>();
  for (const commit of commits) {
    for (const { number, body, merged_at: merged } of await github.list<PullRequest>(`/commits/${commit}/pulls`))
      if (merged !== null && body) bodies.set(number, body);
  }
  return [...bodies].sort(([a], [b]) => a - b).map(([, body]) => body);
}
