import { OPENZFS_REPLACING } from "../../../../../config/facts/openzfs-changes";
import { FSX_OPENZFS_KINDS } from "../../../../../scripts/rehearsal/aws/fsx/fsx-openzfs";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { fakeCloud } from "../fake-cloud";

const kind = FSX_OPENZFS_KINDS["aws_fsx_openzfs_file_system"]!;
const SYSTEM: Attributes = {
  deployment_type: "SINGLE_AZ_HA_2",
  throughput_capacity: 640,
  storage_capacity: 4096,
  subnet_ids: ["subnet-1"],
  security_group_ids: ["sg-1"],
  disk_iops_configuration: [],
};
const refused = (change: Attributes, prior?: Attributes) =>
  (kind.refuse?.({ ...SYSTEM, ...change }, fakeCloud(), prior ? { ...SYSTEM, ...prior } : null) ?? []).map(
    ({ code }) => code,
  );

test("it is made anew for what FSx cannot change, and for nothing else", () =>
  expect([...kind.forcesNew].sort()).toEqual([...OPENZFS_REPLACING].sort()));

test("it is taken as it should be", () => expect(refused({})).toEqual([]));

test.each<[string, Attributes]>([
  ["a throughput of the other generation", { throughput_capacity: 512 }],
  ["a type that is none", { deployment_type: "SINGLE_AZ_3" }],
  ["too small", { storage_capacity: 32 }],
  ["two subnets in one zone", { subnet_ids: ["subnet-1", "subnet-2"] }],
  ["too few IOPS", { disk_iops_configuration: [{ mode: "USER_PROVISIONED", iops: 100 }] }],
])("%s is refused", (_, change) => expect(refused(change)).toEqual(["BadRequest"]));

test("it grows by a tenth at least, and never shrinks", () => {
  expect(refused({ storage_capacity: 8192 }, {})).toEqual([]);
  expect(refused({ storage_capacity: 4200 }, {})).toEqual(["BadRequest"]);
  expect(refused({ storage_capacity: 2048 }, {})).toEqual(["BadRequest"]);
});
