import { resourceLines } from "../../../../scripts/commands/policy/resource-lines";

const STACK = {
  data: { terraform_remote_state: { network: { backend: "s3" } } },
  output: { vpc_id: { value: "${aws_vpc.main.id}" } },
  resource: {
    aws_kms_key: { main: { description: "a", tags: { Name: "main" } }, other: { description: "b" } },
    aws_vpc: { main: { cidr_block: "10.0.0.0/16" } },
  },
  terraform: { backend: { s3: { bucket: "b" } } },
};

test("each resource has the line of its name", () => {
  const text = JSON.stringify(STACK, null, 2);
  const lines = resourceLines(text);
  expect([...lines.keys()]).toEqual(["aws_kms_key.main", "aws_kms_key.other", "aws_vpc.main"]);
  for (const [address, line] of lines) expect(text.split("\n")[line - 1]).toBe(`      "${address.split(".")[1]}": {`);
  expect(text.split("\n")[(lines.get("aws_vpc.main") ?? 0) - 2]).toContain("aws_vpc");
});

test("a stack without resources has none", () => {
  expect(resourceLines("{}").size).toBe(0);
});
