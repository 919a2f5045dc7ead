import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import { TerraformLocal, TerraformOutput, TerraformStack, Testing } from "cdktf";
import { duplicateAddresses, leakedToken } from "../../../constructs/core/guards";

const stack = (define: (stack: TerraformStack) => void): TerraformStack => {
  const made = new TerraformStack(Testing.app(), "test");
  define(made);
  return made;
};

describe("duplicateAddresses", () => {
  test("finds two resources that were given one logical id, which cdktf would merge", () => {
    const twice = stack((s) => {
      new CloudwatchLogGroup(s, "one", { name: "a" }).overrideLogicalId("logs");
      new CloudwatchLogGroup(s, "two", { name: "b" }).overrideLogicalId("logs");
    });
    expect(duplicateAddresses(twice)).toEqual([
      "resource.aws_cloudwatch_log_group.logs is defined by both test/one and test/two: give one another id",
    ]);
  });

  test("finds ids that differ only by what is dropped from them", () => {
    const dropped = stack((s) => {
      new CloudwatchLogGroup(s, "a.b", { name: "a" });
      new CloudwatchLogGroup(s, "ab", { name: "b" });
    });
    expect(duplicateAddresses(dropped)).toHaveLength(1);
  });

  test("finds outputs, locals and data sources as well", () => {
    const twice = stack((s) => {
      for (const id of ["one", "two"]) {
        new TerraformOutput(s, `output-${id}`, { value: id }).overrideLogicalId("o");
        new TerraformLocal(s, `local-${id}`, id).overrideLogicalId("l");
        new DataAwsCallerIdentity(s, `data-${id}`, {}).overrideLogicalId("d");
      }
    });
    expect(duplicateAddresses(twice).map((text) => text.split(" ")[0])).toEqual([
      "output.o",
      "locals.l",
      "data.aws_caller_identity.d",
    ]);
  });

  test("lets one id stand for different kinds", () => {
    const fine = stack((s) => {
      new CloudwatchLogGroup(s, "a", { name: "a" }).overrideLogicalId("x");
      new DataAwsCallerIdentity(s, "b", {}).overrideLogicalId("x");
      new TerraformOutput(s, "c", { value: "1" }).overrideLogicalId("x");
    });
    expect(duplicateAddresses(fine)).toEqual([]);
  });
});

describe("leakedToken", () => {
  const token = "${TfToken[TOKEN.7]}";

  test.each([
    ["a token that was printed", token],
    ["upper-cased", token.toUpperCase()],
    ...[0, 1, 2].map((shift): [string, string] => [
      `base64-encoded, shifted by ${shift}`,
      Buffer.from(`${"x".repeat(shift)}${token}`).toString("base64"),
    ]),
    ["an object that was printed", `${{}}`],
  ])("finds %s", (_, text) => expect(leakedToken(`{"a": "${text}"}`)).toContain(text.slice(0, 12)));

  test("finds nothing in references that Terraform can read", () => {
    expect(leakedToken('{"a": "${aws_vpc.vpc.id}", "b": "${local.cluster_endpoint}"}')).toBeNull();
  });
});
