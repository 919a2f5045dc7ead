import { deletable, deleteOrphans } from "../../../../scripts/commands/orphans/delete-orphans";
import type { Orphan } from "../../../../scripts/orphans/orphan";
import { recordedAws } from "../../../helpers/deploying";

const orphan = (kind: Orphan["kind"], id: string, removal: Orphan["removal"]): Orphan => ({
  kind,
  id,
  createdAt: null,
  why: "why",
  usdPerMonth: null,
  removal,
});
const ALL = [
  orphan("log group", "/aws/eks/dev/cluster", "safe"),
  orphan("snapshot", "snap-1", "named"),
  orphan("volume", "vol-used", "never"),
  orphan("network interface", "eni-1", "safe"),
  orphan("tagged resource", "arn:aws:ec2:us-east-1:1:vpc/vpc-1", "never"),
  orphan("load balancer", "arn:lb", "safe"),
];
const ids = (orphans: readonly Orphan[]) => orphans.map(({ id }) => id);

test("what nothing uses goes, load balancers before interfaces; data only when it is named", () => {
  expect(ids(deletable(ALL, []))).toEqual(["arn:lb", "eni-1", "/aws/eks/dev/cluster"]);
  expect(ids(deletable(ALL, ["snap-1"]))).toContain("snap-1");
});

test.each([
  ["snap-2", "nothing of that id is left over"],
  ["vol-used", "a volume like this is looked at, and deleted by hand"],
  ["arn:aws:ec2:us-east-1:1:vpc/vpc-1", "deleted by hand"],
])("fails for --allow %s", (id, text) => {
  expect(() => deletable(ALL, [id])).toThrow(text);
});

test("what AWS refuses is said, and the others go on; what is gone already is gone", async () => {
  const failing = (name: string) => ({ error: { name, message: "x is in use", status: 400 } });
  const aws = recordedAws([
    { call: "EC2 DeleteNetworkInterface", input: { NetworkInterfaceId: "eni-1" }, ...failing("InvalidParameterValue") },
    { call: "EC2 DeleteVolume", input: { VolumeId: "vol-1" }, ...failing("InvalidVolume.NotFound") },
    { call: "EC2 DeleteSnapshot", input: { SnapshotId: "snap-1" }, output: {} },
  ]);
  const going = [
    orphan("network interface", "eni-1", "safe"),
    orphan("volume", "vol-1", "safe"),
    orphan("snapshot", "snap-1", "named"),
  ];
  expect(await deleteOrphans(aws, going)).toEqual([
    { id: "eni-1", problem: expect.stringContaining("x is in use") },
    { id: "vol-1", problem: null },
    { id: "snap-1", problem: null },
  ]);
});

test("an interruption ends it between two", async () => {
  const signal = AbortSignal.abort(new Error("stopped by hand"));
  await expect(deleteOrphans(recordedAws([]), ALL, signal)).rejects.toThrow("stopped by hand");
});
