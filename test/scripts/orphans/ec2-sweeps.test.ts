import { EC2_SWEEPS } from "../../../scripts/orphans/ec2-sweeps";
import { ownTags } from "../../../scripts/orphans/orphan";
import { recordedAws, type Answer } from "../../helpers/deploying";
import { sample } from "../../helpers/environment";

const { env: environment } = sample();
const [OWN_KEY = ""] = ownTags(environment)[0] ?? [];
const OWN = [{ Key: OWN_KEY, Value: "sample" }];
const FILTERS = [
  ...ownTags(environment).map(([key]) => ({ Name: "tag-key", Values: [key] })),
  { Name: "description", Values: ["Amazon EKS sample"] },
];

/** EC2 that has these pages of what the environment's own tag finds, and nothing else. */
const pages = (call: string, input: object, ...outputs: object[]): Answer[] =>
  FILTERS.flatMap((filter, index) =>
    (index === 0 ? outputs : [{}]).map((output, page) => ({
      call: `EC2 ${call}`,
      input: { ...input, Filters: [filter], ...(page > 0 && { NextToken: `page-${page}` }) },
      output: index === 0 && page + 1 < outputs.length ? { ...output, NextToken: `page-${page + 1}` } : output,
    })),
  );

const find = (what: string, answers: Answer[], clusterRuns: boolean, stated: readonly string[] = []) =>
  EC2_SWEEPS.find((sweep) => sweep.what === what)!.find({
    environment,
    aws: recordedAws(answers),
    isStated: (id) => stated.includes(id),
    clusterRuns,
  });

describe("volumes", () => {
  const root = { VolumeId: "vol-root", State: "in-use", Attachments: [{ InstanceId: "i-1" }], Tags: OWN };
  const free = { VolumeId: "vol-free", State: "available", VolumeType: "gp3", Size: 10, Tags: OWN };
  const answers = pages("DescribeVolumes", {}, { Volumes: [root] }, { Volumes: [free] });

  test("those of nodes are in use while the cluster is there, though only the environment's tag is on them", async () => {
    expect(await find("volumes", answers, true)).toMatchObject([{ id: "vol-free", removal: "named" }]);
  });

  test("without the cluster one that is attached is left over, too, for a person to look at; every page is read", async () => {
    expect(await find("volumes", answers, false)).toMatchObject([
      { id: "vol-root", removal: "never", why: expect.stringContaining("attached to i-1") },
      { id: "vol-free" },
    ]);
    expect(await find("volumes", answers, false, ["vol-root", "vol-free"])).toEqual([]);
  });
});

describe("network interfaces", () => {
  const used = { NetworkInterfaceId: "eni-used", Status: "in-use", Attachment: { InstanceId: "i-1" }, TagSet: OWN };
  const free = { NetworkInterfaceId: "eni-free", Status: "available", TagSet: OWN };
  const other = { NetworkInterfaceId: "eni-other", Status: "available", TagSet: [{ Key: OWN_KEY, Value: "sample2" }] };
  const answers = pages("DescribeNetworkInterfaces", {}, { NetworkInterfaces: [used, free, other] });

  test("those of nodes are in use while the cluster is there; another environment's are never listed", async () => {
    expect((await find("network interfaces", answers, true)).map(({ id }) => id)).toEqual(["eni-free"]);
    expect(await find("network interfaces", answers, false)).toMatchObject([
      { id: "eni-used", removal: "never" },
      { id: "eni-free", removal: "safe" },
    ]);
  });
});

test("snapshots of this account only, each to be named", async () => {
  const snapshot = { SnapshotId: "snap-1", VolumeId: "vol-1", VolumeSize: 10, Tags: OWN };
  const answers = pages("DescribeSnapshots", { OwnerIds: ["self"] }, { Snapshots: [snapshot] });
  expect(await find("snapshots", answers, true)).toMatchObject([{ id: "snap-1", removal: "named" }]);
});
