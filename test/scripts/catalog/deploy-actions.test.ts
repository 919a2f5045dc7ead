import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEPLOY_ACTIONS, STATE_ACTIONS } from "../../../scripts/catalog/deploy-actions";
import { ROOT } from "../../helpers/process";

/** Every resource type that constructs and stacks can make, by the bindings that they import. */
function importedTypes(): string[] {
  const files = ["constructs", "stacks"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(ROOT, folder, file), "utf8")),
  );
  const found = files.flatMap((text) => [...text.matchAll(/@cdktf\/provider-aws\/lib\/([a-z0-9-]+)"/g)]);
  const types = new Set(found.map(([, name = ""]) => name));
  return [...types].filter((name) => name !== "provider" && !name.startsWith("data-"));
}

test("every type that an environment can have is in the table", () => {
  const types = importedTypes().map((name) => `aws_${name.replaceAll("-", "_")}`);
  expect(types).toContain("aws_eks_cluster");
  expect(types.filter((type) => DEPLOY_ACTIONS[type] === undefined)).toEqual([]);
});

test.each(Object.entries(DEPLOY_ACTIONS))("%s: actions are named as IAM does, each once", (_, actions) => {
  expect(actions.length).toBeGreaterThan(0);
  expect(new Set(actions).size).toBe(actions.length);
  // IAM simulates no wildcards
  for (const action of actions) expect(action).toMatch(/^[a-z0-9]+:[A-Z][A-Za-z]+$/);
});

test("a service that acts by a role needs the role to be passed", () => {
  for (const type of ["aws_eks_cluster", "aws_eks_node_group", "aws_flow_log", "aws_eks_pod_identity_association"])
    expect(DEPLOY_ACTIONS[type]).toContain("iam:PassRole");
});

test("state is read, written and unlocked", () =>
  expect(STATE_ACTIONS).toEqual(
    expect.arrayContaining(["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "kms:GenerateDataKey"]),
  ));
