import { openQuestions } from "../../../../../config/sites/aws-eks/account/asked-of-account";
import { environmentSummary, synthJson } from "../../../../../scripts/commands/synth/summary";
import { CHECKS } from "../../../../../scripts/preflight/registry";
import { sample, type Change } from "../../../../helpers/environment";

const KEY = "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555";
const subnet = (id: string, zone: string, cidr: string) => ({
  id: `subnet-0123456789abcde${id}`,
  zone,
  cidr,
  tier: "private",
});
const NETWORK = {
  network: {
    kind: "existing",
    vpcId: "vpc-0123456789abcdef0",
    cidr: "10.20.0.0/16",
    zones: null,
    subnets: [subnet("f0", "us-east-1a", "10.20.0.0/20"), subnet("f1", "us-east-1b", "10.20.16.0/20")],
  },
};
const bucket = (kmsKeyArn?: string, rest: object = {}) => ({
  checkpoints: { bucket: { kind: "existing", name: "team-checkpoints", ...(kmsKeyArn && { kmsKeyArn }) }, ...rest },
});
const SNAPSHOT = {
  nodeGroups: {
    h100: { image: { kind: "bottlerocket", dataSnapshotId: "snap-0123456789abcdef0" }, localStorage: "none" },
  },
};

const asked = (change: Change) => openQuestions(sample(change).env).map(({ check }) => check);

test.each<[string, Change, string[]]>([
  ["what Railyard makes itself", {}, []],
  ["a snapshot for data volumes", SNAPSHOT, ["images/data-snapshots"]],
  ["a network of others", NETWORK, ["network/gateway-endpoint"]],
  ["a linked bucket of others", bucket(), ["checkpoints/bucket-key", "checkpoints/bucket-notifications"]],
  ["one that imports nothing", bucket(KEY, { warm: { import: [] } }), ["checkpoints/bucket-key"]],
  ["one without Lustre", { ...bucket(KEY), lustre: null }, ["checkpoints/bucket-key"]],
])("%s", (_, change, checks) => expect(asked(change)).toEqual(checks));

test("every question is asked by a check of preflight, at a key of the environment", () => {
  const ids = CHECKS.map(({ id }) => id);
  const { config, env } = sample({ ...NETWORK, ...SNAPSHOT, ...bucket(KEY) });
  for (const { check, path } of openQuestions(env)) {
    expect(ids).toContain(check);
    const at = path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], config);
    expect(at).toBeDefined();
  }
});

test("a key of one's own is asked for FSx only where Lustre is linked", () => {
  const text = (change: Change) =>
    openQuestions(sample(change).env)
      .map((one) => one.text)
      .join();
  expect(text(bucket(KEY))).toContain("lets the role of FSx in");
  expect(text({ ...bucket(KEY), lustre: null })).not.toContain("FSx");
});

test("synth tells them, as text and as JSON", () => {
  const { config, env } = sample({ ...NETWORK });
  const loaded = { config, resolved: env, findings: { active: [], ignored: [] } };
  expect(environmentSummary(loaded, [], false)).toContain(
    "Unknown until the account is asked (npx railyard preflight sample)\n  network.vpcId\n",
  );
  expect(synthJson(loaded, [])).toMatchObject({
    unknown: [{ key: "network.vpcId", check: "network/gateway-endpoint" }],
  });
});
