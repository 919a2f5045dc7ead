import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { typesMet, usedTypes } from "../../../scripts/rehearsal/served-types";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

const CODE = {
  resource: { aws_vpc: { a: {} }, terraform_data: { b: {} } },
  data: { aws_iam_policy_document: { a: {} }, terraform_remote_state: { b: {} } },
};
const STATE = {
  resources: [
    { mode: "managed", type: "aws_eip" },
    { mode: "managed", type: "aws_vpc" },
    { mode: "data", type: "aws_caller_identity" },
  ],
};

test("Terraform meets the types of a stack's code and of its state, each once, and answers some itself", () => {
  const folder = temporary();
  const statePath = join(folder, "terraform.tfstate");
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify(CODE));
  const inCode = { resources: ["aws_vpc"], dataSources: ["aws_iam_policy_document"] };
  expect(typesMet({ folder, statePath })).toEqual(inCode);
  // an interrupted Terraform leaves an empty file
  writeFileSync(statePath, "");
  expect(typesMet({ folder, statePath })).toEqual(inCode);
  writeFileSync(statePath, JSON.stringify(STATE));
  expect(typesMet({ folder, statePath })).toEqual({
    resources: ["aws_eip", "aws_vpc"],
    dataSources: ["aws_caller_identity", "aws_iam_policy_document"],
  });
});

test("all stacks of all folders count", () => {
  const folders = ["one", "two"].map((name, at) => {
    const folder = join(temporary(), name);
    const stack = join(folder, "stacks", `${name}-network`);
    mkdirSync(stack, { recursive: true });
    writeFileSync(join(stack, "cdk.tf.json"), JSON.stringify(at === 0 ? CODE : { data: { aws_ami: { a: {} } } }));
    return folder;
  });
  expect(usedTypes(folders)).toEqual({ resources: ["aws_vpc"], dataSources: ["aws_ami", "aws_iam_policy_document"] });
});
