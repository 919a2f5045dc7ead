import { Token } from "cdktf";
import { checkRoleName } from "../../../constructs/cluster/role-name";

test("takes what IAM takes, up to 64 characters", () => {
  expect(() => checkRoleName("research-eks_cluster+=,.@")).not.toThrow();
  expect(() => checkRoleName("r".repeat(64))).not.toThrow();
});

test("leaves names that are only known at apply alone", () => {
  expect(() => checkRoleName(Token.asString({ resolve: () => "x".repeat(100), creationStack: [] }))).not.toThrow();
});

test.each(["r".repeat(65), "a/b", "a b", ""])("fails on %p", (name) => {
  expect(() => checkRoleName(name)).toThrow(`(${name.length} characters) is not legal: 1 to 64`);
});
