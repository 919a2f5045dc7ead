import { goneFromCode } from "../../../../scripts/lib/terraform/gone-from-code";

/** A state with instances of resources, by address without key, each with its keys. */
const stateOf = (resources: Record<string, readonly (string | number | undefined)[]>, mode = "managed") => ({
  version: 4,
  resources: Object.entries(resources).map(([address, keys]) => {
    const [type, name] = address.split(".");
    const instances = keys.map((key) => ({ ...(key !== undefined && { index_key: key }), attributes: { id: "x" } }));
    return { mode, type, name, provider: 'provider["registry.terraform.io/hashicorp/aws"]', instances };
  }),
});

const LUSTRE = { aws_fsx_lustre_file_system: { lustre: {} } };
const addresses = (...args: Parameters<typeof goneFromCode>) => goneFromCode(...args).map(({ address }) => address);

test("what holds something and is in the state alone goes; what is in the code, or holds nothing, does not count", () => {
  const state = stateOf({
    "aws_fsx_lustre_file_system.lustre": [undefined],
    "aws_s3_bucket.checkpoints": [undefined],
    "aws_subnet.private": ["a", "b"],
    "aws_sns_topic.topic": [undefined],
  });
  expect(goneFromCode(state, { resource: LUSTRE })).toEqual([
    expect.objectContaining({ address: "aws_s3_bucket.checkpoints", action: "delete", holds: "data" }),
    expect.objectContaining({ address: 'aws_subnet.private["a"]', holds: "ground" }),
    expect.objectContaining({ address: 'aws_subnet.private["b"]' }),
  ]);
});

test("a stack that config has dropped has nothing in its code, and all of its state goes", () => {
  const state = stateOf({ "helm_release.slurm": [undefined], "aws_s3_bucket.logs": [0] });
  expect(addresses(state, {})).toEqual(["helm_release.slurm", "aws_s3_bucket.logs[0]"]);
});

test("what is moved or forgotten stays; what code asks to destroy goes", () => {
  const state = stateOf({ "aws_s3_bucket.a": [undefined], "aws_s3_bucket.b": ["k"], "aws_s3_bucket.c": [undefined] });
  const code = {
    moved: [{ from: "aws_s3_bucket.a" }],
    removed: [
      { from: "aws_s3_bucket.b", lifecycle: { destroy: false } },
      { from: "aws_s3_bucket.c", lifecycle: { destroy: true } },
    ],
  };
  expect(addresses(state, code)).toEqual(["aws_s3_bucket.c"]);
});

test("data sources, the list of what is protected, and a state that is not there are no loss", () => {
  expect(addresses(stateOf({ "aws_s3_bucket.read": [undefined] }, "data"), {})).toEqual([]);
  expect(addresses(stateOf({ "terraform_data.holds_data": ["aws_s3_bucket.a"] }), {})).toEqual([]);
  expect(addresses(null, {})).toEqual([]);
});
