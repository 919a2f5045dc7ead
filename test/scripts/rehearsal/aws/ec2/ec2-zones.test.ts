import { isZoneOf, someZone, zoneId } from "../../../../../scripts/rehearsal/aws/ec2/ec2-zones";
import { fakeCloud } from "../fake-cloud";

test.each([
  ["us-west-2", "us-west-2a", true],
  ["us-west-2", "us-west-2-lax-1a", true],
  ["us-east-1", "us-east-1-wl1-bos-wlz-1", true],
  ["us-west-2", "us-east-1a", false],
  ["us-west-2", "us-west-2", false],
  ["us-west-2", "us-west-2-", false],
  ["us-east-1", "us-east-10a", false],
  ["us-east-1", "us-east-1g", false],
  ["ca-central-1", "ca-central-1c", false],
  ["us-west-2", "us-west-2-xyz-1a", false],
  ["us-gov-west-1", "us-gov-west-1x", true],
])("tells for %s whether %s is one of its zones", (region, zone, expected) => {
  expect(isZoneOf(region, zone)).toBe(expected);
});

test.each([
  ["us-west-2", "us-west-2a", "usw2-az1"],
  ["us-east-1", "us-east-1f", "use1-az6"],
  ["ap-southeast-2", "ap-southeast-2c", "apse2-az3"],
  ["eu-central-1", "eu-central-1b", "euc1-az2"],
  ["us-gov-west-1", "us-gov-west-1a", "usgw1-az1"],
  ["cn-northwest-1", "cn-northwest-1b", "cnnw1-az2"],
  ["us-west-2", "us-west-2-lax-1b", "usw2-lax1-az2"],
])("writes the id of %s, zone %s", (region, zone, id) => {
  expect(zoneId(region, zone)).toBe(id);
});

test("chooses a zone of the Region where none is named", () => {
  expect(someZone(fakeCloud({ region: "eu-north-1" }))).toMatch(/^eu-north-1[abc]$/);
});
