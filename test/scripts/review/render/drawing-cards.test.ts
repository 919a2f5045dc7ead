import {
  bucketCard,
  clusterCard,
  lustreCard,
  onsiteCard,
  partitionRow,
  systemCard,
} from "../../../../scripts/review/render/drawing-cards";
import { markup } from "../../../../scripts/review/render/html";
import { pictureOf, type Picture } from "../../../../scripts/review/render/picture";
import type { Change } from "../../../helpers/environment";
import { hybrid } from "../../../helpers/hybrid";
import { environments } from "../../../helpers/review";

function picture(after: Change, before: Change = after): Picture {
  const drawn = pictureOf({ ...environments(after, before), changes: [] });
  if (!drawn) throw new Error("nothing to draw");
  return drawn;
}
const aboutOf = (svg: string) => /aria-label="([^"]*)"/.exec(svg)?.[1];
const at = { x: 0, y: 0 };

test("the cluster says its version, its tier and who can call it", () => {
  const cluster = (change: Change) =>
    aboutOf(clusterCard(picture({ cluster: change }).cluster, "sample", 400).draw(at).text);
  expect(cluster({ version: "1.35" })).toBe("EKS sample; Kubernetes 1.35, control plane standard; API: private");
  expect(cluster({ endpoint: { kind: "public-and-private", allowedCidrs: ["192.0.2.0/24"] } })).toContain(
    "API: private, and public from 192.0.2.0/24",
  );
  expect(cluster({ endpoint: { kind: "public", allowedCidrs: ["192.0.2.0/24"] } })).toContain(
    "API: public from 192.0.2.0/24 and its NAT",
  );
});

test("system nodes say how many and of what type", () => {
  const [part] = picture({ cluster: { systemNodes: { count: 4 } } }, {}).systemNodes;
  expect(part && aboutOf(systemCard(part, 300).draw(at).text)).toBe("changed. system nodes; 3 → 4 × m7i.xlarge");
});

const lustre = (change: Change, before: Change = change) => {
  const [part] = picture(change, before).lustre;
  return part && aboutOf(lustreCard(part, 300).draw(at).text);
};

test("Lustre says size, speed, how it is reached and where its data is beside it", () => {
  expect(lustre({ lustre: { capacityGiB: 57600 } }, {})).toBe(
    "changed. Lustre; 38,400 GiB → 57,600 GiB, 9.4 → 14.1 GB/s; persistent-2-ssd, over EFA; linked to S3, no backups",
  );
  expect(lustre({ checkpoints: null })).toContain("not linked to S3, backups kept 7 days");
  expect(lustre({ lustre: { efa: false } })).toContain("over TCP");
});

test("Intelligent-Tiering has no size of its own", () =>
  expect(
    lustre({
      lustre: {
        deployment: "persistent-2-intelligent-tiering",
        capacityGiB: null,
        throughput: null,
        throughputMBps: 4000,
        metadataIops: 6000,
      },
    }),
  ).toContain("grows with use, 4.0 GB/s"));

test("a bucket says what it is for, and how its tiers follow each other", () => {
  const buckets = (change: Change) =>
    picture(change).buckets.map((part) => aboutOf(bucketCard(part, 500).draw(at).text));
  const [checkpoints, state] = buckets({
    checkpoints: { cold: { transitions: [{ afterDays: 30, to: "GLACIER_IR" }], expireAfterDays: 400 }, archive: {} },
  });
  expect(checkpoints).toBe(
    "S3 checkpoints; sample-checkpoints-111122223333-us-east-1; hot › warm › cold › archive: GLACIER_IR after 30 days, deleted after 400 days",
  );
  expect(state).toBe("S3 Terraform state; sample-tfstate-111122223333-us-east-1; locked while a plan or an apply runs");
  expect(buckets({})[0]).toContain("at once, kept");
});

test("a partition says its limits and its groups, with its tracks inside it", () => {
  const [part] = picture(
    { slurm: { partitions: { train: { maxHours: 48, priority: 10, nodeGroups: ["h100", "cpu"] } } } },
    {},
  ).partitions;
  const row = part && partitionRow(part, at, 400, markup`<path d="M0 0"/>`).text;
  expect(row && aboutOf(row)).toBe(
    "changed. Slurm partition train, default, 336 h → 48 h at most, priority 1 → 10; node groups h100 → h100, cpu",
  );
  expect(row).toContain('<path d="M0 0"/>');
});

test("servers on premises stand outside the VPC, and say how many they are and what they have", () => {
  const [part] = picture(hybrid({}, { nodes: 30 }), hybrid()).onsite;
  expect(part && aboutOf(onsiteCard(part, 400).draw(at).text)).toBe(
    "changed. on premises: onsite; 24 → 30 × server with 4 L40S (2-4-3); 96 → 120 × L40S-48GB, Ethernet",
  );
  expect(picture({}).onsite).toEqual([]);
});
