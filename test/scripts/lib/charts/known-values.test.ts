import { knownValues } from "../../../../scripts/lib/charts/known-values";
import { withTree } from "../../../helpers/tree";

const remote = (stack: string, output: string) => `\${data.terraform_remote_state.${stack}.outputs.${output}}`;

test("what another stack writes as it is, is known; what Terraform computes is not", () => {
  const files = {
    "stacks/dev-slurm/cdk.tf.json": JSON.stringify({
      locals: {
        class: remote("platform", "class"),
        arn: remote("platform", "arn"),
        other: remote("gone", "x"),
        own: "a",
      },
    }),
    "stacks/dev-platform/cdk.tf.json": JSON.stringify({
      output: { class: { value: "gp3" }, arn: { value: "${aws_iam_role.x.arn}" } },
    }),
  };
  const found = withTree(files, (root) => knownValues(root, "dev-slurm", "dev"));
  expect([...found]).toEqual([["${local.class}", "gp3"]]);
});
