import { ownerOf, tagsIn } from "../../../../scripts/commands/adopt/owner";
import { sample } from "../../../helpers/environment";

const { env } = sample();
const owner = (tags: Record<string, string>) => ownerOf("vpc-1", tagsIn(tags), env);

test("what carries no tag, or this environment's, is nobody else's", () => {
  expect(owner({})).toEqual({ obstacles: [], notes: [] });
  expect(owner({ Name: "shared", "railyard:environment": "sample" })).toEqual({ obstacles: [], notes: [] });
  expect(ownerOf("vpc-1", [{}], env)).toEqual({ obstacles: [], notes: [] });
  expect(tagsIn(undefined)).toEqual([]);
});

test("what another environment manages is refused", () => {
  const { obstacles, notes } = owner({ "railyard:environment": "research" });
  expect(notes).toEqual([]);
  expect(obstacles).toEqual([
    {
      text: expect.stringContaining("vpc-1 is of the environment research, by its tag railyard:environment") as string,
      fix: expect.stringContaining("take it out of the state of research (terraform state rm)") as string,
    },
  ]);
});

test("a stack of CloudFormation is told, with how to leave it", () => {
  const { obstacles, notes } = owner({ "aws:cloudformation:stack-name": "eksctl-training" });
  expect(obstacles).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/belongs to the CloudFormation stack eksctl-training: .*DeletionPolicy: Retain/),
  ]);
});

test.each([
  ["managed-by", "terraform"],
  ["ManagedBy", "Terraform Cloud"],
  ["created_by", "pulumi"],
  ["terraform", "true"],
  ["provisioner", "OpenTofu"],
])("the tag %s=%s of another tool is told", (key, value) => {
  expect(owner({ [key]: value }).notes).toEqual([
    `vpc-1 has the tag ${key}=${value}: where another tool has it in its state, take it out there before you apply (terraform state rm)`,
  ]);
});

test.each([
  ["managed-by", "platform-team"],
  ["terraform", "false"],
  ["Name", "terraform"],
])("the tag %s=%s says no such thing", (key, value) => {
  expect(owner({ [key]: value }).notes).toEqual([]);
});
