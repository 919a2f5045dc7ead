import type { GitHub } from "./github";
import { driftMarker } from "./drift-text";

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly user: { readonly type: string } | null;
  readonly pull_request?: object;
}

/** Label of our issues; GitHub makes it with the first of them. */
const LABEL = "railyard-drift";

export type IssueOutcome = "opened" | "updated" | "unchanged" | "closed" | "nothing to do";

/**
 * Keeps at most one open issue for an environment.
 * @param body null: nothing has drifted
 */
export async function driftIssue(
  github: GitHub,
  environment: string,
  report: { readonly title: string; readonly body: string } | null,
  closing: string,
): Promise<IssueOutcome> {
  const marker = driftMarker(environment);
  const open = await github.list<Issue>(`/issues?state=open&labels=${LABEL}`);
  const [own, ...more] = open.filter(
    ({ body, user, pull_request: pull }) => !pull && user?.type === "Bot" && body?.startsWith(marker),
  );
  for (const { number } of more) await close(github, number, closing);
  if (report === null) {
    if (!own) return "nothing to do";
    await close(github, own.number, closing);
    return "closed";
  }
  if (!own) {
    await github.request("POST", "/issues", { ...report, labels: [LABEL] });
    return "opened";
  }
  if (own.body === report.body && own.title === report.title) return "unchanged";
  await github.request("PATCH", `/issues/${own.number}`, report);
  return "updated";
}

async function close(github: GitHub, number: number, comment: string): Promise<void> {
  await github.request("POST", `/issues/${number}/comments`, { body: comment });
  await github.request("PATCH", `/issues/${number}`, { state: "closed", state_reason: "completed" });
}
