import { refuseVolumes } from "../../../../../scripts/rehearsal/aws/ec2/launch-template-volumes";
import type { Attributes } from "../../../../../scripts/rehearsal/value";

function codes(ebs: Attributes): string[] {
  const found = refuseVolumes({ block_device_mappings: [{ device_name: "/dev/xvda", ebs: [ebs] }] });
  for (const { message, source } of found) {
    expect(message).toMatch(/^\/dev\/xvda: /);
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
  }
  return found.map(({ code }) => code);
}

const gp3 = (more: Attributes = {}): Attributes => ({ volume_type: "gp3", ...more });
const VALUE = "InvalidParameterValue";

test("a template may leave volumes to the image", () => {
  expect(refuseVolumes({ block_device_mappings: [] })).toEqual([]);
  expect(refuseVolumes({})).toEqual([]);
  expect(codes(gp3())).toEqual([]);
  expect(codes({ volume_type: null, iops: 7 })).toEqual([]);
  expect(codes(gp3({ volume_size: 0, iops: 0, throughput: 0 }))).toEqual([]);
});

test.each([
  ["gp2", 1, 16_384],
  ["gp3", 1, 65_536],
  ["io1", 4, 16_384],
  ["io2", 4, 65_536],
  ["st1", 125, 16_384],
  ["sc1", 125, 16_384],
  ["standard", 1, 1_024],
])("%s has %i to %i GiB", (volume_type, least, most) => {
  expect(codes({ volume_type, volume_size: least })).toEqual([]);
  expect(codes({ volume_type, volume_size: most })).toEqual([]);
  expect(codes({ volume_type, volume_size: most + 1 })).toEqual([VALUE]);
  if (least > 1) expect(codes({ volume_type, volume_size: least - 1 })).toEqual([VALUE]);
});

test.each([
  ["gp3", 3_000, 80_000],
  ["io1", 100, 64_000],
  ["io2", 100, 256_000],
])("%s has %i to %i IOPS", (volume_type, least, most) => {
  expect(codes({ volume_type, iops: least })).toEqual([]);
  expect(codes({ volume_type, iops: most })).toEqual([]);
  expect(codes({ volume_type, iops: least - 1 })).toEqual([VALUE]);
  expect(codes({ volume_type, iops: most + 1 })).toEqual([VALUE]);
});

test.each(["gp2", "st1", "sc1", "standard"])("%s has no IOPS to choose", (volume_type) => {
  expect(codes({ volume_type, iops: 3_000 })).toEqual(["InvalidParameterCombination"]);
});

test.each(["gp2", "io1", "io2", "st1"])("%s has no throughput to choose", (volume_type) => {
  expect(codes({ volume_type, throughput: 125 })).toEqual(["InvalidParameterCombination"]);
});

test("gp3 gives 125 to 2000 MiB/s", () => {
  expect(codes(gp3({ throughput: 125 }))).toEqual([]);
  expect(codes(gp3({ throughput: 124 }))).toEqual([VALUE]);
  expect(codes(gp3({ throughput: 2_000, iops: 8_000 }))).toEqual([]);
  expect(codes(gp3({ throughput: 2_001, iops: 16_000 }))).toEqual([VALUE]);
});

test("gp3 gives a quarter of the IOPS, which are 3000 where nobody chooses", () => {
  expect(codes(gp3({ throughput: 750 }))).toEqual([]);
  expect(codes(gp3({ throughput: 751 }))).toEqual([VALUE]);
  expect(codes(gp3({ throughput: 1_000, iops: 4_000 }))).toEqual([]);
  expect(codes(gp3({ throughput: 1_000, iops: 3_999 }))).toEqual([VALUE]);
});

test("gp3 gives 500 IOPS for each GiB, and 3000 in any case", () => {
  expect(codes(gp3({ volume_size: 8, iops: 4_000 }))).toEqual([]);
  expect(codes(gp3({ volume_size: 7, iops: 4_000 }))).toEqual([VALUE]);
  expect(codes(gp3({ volume_size: 1, iops: 3_000 }))).toEqual([]);
  expect(codes(gp3({ volume_size: null, iops: 80_000 }))).toEqual([]);
});

test("every volume of a template is looked at", () => {
  const bad = { ebs: [gp3({ volume_size: 70_000 })] };
  const found = refuseVolumes({ block_device_mappings: [bad, { ebs: [gp3()] }, { device_name: "/dev/xvdb", ...bad }] });
  expect(found.map(({ message }) => message)).toEqual([
    "a volume: volume_size 70000 GiB of gp3; 1 to 65536 are allowed",
    "/dev/xvdb: volume_size 70000 GiB of gp3; 1 to 65536 are allowed",
  ]);
});
