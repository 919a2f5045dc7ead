import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { Release } from "@cdktf/provider-helm/lib/release";
import { Construct } from "constructs";
import { DataGuard } from "../../../constructs/core/data-guard";
import { rehearsedStack, errorsOf } from "../../helpers/rehearsed-stack";
import { sample } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import { synthStack, type Json } from "../../helpers/synth";
import { testWithTerraform } from "../../helpers/terraform";

const lifecycle = { preventDestroy: true };

/** A stack that protects log groups of these names, and has others. */
const stack = (...names: string[]): Json =>
  synthStack((scope) => {
    new DataGuard(scope, "guard");
    new CloudwatchLogGroup(scope, "loose", { name: "loose" });
    // made after the guard, below others
    for (const name of names) new CloudwatchLogGroup(new Construct(scope, name), "logs", { name, lifecycle });
    new Release(scope, "kinds", { name: "kinds", chart: "kinds", lifecycle });
  });

const guardOf = (json: Json) => json.resource.terraform_data.holds_data;

test("the list has all that the stack protects, and no release; it is there where nothing is", () => {
  const [address] = Object.keys(stack("a").resource.aws_cloudwatch_log_group).filter((name) => name.startsWith("a_"));
  expect(guardOf(stack("a")).for_each).toBe(`\${toset(["aws_cloudwatch_log_group.${address}"])}`);
  expect(guardOf(stack())).toMatchObject({ for_each: "${toset([])}", lifecycle: { prevent_destroy: true } });
});

test("every stack has one, and it names what holds data", () => {
  const stacks = synthStacks(sample().env);
  for (const json of Object.values(stacks)) expect(guardOf(json).lifecycle).toEqual({ prevent_destroy: true });
  const list = guardOf(stacks.storage!).for_each;
  for (const address of ["aws_fsx_lustre_file_system.lustre", "aws_s3_bucket.checkpoints", "aws_kms_key.storage_key"])
    expect(list).toContain(address);
  // what config drops is still looked for
  const less = synthStacks(sample({ lustre: null, checkpoints: null }).env);
  expect(guardOf(less.storage!).for_each).toBe('${toset(["aws_kms_key.storage_key"])}');
});

testWithTerraform("Terraform adds to it, refuses to drop from it, and says what", async () => {
  const { run, close } = rehearsedStack({ resources: ["aws_cloudwatch_log_group", "helm_release"] });
  const blocks = ({ resource }: Json) => {
    const { helm_release: _, ...types } = resource;
    return { resource: types };
  };
  try {
    expect(errorsOf(await run(blocks(stack("a"))))).toEqual([]);
    expect(errorsOf(await run(blocks(stack("a", "b"))))).toEqual([]);
    const refused = errorsOf(await run(blocks(stack("b"))));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(
      /^plan: .*Instance cannot be destroyed.*terraform_data\.holds_data\["aws_cloudwatch_log_group\.a_logs_/,
    );
    // all of it, too, and nothing has gone
    expect(errorsOf(await run(blocks(stack())))).toHaveLength(2);
    expect(errorsOf(await run(blocks(stack("a", "b")), ["init", "second plan"]))).toEqual([]);
  } finally {
    await close();
  }
});
