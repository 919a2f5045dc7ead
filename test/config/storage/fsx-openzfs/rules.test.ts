import { OPENZFS_RULES } from "../../../../config/storage/fsx-openzfs/rules";
import { ruleOf, violations, type Change } from "../../../helpers/environment";
import { ruleCases } from "../../../helpers/rule-cases";

const system = (change: object = {}) => ({
  kind: "fsx-openzfs",
  deployment: "single-az-ha-2",
  throughputMBps: 640,
  capacityGiB: 4096,
  ...change,
});
const data = (change: object, more: object = {}): Change => ({ storage: { data: system(change) }, ...more });
const at = (key: string) => ["storage", "data", key];
const users = { slurm: { users: { jane: { uid: 20001 } } } };
const inRegion = (region: string): Change => ({
  region,
  network: { zones: [`${region}a`, `${region}b`] },
});

ruleCases(OPENZFS_RULES, {
  "openzfs/region-offers": {
    severity: "error",
    trips: [
      {
        when: "the older type with a standby where the newer one is",
        change: data({ deployment: "single-az-ha-1", throughputMBps: 512 }),
        at: at("deployment"),
        message: ["single-az-ha-1 is not offered in us-east-1", "single-az-ha-2"],
      },
      {
        when: "a Region without the newer types",
        change: { ...data({}), ...inRegion("eu-south-1") },
        at: at("deployment"),
        message: ["single-az-1 or multi-az-1 are"],
      },
    ],
    passes: [
      { when: "what the Region has", change: data({}) },
      { when: "a Region that the list does not name", change: { ...data({}), ...inRegion("cn-north-1") } },
    ],
  },
  "openzfs/region-unknown": {
    severity: "warning",
    trips: [
      {
        when: "a Region that the list does not name",
        change: { ...data({}), ...inRegion("cn-north-1") },
        at: at("kind"),
        message: ["unknown whether cn-north-1"],
      },
    ],
    passes: [{ when: "one that it names", change: data({}) }],
  },
  "openzfs/zone-known": {
    severity: "error",
    trips: [
      {
        when: "a zone without a subnet",
        change: data({ zone: "us-east-1f" }),
        at: at("zone"),
        message: ["us-east-1f"],
      },
    ],
    passes: [{ when: "a zone of the network", change: data({ zone: "us-east-1b" }) }],
  },
  "openzfs/zone-of-nodes": {
    severity: "warning",
    trips: [
      {
        when: "GPUs in another zone",
        change: { ...data({ zone: "us-east-1b" }), nodeGroups: { cpu: null } },
        at: at("zone"),
        message: ["h100", "us-east-1b"],
        fix: ["us-east-1a"],
      },
    ],
    passes: [{ when: "the zone of the GPUs", change: { ...data({ zone: "us-east-1a" }), nodeGroups: { cpu: null } } }],
  },
  "openzfs/capacity": {
    severity: "error",
    trips: [
      {
        when: "two zones and a small server",
        change: data({ deployment: "multi-az-1", throughputMBps: 160, capacityGiB: 40000 }),
        at: at("capacityGiB"),
        message: ["multi-az-1 has at most 32768 GiB in us-east-1 with 160 MB/s"],
        fix: ["more throughputMBps"],
      },
      {
        when: "two zones and a server that the Region has not",
        change: {
          ...data({ deployment: "multi-az-1", throughputMBps: 10240 }),
          ...inRegion("eu-west-2"),
        },
        at: at("throughputMBps"),
        message: ["AWS names no size of multi-az-1 with it in eu-west-2"],
        fix: ["5120 or less"],
      },
      {
        when: "more than the first generation has there",
        change: {
          ...data({ deployment: "single-az-1", throughputMBps: 512, capacityGiB: 200000 }),
          ...inRegion("eu-south-1"),
        },
        at: at("capacityGiB"),
        message: ["at most 131072 GiB in eu-south-1"],
      },
    ],
    passes: [
      {
        when: "as much elsewhere",
        change: data({ deployment: "single-az-1", throughputMBps: 512, capacityGiB: 200000 }),
      },
    ],
  },
  "openzfs/iops": {
    severity: "error",
    trips: [
      { when: "too few", change: data({ iops: 100 }), at: at("iops"), message: ["take 12288 to 400000"] },
      { when: "too many", change: data({ iops: 500000 }), at: at("iops"), message: ["take 12288 to 400000"] },
    ],
    passes: [
      { when: "three for each GiB", change: data({ iops: 12288 }) },
      { when: "none written", change: data({}) },
      {
        when: "the most of the type where three for each GiB are more",
        change: data({ deployment: "single-az-1", throughputMBps: 512, capacityGiB: 100000, iops: 160000 }),
      },
    ],
  },
  "openzfs/no-backups": {
    severity: "warning",
    trips: [
      { when: "no daily ones", change: data({ backupDays: 0 }), at: at("backupDays"), message: ["no second copy"] },
      { when: "no last one", change: data({ finalBackup: "skip" }), at: at("finalBackup"), message: ["leave nothing"] },
    ],
    passes: [
      { when: "both", change: data({}) },
      { when: "development", change: data({ backupDays: 0 }, { profile: "development" }) },
    ],
  },
  "openzfs/homes-squashed": {
    severity: "error",
    trips: [
      {
        when: "homes with root squash",
        change: data({ mountPath: "/home", rootSquash: true }, users),
        at: at("rootSquash"),
        message: ["cannot make the homes", "/home"],
      },
    ],
    passes: [
      { when: "homes without it", change: data({ mountPath: "/home" }, users) },
      { when: "no homes on it", change: data({ rootSquash: true }, users) },
    ],
  },
});

test("no Local Zone is proposed, for no document says that FSx for OpenZFS is there", () => {
  const zones = ["us-east-1a", "us-east-1-dfw-2a"];
  const network = { network: { kind: "create", cidr: "10.20.0.0/16", zones } };
  const fixes = (rule: string, change: Change) =>
    violations(ruleOf(OPENZFS_RULES, rule), { ...network, ...change }).map(({ fix }) => fix);
  expect(fixes("openzfs/zone-known", data({ zone: "us-east-1f" }))).toEqual([
    expect.not.stringContaining("us-east-1-dfw"),
  ]);
  const cpu = { instanceType: "m7i.large", nodes: 1, zone: "us-east-1-dfw-2a" };
  const away = fixes("openzfs/zone-of-nodes", { ...data({ zone: "us-east-1a" }), nodeGroups: { cpu } });
  expect(away).toEqual(["live with it, or run the group in that zone"]);
});
