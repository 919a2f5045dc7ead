import type { GitHub } from "./github";

/** A description that nobody can have changed since somebody else approved it. */
export interface FrozenDescription {
  readonly number: number;
  /** Login of who wrote it, or changed it last. */
  readonly by: string;
  readonly text: string;
}

export interface MergedDescriptions {
  /** In the order of their numbers. */
  readonly frozen: readonly FrozenDescription[];
  /** Which were left out, and why: what they acknowledge is not acknowledged. */
  readonly notes: readonly string[];
}

interface PullRequest {
  readonly number: number;
  readonly body: string | null;
  readonly user: { readonly login: string } | null;
  readonly merged_at: string | null;
}

interface Actor {
  readonly login: string;
}

interface Approval {
  readonly submittedAt: string;
  readonly author: Actor | null;
  /** In a public repository, whoever has an account may approve. */
  readonly authorCanPushToRepository: boolean;
}

interface Edited {
  readonly body: string;
  /** Null: it is as it was opened. */
  readonly lastEditedAt: string | null;
  readonly editor: Actor | null;
  /** Null: the account is gone. */
  readonly author: Actor | null;
  readonly mergedAt: string | null;
  readonly reviews: { readonly nodes: readonly Approval[] };
}

/** REST tells neither when a description was changed nor by whom. @see https://docs.github.com/en/graphql/reference/objects#pullrequest */
const QUERY = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      body
      lastEditedAt
      editor { login }
      author { login }
      mergedAt
      reviews(last: 100, states: [APPROVED]) { nodes { submittedAt authorCanPushToRepository author { login } } }
    }
  }
}`;

/**
 * Descriptions of the pull requests that brought commits, each once, where they count: as approved by somebody else before
 * the merge, and not changed since. Whoever may write to a pull request can change its description after the merge too.
 */
export async function mergedDescriptions(github: GitHub, commits: readonly string[]): Promise<MergedDescriptions> {
  const merged = new Set<number>();
  for (const commit of commits) {
    for (const { number, body, merged_at: at } of await github.list<PullRequest>(`/commits/${commit}/pulls`))
      if (at !== null && body) merged.add(number);
  }
  const frozen: FrozenDescription[] = [];
  const notes: string[] = [];
  for (const number of [...merged].sort((a, b) => a - b)) {
    const edited = await pullRequest(github, number);
    const why = notFrozen(edited);
    if (why === null) frozen.push({ number, by: writerOf(edited)!, text: edited.body });
    else if (/^\W*acknowledge:/im.test(edited.body))
      notes.push(`The description of #${number} acknowledges nothing: ${why}. Acknowledge in a file instead.`);
  }
  return { frozen, notes };
}

async function pullRequest(github: GitHub, number: number): Promise<Edited> {
  const { repository } = await github.graphql<{ repository: { pullRequest: Edited } }>(QUERY, { number });
  return repository.pullRequest;
}

/** Login of who wrote a description, or changed it last; null: that account is gone. */
const writerOf = ({ lastEditedAt, author, editor }: Edited): string | null =>
  (lastEditedAt === null ? author : editor)?.login ?? null;

/** Why a description is not the one that was approved; null: it is. */
function notFrozen(edited: Edited): string | null {
  const { lastEditedAt, mergedAt, reviews, author, editor } = edited;
  if (writerOf(edited) === null) return "the account that wrote it is gone, so nobody says it";
  const own = [author?.login, editor?.login];
  const approvals = reviews.nodes
    .filter(
      (review) => review.authorCanPushToRepository && review.author !== null && !own.includes(review.author.login),
    )
    .map(({ submittedAt }) => Date.parse(submittedAt))
    .filter((at) => mergedAt !== null && at <= Date.parse(mergedAt));
  if (approvals.length === 0)
    return "nobody else who may write to the repository approved the pull request before it was merged";
  if (lastEditedAt === null || Date.parse(lastEditedAt) <= Math.max(...approvals)) return null;
  return `it was changed on ${lastEditedAt}, after the last approval`;
}
