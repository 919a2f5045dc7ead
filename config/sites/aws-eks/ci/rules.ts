import type { AwsRule } from "../rule";

const ACCESS_ENTRIES = "https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html";
const BACKEND = "https://developer.hashicorp.com/terraform/language/backend";

/** The pipeline's roles. */
export const CI_RULES: readonly AwsRule[] = [
  {
    id: "ci/state-in-bucket",
    title: "An environment with a pipeline keeps its state in a bucket.",
    severity: "error",
    why: "The bootstrap stack, which makes the roles, is there for state in S3 only; and a runner has no state file.",
    source: BACKEND,
    *check({ config: { ci, state } }) {
      if (!ci || state.kind === "s3") return;
      const message = `jobs of ${ci.repository} would plan on state files in ${JSON.stringify(state.directory)}, which no runner has`;
      yield { path: ["ci"], message, fix: 'write state: { kind: "s3" }, or leave ci out' };
    },
  },
  {
    id: "ci/role-listed",
    title: "The pipeline's roles are not in the lists of who may use the cluster.",
    severity: "error",
    why: "They have access entries already, and EKS has one for a principal: the second one is refused.",
    source: ACCESS_ENTRIES,
    *check({ config: { cluster }, env: { ci } }) {
      for (const list of ["admins", "auditors", "viewers"] as const)
        for (const [index, arn] of cluster[list].entries()) {
          if (arn !== ci?.planRoleArn && arn !== ci?.deployRoleArn) continue;
          const message = `${arn} is a role of ci, which gives it access to the cluster already`;
          yield { path: ["cluster", list, index], message, fix: "remove it here" };
        }
    },
  },
];
