import { CLUSTER_QUOTA_CHECKS } from "../../../../scripts/preflight/checks/quotas-cluster";
import { checked, instances, quotas } from "../../../helpers/preflight-check";
import { type PretendedAnswers } from "../../../helpers/pretended-aws";
import type { Change } from "../../../helpers/environment";

function ask(id: string, answers: PretendedAnswers, change: Change = {}) {
  const check = CLUSTER_QUOTA_CHECKS.find((one) => one.id === id);
  if (!check) throw new Error(`no check ${id}`);
  return checked(check, { ...instances(), ...answers }, change);
}

test.each([
  [["one"], 2, "ok", "1 in use (ListClusters), 1 more needed: sample"],
  [["one", "two"], 2, "failed", "2 in use (ListClusters), 1 more needed: sample"],
  [["one", "sample"], 2, "ok", "2 in use (ListClusters), 0 more needed"],
])("clusters %j of %i: %s", async (clusters, limit, verdict, words) => {
  const [result] = await ask("quota/clusters", {
    ...quotas({ "L-1194D53C": limit }),
    "EKS.ListClusters": { clusters },
  });
  expect(result?.verdict).toBe(verdict);
  expect(result?.text).toContain(words);
});

test("clusters of every page are counted", async () => {
  const [result] = await ask("quota/clusters", {
    ...quotas({ "L-1194D53C": 3 }),
    "EKS.ListClusters": ({ nextToken }: { nextToken?: string }) =>
      nextToken ? { clusters: ["three"] } : { clusters: ["one", "two"], nextToken: "more" },
  });
  expect(result?.text).toContain("3 in use");
  expect(result?.verdict).toBe("failed");
});

test("node groups are counted with that of the system, and the largest group by its nodes", async () => {
  const roomy = await ask("quota/node-groups", quotas({ "L-6D54EA21": 3, "L-BD136A63": 4 }));
  expect(roomy.map(({ verdict, text }) => [verdict, text])).toEqual([
    ["ok", "limit 3; 3 needed: h100, cpu, system nodes"],
    ["ok", "limit 4; 4 needed: h100"],
  ]);
  const tight = await ask("quota/node-groups", quotas({ "L-6D54EA21": 2, "L-BD136A63": 3 }));
  expect(tight.map(({ verdict }) => verdict)).toEqual(["failed", "failed"]);
});

describe("root volumes", () => {
  // h100 4 × 500, cpu 3 × 200, system 3 × 100
  const CHANGE: Change = { nodeGroups: { h100: { rootVolumeGiB: 500 } } };
  const volumes = (...sizes: number[]) => ({ "EC2.DescribeVolumes": { Volumes: sizes.map((Size) => ({ Size })) } });
  const limit = (tib: number) => quotas({ "L-7A658B76": tib });

  test("those of nodes that are missing are needed, in TiB", async () => {
    const [result] = await ask("quota/volumes", { ...limit(50), ...volumes(1024, 1024) }, CHANGE);
    expect(result).toMatchObject({ verdict: "ok" });
    expect(result?.text).toBe(
      "limit 50 TiB; 2 TiB in use (DescribeVolumes), 2.8 TiB more needed: h100 4 × 500 GiB, cpu 3 × 200 GiB, system nodes 3 × 100 GiB",
    );
  });

  test("a quota that is too small fails, and whole TiB are asked for", async () => {
    const [result] = await ask("quota/volumes", { ...limit(4), ...volumes(2048) }, CHANGE);
    expect(result?.verdict).toBe("failed");
    expect(result?.fix).toContain("--service-code ebs --quota-code L-7A658B76 --desired-value 5");
  });

  test("nodes that run have theirs", async () => {
    const running = instances({ type: "p5.48xlarge", group: "h100" }, { type: "m7i.xlarge", group: "system" });
    const [result] = await ask("quota/volumes", { ...limit(4), ...volumes(600), ...running }, CHANGE);
    expect(result?.text).toContain("h100 3 × 500 GiB, cpu 3 × 200 GiB, system nodes 2 × 100 GiB");
  });
});
