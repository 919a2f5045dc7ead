import { CI_RULES } from "../../../../../config/sites/aws-eks/ci/rules";
import { ruleCases } from "../../../../helpers/rule-cases";

const ci = { kind: "github", repository: "acme/cluster" };
const role = (name: string) => `arn:aws:iam::111122223333:role/${name}`;

ruleCases(CI_RULES, {
  "ci/state-in-bucket": {
    severity: "error",
    trips: [
      {
        change: { ci, state: { kind: "local", directory: "there" } },
        at: ["ci"],
        message: ["jobs of acme/cluster", 'state files in "there"'],
        fix: ['state: { kind: "s3" }'],
      },
    ],
    passes: [{ change: { ci } }, { change: { state: { kind: "local" } } }],
  },
  "ci/role-listed": {
    severity: "error",
    trips: [
      {
        change: { ci, cluster: { admins: [role("admin"), role("sample-ci-deploy")] } },
        at: ["cluster", "admins", 1],
        message: [role("sample-ci-deploy")],
        fix: ["remove it"],
      },
      {
        change: { ci, cluster: { auditors: [role("sample-ci-plan")] } },
        at: ["cluster", "auditors", 0],
        message: [role("sample-ci-plan")],
      },
      {
        change: { ci, cluster: { viewers: [role("sample-ci-plan")] } },
        at: ["cluster", "viewers", 0],
        message: [role("sample-ci-plan")],
      },
    ],
    passes: [
      { change: { cluster: { auditors: [role("sample-ci-plan")] } } },
      { change: { ci, cluster: { auditors: [role("other-ci-plan")] } } },
    ],
  },
});
