import { LUSTRE_PLACE_RULES } from "../../../config/rules/lustre-place";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

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

ruleCases(
  LUSTRE_PLACE_RULES,
  [
    {
      id: "lustre/region-offers",
      when: "PERSISTENT_2 where there is none",
      change: moved("sa-east-1", {}),
      path: ["lustre", "deployment"],
      words: ["persistent-2-ssd", "sa-east-1a", "persistent-1-ssd"],
    },
    {
      id: "lustre/region-offers",
      when: "500 MB/s/TiB where 250 is the most",
      change: moved("il-central-1", { throughput: 500 }),
      path: ["lustre", "throughput"],
      words: ["500 MB/s/TiB", "il-central-1a", "125 and 250"],
    },
    {
      id: "lustre/region-offers",
      when: "EFA in the Local Zone of GB200",
      change: { ...dallas, lustre: { zone: "us-east-1-dfw-2a" } },
      path: ["lustre", "efa"],
      words: ["us-east-1-dfw-2a", "efa: false"],
    },
    {
      id: "lustre/region-offers",
      when: "Intelligent-Tiering where there is SSD only",
      change: moved("mx-central-1", { deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 }),
      path: ["lustre", "deployment"],
      words: ["Intelligent-Tiering", "mx-central-1a", "throughput: 125 or 250"],
    },
    {
      id: "lustre/region-unknown",
      when: "a Region that AWS does not list",
      change: moved("ap-southeast-6", {}),
      path: ["lustre", "deployment"],
      words: ["unknown", "ap-southeast-6a", "persistent-2-ssd"],
    },
    {
      id: "lustre/zone-known",
      when: "a zone that the network does not have",
      change: { lustre: { zone: "us-east-1f" } },
      path: ["lustre", "zone"],
      words: ["us-east-1f", "us-east-1a or us-east-1b"],
    },
    {
      id: "lustre/zone-known",
      when: "a zone of another Region",
      change: { lustre: { zone: "eu-central-2c" } },
      path: ["lustre", "zone"],
      words: ["eu-central-2c", '"us-east-1a" or "us-east-1b"'],
    },
    {
      id: "lustre/same-zone",
      when: "EFA clients in another zone",
      change: { nodeGroups: { second: inB } },
      path: ["lustre", "zone"],
      words: ["us-east-1a", "second", "us-east-1b", "efa: false"],
    },
    {
      id: "lustre/cross-zone-clients",
      when: "CPU nodes in all zones",
      change: {},
      path: ["nodeGroups", "cpu", "zone"],
      words: ["cpu", "us-east-1b", 'zone: "us-east-1a"'],
    },
    {
      id: "lustre/cross-zone-clients",
      when: "a reservation in another zone, over TCP",
      change: { nodeGroups: { cpu: null }, lustre: { ...tcp, zone: "us-east-1b" } },
      path: ["lustre", "zone"],
      words: ["h100", "us-east-1a", 'zone: "us-east-1a"'],
    },
    ...[
      ["/etc", "/etc"],
      ["/usr/local/fsx", "/usr"],
      ["/home", "/home"],
      ["/mnt", "/mnt/k8s-disks"],
      ["/mnt/k8s-disks/0", "/mnt/k8s-disks"],
      ["//etc", "/etc"],
    ].map(([mountPath = "", hidden = ""]) => ({
      id: "lustre/mount-path-reserved",
      when: mountPath,
      change: { lustre: { mountPath } },
      path: ["lustre", "mountPath"],
      words: [mountPath, `in ${hidden}\n`, "/fsx"],
    })),
  ],
  [
    { id: "lustre/region-offers", when: "a Region with everything", change: {} },
    { id: "lustre/region-offers", when: "250 MB/s/TiB where it is the most", change: moved("il-central-1", {}) },
    {
      id: "lustre/region-offers",
      when: "the older kind where PERSISTENT_2 is none",
      change: moved("sa-east-1", {
        deployment: "persistent-1-ssd",
        throughput: 100,
        capacityGiB: 2400,
      }),
    },
    { id: "lustre/region-unknown", when: "a Region that AWS lists", change: moved("sa-east-1", {}) },
    { id: "lustre/zone-known", when: "a zone of the network", change: { lustre: { zone: "us-east-1b" } } },
    { id: "lustre/zone-known", when: "no zone", change: {} },
    { id: "lustre/same-zone", when: "one zone", change: { nodeGroups: { second: { ...inB, zone: "us-east-1a" } } } },
    {
      id: "lustre/same-zone",
      when: "clients over TCP in another zone",
      change: { nodeGroups: { second: { ...inB, instanceType: "p4d.24xlarge" } } },
    },
    { id: "lustre/cross-zone-clients", when: "one zone", change: { nodeGroups: { cpu: { zone: "us-east-1a" } } } },
    { id: "lustre/cross-zone-clients", when: "no file system", change: { lustre: null } },
    ...["/fsx", "/home/shared", "/mnt/fsx", "/etcetera", "/opt/ml/fsx"].map((mountPath) => ({
      id: "lustre/mount-path-reserved",
      when: mountPath,
      change: { lustre: { mountPath } },
    })),
  ],
);

test("EFA clients in another zone are told once, not as clients that pay for traffic as well", () => {
  const change = { nodeGroups: { cpu: null, second: inB } };
  expect(violations(ruleOf(LUSTRE_PLACE_RULES, "lustre/cross-zone-clients"), change)).toEqual([]);
});
