import { LUSTRE_CLIENT_RULES } from "../../../../config/storage/fsx-lustre/client-rules";
import { LUSTRE_PLACE_RULES } from "../../../../config/storage/fsx-lustre/place-rules";
import { ruleOf, sample, violations } from "../../../helpers/environment";
import { ruleCases } from "../../../helpers/rule-cases";
import { ec2Groups } from "../../../../config/sites/aws-eks/nodes/ec2-groups";

/** Moves the sample to another Region; groups without a zone of their own. */
const moved = (region: string, lustre: object) => ({
  region,
  network: { zones: [`${region}a`, `${region}b`] },
  nodeGroups: { h100: null },
  lustre: "deployment" in lustre ? lustre : { efa: false, ...lustre },
});
const dallas = { network: { zones: ["us-east-1a", "us-east-1b", "us-east-1-dfw-2a"] } };
const inB = { instanceType: "p5.48xlarge", nodes: 2, zone: "us-east-1b" };
const tcp = { efa: false, capacityGiB: 38400 };
/** Mount paths, and the folder of the node that each hides. */
const HIDING = [
  ["/etc", "/etc"],
  ["/usr/local/fsx", "/usr"],
  ["/home", "/home"],
  ["/mnt", "/mnt/k8s-disks"],
  ["/mnt/k8s-disks/0", "/mnt/k8s-disks"],
  ["//etc", "/etc"],
] as const;

ruleCases(LUSTRE_PLACE_RULES, {
  "lustre/region-offers": {
    severity: "error",
    trips: [
      {
        when: "PERSISTENT_2 where there is none",
        change: moved("sa-east-1", {}),
        at: ["lustre", "deployment"],
        message: ["persistent-2-ssd", "sa-east-1a"],
        fix: ["persistent-1-ssd"],
      },
      {
        when: "500 MB/s/TiB where 250 is the most",
        change: moved("il-central-1", { throughput: 500 }),
        at: ["lustre", "throughput"],
        message: ["500 MB/s/TiB", "il-central-1a", "125 and 250"],
      },
      {
        when: "EFA in the Local Zone of GB200",
        change: { ...dallas, lustre: { zone: "us-east-1-dfw-2a" } },
        at: ["lustre", "efa"],
        message: ["us-east-1-dfw-2a"],
        fix: ["efa: false"],
      },
      {
        when: "Intelligent-Tiering where there is SSD only",
        change: moved("mx-central-1", { deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 }),
        at: ["lustre", "deployment"],
        message: ["Intelligent-Tiering", "mx-central-1a"],
        fix: ["throughput: 125 or 250"],
      },
      ...["ca-west-1", "mx-central-1", "ap-southeast-5", "ap-southeast-7", "ap-east-2"].flatMap((region) => [
        {
          when: `SCRATCH_2 in ${region}`,
          change: moved(region, { deployment: "scratch-2", capacityGiB: 2400 }),
          at: ["lustre", "deployment"],
          message: ["no SCRATCH_2, only PERSISTENT_2"],
          fix: ["persistent-2-ssd"],
        },
        {
          when: `PERSISTENT_1 in ${region}`,
          change: moved(region, { deployment: "persistent-1-ssd", throughput: 100, capacityGiB: 2400 }),
          at: ["lustre", "deployment"],
          message: ["no PERSISTENT_1"],
        },
      ]),
      {
        when: "PERSISTENT_1 in Tel Aviv",
        change: moved("il-central-1", { deployment: "persistent-1-hdd", throughput: 12, capacityGiB: 6000 }),
        at: ["lustre", "deployment"],
        message: ["only PERSISTENT_2 or SCRATCH_2"],
      },
      {
        when: "SCRATCH_2 beside GB200",
        change: { ...dallas, lustre: { deployment: "scratch-2", capacityGiB: 2400, zone: "us-east-1-dfw-2a" } },
        at: ["lustre", "deployment"],
        message: ["us-east-1-dfw-2a"],
      },
    ],
    passes: [
      { when: "a Region with everything", change: {} },
      { when: "SCRATCH_2 in Tel Aviv", change: moved("il-central-1", { deployment: "scratch-2", capacityGiB: 2400 }) },
      { when: "250 MB/s/TiB where it is the most", change: moved("il-central-1", {}) },
      {
        when: "the older kind where PERSISTENT_2 is none",
        change: moved("sa-east-1", {
          deployment: "persistent-1-ssd",
          throughput: 100,
          capacityGiB: 2400,
        }),
      },
    ],
  },
  "lustre/region-unknown": {
    severity: "warning",
    trips: [
      {
        when: "a Region that AWS does not list",
        change: moved("ap-southeast-6", {}),
        at: ["lustre", "deployment"],
        message: ["unknown", "ap-southeast-6a", "persistent-2-ssd"],
      },
    ],
    passes: [{ when: "a Region that AWS lists", change: moved("sa-east-1", {}) }],
  },
  "lustre/zone-known": {
    severity: "error",
    trips: [
      {
        when: "a zone that the network does not have",
        change: { lustre: { zone: "us-east-1f" } },
        at: ["lustre", "zone"],
        message: ["us-east-1f", "us-east-1a or us-east-1b"],
      },
      {
        when: "a zone of another Region",
        change: { lustre: { zone: "eu-central-2c" } },
        at: ["lustre", "zone"],
        message: ["eu-central-2c"],
        fix: ['"us-east-1a" or "us-east-1b"'],
      },
    ],
    passes: [
      { when: "a zone of the network", change: { lustre: { zone: "us-east-1b" } } },
      { when: "no zone", change: {} },
    ],
  },
  "lustre/same-zone": {
    severity: "warning",
    trips: [
      {
        when: "EFA clients in another zone",
        change: { nodeGroups: { second: inB } },
        at: ["lustre", "zone"],
        message: ["us-east-1a", "second", "us-east-1b", "over TCP", "billed"],
        fix: ['zone: "us-east-1b"'],
      },
    ],
    passes: [
      { when: "one zone", change: { nodeGroups: { second: { ...inB, zone: "us-east-1a" } } } },
      {
        when: "clients over TCP in another zone",
        change: { nodeGroups: { second: { ...inB, instanceType: "p4d.24xlarge" } } },
      },
    ],
  },
  "lustre/cross-zone-clients": {
    severity: "warning",
    tripsSample: true,
    trips: [
      {
        when: "CPU nodes in all zones",
        change: {},
        at: ["nodeGroups", "cpu", "zone"],
        message: ["cpu", "us-east-1b"],
        fix: ['zone: "us-east-1a"'],
      },
      {
        when: "a reservation in another zone, over TCP",
        change: { nodeGroups: { cpu: null }, lustre: { ...tcp, zone: "us-east-1b" } },
        at: ["lustre", "zone"],
        message: ["h100", "us-east-1a"],
        fix: ['zone: "us-east-1a"'],
      },
    ],
    passes: [
      { when: "one zone", change: { nodeGroups: { cpu: { zone: "us-east-1a" } } } },
      { when: "no file system", change: { lustre: null } },
    ],
  },
  "lustre/mount-path-reserved": {
    severity: "error",
    trips: HIDING.map(([mountPath, hidden]) => ({
      when: mountPath,
      change: { lustre: { mountPath } },
      at: ["lustre", "mountPath"],
      message: [`a mount at ${mountPath} hides`, `in ${hidden}`],
      fix: ["/fsx"],
    })),
    passes: ["/fsx", "/home/shared", "/mnt/fsx", "/etcetera", "/opt/ml/fsx"].map((mountPath) => ({
      when: mountPath,
      change: { lustre: { mountPath } },
    })),
  },
});

