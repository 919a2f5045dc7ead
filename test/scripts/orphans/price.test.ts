import { arnPrice, loadBalancerPrice, logGroupPrice, volumePrice } from "../../../scripts/orphans/price";
import { price } from "../../../config/facts/prices";

const HERE = "us-east-1";
const gp3 = { type: "gp3", gib: 100, iops: 3000, mbps: 125 };
const perGB = price("ebs/gp3/storage", HERE)!;

test("a gp3 volume costs its size, and what it has above the included speed", () => {
  expect(volumePrice(gp3, HERE)).toBeCloseTo(100 * perGB);
  const fast = { ...gp3, iops: 4000, mbps: 225 };
  const extra = 1000 * price("ebs/gp3/iops", HERE)! + 100 * price("ebs/gp3/throughput", HERE)!;
  expect(volumePrice(fast, HERE)).toBeCloseTo(100 * perGB + extra);
});

test("another type, or another Region, has no price that is known", () => {
  expect(volumePrice({ ...gp3, type: "io2" }, HERE)).toBeNull();
  expect(volumePrice(gp3, "eu-north-1")).toBeNull();
});

test("a log group costs what it keeps; an empty one costs nothing anywhere", () => {
  expect(logGroupPrice(2 ** 31, HERE)).toBeCloseTo(2 * price("cloudwatch-logs/storage", HERE)!);
  expect(logGroupPrice(0, "eu-north-1")).toBe(0);
  expect(logGroupPrice(1, "eu-north-1")).toBeNull();
});

test("a load balancer costs its hours; of another type, or elsewhere, nobody knows", () => {
  expect(loadBalancerPrice("network", HERE)).toBeCloseTo(730 * 0.0225);
  expect(loadBalancerPrice("gateway", HERE)).toBeNull();
  expect(loadBalancerPrice("network", "eu-north-1")).toBeNull();
});

test.each([
  ["arn:aws:ec2:us-east-1:111122223333:natgateway/nat-1", 730 * price("nat-gateway/hour", HERE)!],
  ["arn:aws:ec2:us-east-1:111122223333:elastic-ip/eipalloc-1", 730 * price("public-ipv4/hour", HERE)!],
  ["arn:aws:eks:us-east-1:111122223333:cluster/dev", 730 * price("eks/cluster", HERE)!],
  ["arn:aws:kms:us-east-1:111122223333:key/1-2", null],
  ["arn:aws:ec2:us-east-1:111122223333:vpc/vpc-1", null],
  ["arn:aws:fsx:us-east-1:111122223333:backup/backup-1", null],
])("%s costs %p a month", (arn, usd) => {
  expect(arnPrice(arn, HERE)).toBe(usd);
});
