import { parseArn, roleName } from "../../../../scripts/rehearsal/aws/arn";

test("takes an ARN apart, and keeps the colons of the resource", () => {
  expect(parseArn("arn:aws:logs:us-west-2:123456789012:log-group:/aws/eks")).toEqual({
    partition: "aws",
    service: "logs",
    region: "us-west-2",
    account: "123456789012",
    resource: "log-group:/aws/eks",
  });
  expect(parseArn("arn:aws-cn:iam::aws:policy/ReadOnly")).toMatchObject({ region: "", account: "aws" });
});

test.each([
  "",
  "role/a",
  "arn:aws:iam::1",
  "arn:aws:iam::123456789012:",
  "urn:aws:iam::1:role/a",
  "arn::iam::1:role/a",
])("says that %p is no ARN", (text) => expect(parseArn(text)).toBeNull());

test("reads the name of a role without its path", () => {
  const name = (arn: string) => roleName(parseArn(arn));
  expect(name("arn:aws:iam::123456789012:role/nodes")).toBe("nodes");
  expect(name("arn:aws:iam::123456789012:role/a/b/nodes")).toBe("nodes");
  expect(name("arn:aws:iam::123456789012:user/jane")).toBeNull();
  expect(name("arn:aws:sts::123456789012:role/nodes")).toBeNull();
  expect(roleName(null)).toBeNull();
});
