import { ENDPOINT_CHECKS } from "../../../../scripts/preflight/checks/endpoints";
import type { Change } from "../../../helpers/environment";
import { awsError, type PretendedAnswers } from "../../../helpers/pretended-aws";
import { checkResults, runCheck } from "../../../helpers/preflight-check";

const answering = (lost: readonly string[] = []): PretendedAnswers => ({
  "Reach.Connect": ({ host }: { host: string }) =>
    lost.includes(host) ? { reached: false, problem: "ENOTFOUND" } : { reached: true },
  "EKS.DescribeCluster": awsError("ResourceNotFoundException", 404),
});

const MONEY: Change = {
  budget: { monthlyUsd: 1000, anomalies: { kind: "detect" } },
  alarms: { emails: ["ops@example.com"] },
};

const asked = (id: string, answers: PretendedAnswers, change: Change = {}) =>
  checkResults(ENDPOINT_CHECKS, id, { answers, change });

test("the services are those of what the environment has", async () => {
  const hosts = async (change: Change) =>
    (await asked("endpoints/aws", answering(), change)).map(({ subject }) => subject.replace(".amazonaws.com", ""));
  expect(await hosts({})).toEqual([
    "ec2.us-east-1",
    "eks.us-east-1",
    "fsx.us-east-1",
    "iam",
    "kms.us-east-1",
    "logs.us-east-1",
    "s3.us-east-1",
    "sts.us-east-1",
  ]);
  expect(await hosts({ lustre: null, checkpoints: null })).not.toContain("fsx.us-east-1");
});

test.each([
  // no list of endpoints has those of money in GovCloud
  ["us-gov-west-1", "iam.us-gov.amazonaws.com", "eks.us-gov-west-1.amazonaws.com", ["budgets unknown", "ce unknown"]],
  [
    "cn-northwest-1",
    "iam.cn-north-1.amazonaws.com.cn",
    "eks.cn-northwest-1.amazonaws.com.cn",
    ["budgets.amazonaws.com.cn ok", "ce.cn-northwest-1.amazonaws.com.cn ok"],
  ],
])("hosts of %s", async (region, iam, eks, ofMoney) => {
  const change = {
    region,
    network: { zones: [`${region}a`, `${region}b`] },
    nodeGroups: { h100: { capacity: { zone: `${region}a` } } },
  };
  const results = await asked("endpoints/aws", answering(), { ...change, ...MONEY });
  expect(results.map(({ subject }) => subject)).toEqual(expect.arrayContaining([iam, eks]));
  const money = results.filter(({ subject }) => /^(budgets|ce)\b/.test(subject));
  expect(money.map(({ subject, verdict }) => `${subject} ${verdict}`)).toEqual(ofMoney);
});

test("a host that cannot be reached fails, with why and what for", async () => {
  const results = await asked("endpoints/aws", answering(["kms.us-east-1.amazonaws.com"]));
  expect(results.filter(({ verdict }) => verdict !== "ok")).toEqual([
    {
      verdict: "failed",
      subject: "kms.us-east-1.amazonaws.com",
      text: "cannot be reached on port 443 (ENOTFOUND), and Terraform calls it",
      fix: expect.stringContaining("DNS"),
    },
  ]);
});

test("chart repositories are asked once each, and told with their charts", async () => {
  const results = await asked("endpoints/charts", answering(["ghcr.io"]));
  const hosts = results.map(({ subject }) => subject);
  expect(new Set(hosts).size).toBe(hosts.length);
  expect(hosts).toContain("helm.ngc.nvidia.com");
  expect(results.find(({ subject }) => subject === "ghcr.io")).toMatchObject({
    verdict: "failed",
    text: expect.stringContaining("it has the charts slurm-operator-crds, slurm-operator, slurm"),
  });
  const none = await asked("endpoints/charts", answering(), { slurm: null });
  expect(none.map(({ subject }) => subject)).not.toContain("ghcr.io");
});

test("before there is a cluster nobody can know whether its API will be reached, and what is needed is said", async () => {
  const [result] = await asked("endpoints/cluster", answering());
  expect(result).toEqual({
    verdict: "unknown",
    subject: "sample",
    text: "is not there yet: whether this machine will reach its Kubernetes API (private) cannot be known",
    fix: "Deploy crds, platform and slurm from 10.20.0.0/16 (the VPC, or what is connected to it).",
  });
});

test("an API that the internet may reach says from where", async () => {
  const change = { cluster: { endpoint: { kind: "public-and-private", allowedCidrs: ["192.0.2.0/24"] } } };
  const [result] = await asked("endpoints/cluster", answering(), change);
  expect(result?.fix).toContain("or 192.0.2.0/24 of the internet");
});

test("the API of a cluster that is there is tried", async () => {
  const there = { "EKS.DescribeCluster": { cluster: { endpoint: "https://abc.gr7.us-east-1.eks.amazonaws.com" } } };
  const host = "abc.gr7.us-east-1.eks.amazonaws.com";
  expect(await asked("endpoints/cluster", { ...answering(), ...there })).toEqual([
    { verdict: "ok", subject: host, text: "takes connections" },
  ]);
  expect(await asked("endpoints/cluster", { ...answering([host]), ...there })).toEqual([
    {
      verdict: "failed",
      subject: host,
      text: expect.stringContaining("Terraform installs charts by it"),
      fix: expect.stringContaining("10.20.0.0/16"),
    },
  ]);
});

test("services of money have one host in a partition", async () => {
  const hosts = (await asked("endpoints/aws", answering(), MONEY)).map(({ subject }) => subject);
  const money = ["budgets.amazonaws.com", "ce.us-east-1.amazonaws.com", "sns.us-east-1.amazonaws.com"];
  expect(hosts).toEqual(expect.arrayContaining(money));
  const without = (await asked("endpoints/aws", answering())).map(({ subject }) => subject);
  expect(without.filter((host) => money.includes(host))).toEqual([]);
});

test("services are asked for as those of AWS, and repositories as themselves", async () => {
  const targets = async (id: string) => {
    const { aws } = await runCheck(ENDPOINT_CHECKS, id, { answers: answering() });
    return aws.calls.map(({ input }) => input);
  };
  expect(await targets("endpoints/aws")).toContainEqual({ host: "iam.amazonaws.com", port: 443, aws: true });
  expect(await targets("endpoints/charts")).toContainEqual({ host: "quay.io", port: 443, aws: false });
});

test("what the proxy does not let through is unknown: who uses it may be let through elsewhere", async () => {
  const answers = { "Reach.Connect": { reached: false, problem: "ENOTFOUND", proxy: "HTTPS_PROXY" } };
  const [first] = await asked("endpoints/charts", answers);
  expect(first).toMatchObject({
    verdict: "unknown",
    text: expect.stringContaining("through the proxy of HTTPS_PROXY (ENOTFOUND)") as string,
    fix: expect.stringMatching(/curl .* https:\/\//) as string,
  });
});
