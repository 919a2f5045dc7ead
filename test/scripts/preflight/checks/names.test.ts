import { NAME_CHECKS } from "../../../../scripts/preflight/checks/names";
import type { Change } from "../../../helpers/environment";
import { awsError, inputsOf, type PretendedAnswers } from "../../../helpers/pretended-aws";
import { runCheck } from "../../../helpers/preflight-check";

const OWN = "railyard:environment";
const missing = awsError("NoSuchEntityException", 404);

/** Verdicts by name. */
async function verdicts(id: string, answers: PretendedAnswers, change: Change = {}) {
  const { results, aws } = await runCheck(NAME_CHECKS, id, { answers, change });
  return { aws, verdicts: Object.fromEntries(results.map(({ subject, verdict }) => [subject, verdict])), results };
}

describe("names/cluster", () => {
  test.each([
    ["free", awsError("ResourceNotFoundException", 404), "ok"],
    ["ours already", { cluster: { tags: { [OWN]: "sample" } } }, "ok"],
    ["somebody's", { cluster: {} }, "failed"],
  ])("a name that is %s", async (_, answer, verdict) =>
    expect((await verdicts("names/cluster", { "EKS.DescribeCluster": answer })).verdicts).toEqual({ sample: verdict }),
  );

  test("a cluster that is adopted must be there", async () => {
    const change = { adopt: { cluster: { name: "old" } } };
    const there = { "EKS.DescribeCluster": { cluster: {} } };
    expect((await verdicts("names/cluster", there, change)).verdicts).toEqual({ old: "ok" });
    const none = { "EKS.DescribeCluster": awsError("ResourceNotFoundException", 404) };
    expect((await verdicts("names/cluster", none, change)).verdicts).toEqual({ old: "failed" });
  });
});

test("names/roles: each role is asked for; one without our tag is a clash", async () => {
  const found = await verdicts("names/roles", {
    "IAM.GetRole": ({ RoleName }: { RoleName: string }) => {
      if (RoleName === "sample-node") return { Role: { Tags: [{ Key: OWN, Value: "sample" }] } };
      return RoleName === "sample-jobs" ? { Role: {} } : missing;
    },
  });
  expect(found.verdicts).toMatchObject({ "sample-node": "ok", "sample-jobs": "failed", "sample-cluster": "ok" });
  expect(inputsOf(found.aws, "IAM.GetRole")).toHaveLength(Object.keys(found.verdicts).length);
});

describe("names/policies", () => {
  const change = { ci: { kind: "github", repository: "acme/cluster" } };

  test("nothing is asked where the environment has none", async () =>
    expect((await verdicts("names/policies", {})).results).toEqual([]));

  test("each policy is asked for by its ARN", async () => {
    const free = await verdicts("names/policies", { "IAM.GetPolicy": missing }, change);
    expect(free.results.length).toBeGreaterThan(0);
    expect(new Set(Object.values(free.verdicts))).toEqual(new Set(["ok"]));
    expect(inputsOf(free.aws, "IAM.GetPolicy")[0]).toEqual({
      PolicyArn: `arn:aws:iam::111122223333:policy/${free.results[0]?.subject}`,
    });
    const taken = await verdicts("names/policies", { "IAM.GetPolicy": { Policy: {} } }, change);
    expect(new Set(Object.values(taken.verdicts))).toEqual(new Set(["failed"]));
  });
});

describe("names/log-groups", () => {
  const LOGS = "/aws/eks/sample/cluster";
  const arn = `arn:aws:logs:us-east-1:111122223333:log-group:${LOGS}`;
  const account = (group: object, tags?: object): PretendedAnswers => ({
    "CloudWatchLogs.DescribeLogGroups": ({ logGroupNamePrefix }: { logGroupNamePrefix: string }) => ({
      logGroups: logGroupNamePrefix === LOGS ? [{ logGroupName: `${LOGS}-old` }, group] : [],
    }),
    "CloudWatchLogs.ListTagsForResource": { tags },
  });

  test.each([
    ["the new form of its ARN", { logGroupName: LOGS, logGroupArn: arn }],
    ["the old form of its ARN", { logGroupName: LOGS, arn: `${arn}:*` }],
  ])("tags are read by %s", async (_, group) => {
    const own = await verdicts("names/log-groups", account(group, { [OWN]: "sample" }));
    expect(own.verdicts[LOGS]).toBe("ok");
    expect(inputsOf(own.aws, "CloudWatchLogs.ListTagsForResource")).toEqual([{ resourceArn: arn }]);
  });

  test("one without our tag is a clash", async () => {
    const taken = await verdicts("names/log-groups", account({ logGroupName: LOGS, logGroupArn: arn }));
    expect(taken.verdicts).toMatchObject({ [LOGS]: "failed", "/aws/vpc/flow-logs/sample": "ok" });
  });

  test("a longer name is not the name", async () =>
    expect((await verdicts("names/log-groups", account({}))).verdicts[LOGS]).toBe("ok"));
});

describe("names/launch-templates", () => {
  const account = (found: object[]): PretendedAnswers => ({
    "EC2.DescribeLaunchTemplates": ({ Filters: [filter] }: { Filters: { Values: string[] }[] }) => ({
      LaunchTemplates: filter?.Values[0] === "sample-h100" ? found : [],
    }),
  });
  test.each([
    [[], "ok"],
    [[{ Tags: [{ Key: OWN, Value: "sample" }] }], "ok"],
    [[{ Tags: [{ Key: OWN, Value: "other" }] }], "failed"],
  ])("%j is %s", async (found, verdict) =>
    expect((await verdicts("names/launch-templates", account(found))).verdicts).toMatchObject({
      "sample-h100": verdict,
      "sample-cpu": "ok",
    }),
  );
});

describe("names/placement-groups", () => {
  const onDemand = { nodeGroups: { h100: { capacity: { kind: "on-demand", placementGroup: true } } } };

  test("a group that the environment makes must be free", async () => {
    const free = await verdicts("names/placement-groups", { "EC2.DescribePlacementGroups": {} }, onDemand);
    expect(Object.values(free.verdicts)).toEqual(["ok"]);
    const taken = { "EC2.DescribePlacementGroups": { PlacementGroups: [{}] } };
    expect(Object.values((await verdicts("names/placement-groups", taken, onDemand)).verdicts)).toEqual(["failed"]);
  });

  test("nothing is asked where the environment makes none", async () =>
    expect((await verdicts("names/placement-groups", {})).aws.calls).toEqual([]));
});

test("fails as AWS does when a call is denied", async () => {
  const denied = { "IAM.GetRole": awsError("AccessDenied", 403) };
  await expect(verdicts("names/roles", denied)).rejects.toThrow("AccessDenied");
});
