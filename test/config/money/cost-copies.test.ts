import { sample } from "../../helpers/environment";

const copied = (more: object = {}) => {
  const region = "us-west-2";
  const kmsKeyArn = `arn:aws:kms:${(more as { region?: string }).region ?? region}:111122223333:key/1234abcd`;
  const replicateTo = { bucket: "copies", region, kmsKeyArn, ...more };
  const { cost } = sample({ checkpoints: { replicateTo } }).env;
  return { item: cost.items.find(({ label }) => label === "copies of checkpoints in copies"), cost };
};

test("copies are billed by use: what a GB costs where it is known, and what nobody knows by name", () => {
  const { item, cost } = copied({ region: "us-east-1" });
  expect(item).toMatchObject({ usdPerHour: null, usdPerMonth: null, byUse: true });
  expect(item?.note).toMatch(
    /^billed by use: \$0\.\d+ a month for a GB in STANDARD in us-east-1; unknown: requests, time/,
  );
  expect(cost.unknown.join()).not.toContain("copies");
});

test("in a Region without a known price a GB is unknown, and never 0", () => {
  const { item } = copied({ region: "me-central-1", timeControl: false, storageClass: "INTELLIGENT_TIERING" });
  expect(item?.note).toBe(
    "billed by use: what a GB in me-central-1 costs is unknown; unknown: traffic between Regions, requests, metrics of replication",
  );
});

test("metrics of requests are billed by use, at a price that nobody knows", () => {
  const { cost } = sample({ checkpoints: { requestMetrics: true } }).env;
  const item = cost.items.find(({ label }) => label.startsWith("request metrics"));
  expect(item).toMatchObject({ usdPerMonth: null, byUse: true, note: expect.stringContaining("unknown") });
});

test("without copies there is no such line", () => {
  expect(sample().env.cost.items.some(({ label }) => label.startsWith("copies"))).toBe(false);
});