test("EFA clients in another zone are told once, and mount over TCP", () => {
  const change = { nodeGroups: { cpu: null, second: inB } };
  const groups = ec2Groups(sample(change).env);
  expect(groups.map(({ name, machines: { boot } }) => [name, boot.lustreClient, boot.lustreEfaInterfaces])).toEqual([
    ["h100", true, 8],
    ["second", true, 0],
  ]);
  expect(violations(ruleOf(LUSTRE_CLIENT_RULES, "lustre/efa-clients"), change)).toEqual([]);
  expect(violations(ruleOf(LUSTRE_PLACE_RULES, "lustre/cross-zone-clients"), change)).toEqual([]);
});

test.each(HIDING)("a mount at %s is told to hide %s", (mountPath, hidden) => {
  const [found] = violations(ruleOf(LUSTRE_PLACE_RULES, "lustre/mount-path-reserved"), { lustre: { mountPath } });
  expect(found?.message.endsWith(` in ${hidden}`)).toBe(true);
});

test("what another volume has is not proposed for one that hides something", () => {
  const storage = { data: { kind: "nfs", server: "nfs.example.com", export: "/data", mountPath: "/fsx" } };
  const [found] = violations(ruleOf(LUSTRE_PLACE_RULES, "lustre/mount-path-reserved"), {
    lustre: { mountPath: "/etc" },
    storage,
  });
  expect(found?.fix).toMatch(/^write mountPath: "(?!\/fsx")/);
});
