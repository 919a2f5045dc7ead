import { MARKER } from "../../review/render/markdown";
import type { GitHub } from "./github";

interface Comment {
  readonly id: number;
  readonly body: string | null;
  readonly user: { readonly type: string } | null;
}

export type CommentOutcome = "created" | "updated" | "unchanged" | "nothing to say";

/**
 * Keeps one comment of ours on a pull request: updated in place, and made when there is none.
 * @param body begins with the marker
 * @param silent nothing changes: a comment that is there is updated, but none is made for it
 */
export async function stickyComment(
  github: GitHub,
  pullRequest: number,
  body: string,
  silent: boolean,
): Promise<CommentOutcome> {
  const comments = await github.list<Comment>(`/issues/${pullRequest}/comments`);
  // anybody can write the marker, but only an app's comment can be one of ours
  const [own, ...more] = comments.filter(({ body: text, user }) => user?.type === "Bot" && text?.startsWith(MARKER));
  for (const { id } of more) await github.request("DELETE", `/issues/comments/${id}`);
  if (!own) {
    if (silent) return "nothing to say";
    await github.request("POST", `/issues/${pullRequest}/comments`, { body });
    return "created";
  }
  if (own.body === body) return "unchanged";
  await github.request("PATCH", `/issues/comments/${own.id}`, { body });
  return "updated";
}
