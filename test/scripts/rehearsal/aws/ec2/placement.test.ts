import { PLACEMENT_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/placement";
import { fakeCloud } from "../fake-cloud";
import { codes } from "../refusal-codes";

const group = PLACEMENT_KINDS["aws_placement_group"]!;
const CLUSTER = { name: "dev-gpu", strategy: "cluster" };

test("a plan of aws_placement_group replaces for everything but tags, as the provider does", () => {
  expect(group.forcesNew).toEqual(["name", "partition_count", "spread_level", "strategy"]);
});

test("a name is there once in an account and Region", () => {
  expect(group.unique).toEqual([
    { by: ["name"], code: "InvalidPlacementGroup.Duplicate", source: expect.stringMatching(/errors-overview/) },
  ]);
});

test("a new placement group is known by its name", () => {
  const made = group.create(CLUSTER, fakeCloud());
  expect(made["placement_group_id"]).toMatch(/^pg-[0-9a-f]{17}$/);
  expect(made).toMatchObject({
    id: "dev-gpu",
    arn: "arn:aws:ec2:us-west-2:123456789012:placement-group/dev-gpu",
    partition_count: 0,
    spread_level: "",
  });
  expect(group.create({ name: "x", strategy: "spread" }, fakeCloud())["spread_level"]).toBe("rack");
});

describe("EC2", () => {
  test("takes names of up to 255 ASCII characters", () => {
    expect(codes(group, CLUSTER)).toEqual([]);
    expect(codes(group, { ...CLUSTER, name: "n".repeat(255) })).toEqual([]);
    expect(codes(group, { ...CLUSTER, name: "n".repeat(256) })).toEqual(["InvalidParameterValue"]);
    expect(codes(group, { ...CLUSTER, name: "gpü" })).toEqual(["InvalidParameterValue"]);
  });

  test("takes up to seven partitions, where there are partitions", () => {
    const partition = { name: "x", strategy: "partition" };
    expect(codes(group, { ...partition, partition_count: 7 })).toEqual([]);
    expect(codes(group, { ...partition, partition_count: 8 })).toEqual(["InvalidParameterValue"]);
    expect(codes(group, { ...CLUSTER, partition_count: 2 })).toEqual(["InvalidParameterValue"]);
    expect(codes(group, { ...CLUSTER, partition_count: 0 })).toEqual([]);
  });

  test("looks at the tags", () => {
    expect(codes(group, { ...CLUSTER, tags_all: { "aws:x": "y" } })).toEqual(["InvalidTagKey.Malformed"]);
  });
});
