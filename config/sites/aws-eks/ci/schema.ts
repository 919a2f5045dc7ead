import { z } from "zod";
import { key } from "../../../kernel/key";

/** The pipeline that plans and deploys an environment, and takes on roles in its account without a stored secret. */
export const ciSchema = z.strictObject({
  kind: key(z.literal("github"), {
    description: "Who issues the tokens that roles are taken on with: GitHub Actions.",
    update: "in-place",
  }),
  repository: key(
    z
      .string()
      .regex(
        /^([\w.-]+\/[\w.-]+|[\w.-]+@\d+\/[\w.-]+@\d+)$/,
        "must be owner/name, or owner@id/name@id as tokens of repositories made since 2026-07-15 have it",
      ),
    {
      description: "Repository whose jobs may take on the roles, exactly as its tokens name it.",
      example: "acme/cluster",
      update: "in-place",
      updateNote: "Jobs of the earlier repository are refused from then on.",
      source: "https://docs.github.com/en/actions/reference/security/oidc",
    },
  ),
  provider: key(z.enum(["create", "existing"]).default("create"), {
    description:
      "Whether this environment makes the account's OIDC provider for GitHub. An account has one: of several environments in it, one makes it.",
    update: "in-place",
    updateNote:
      "From create to existing, the provider would be deleted under the other environments: move it to the state of another first.",
    source: "https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateOpenIDConnectProvider.html",
  }),
  defaultBranch: key(
    z
      .string()
      .max(200)
      .regex(/^(?![-/.])[\w./-]+(?<![/.])$/, "must be the name of a branch, without wildcards")
      .default("main"),
    {
      description: "Branch on which plans are made beside pull requests; `*` is not allowed in it.",
      example: "main",
      update: "in-place",
    },
  ),
});
