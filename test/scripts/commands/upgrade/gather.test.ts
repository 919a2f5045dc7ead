import { Recorder, Replayer } from "../../../../scripts/lib/aws/answers";
import { chartsOf } from "../../../../scripts/commands/upgrade/chart-moves";
import { gather } from "../../../../scripts/commands/upgrade/gather";
import type { LoadedEnvironment } from "../../../../config";
import { CHARTS } from "../../../../config/facts/versions";
import { loadedCluster, loadedSample as loaded } from "../../../helpers/upgrade-live";
import { clusterVersion, withUpgradeServer, type Offer } from "../../../helpers/upgrade-server";

const ASOF = "2026-11-21";

const al2023 = (minor: string, variant: string) =>
  `/aws/service/eks/optimized-ami/${minor}/amazon-linux-2023/${variant}/recommended/release_version`;

const OFFER: Offer = {
  clusterVersions: [
    clusterVersion("1.36", "2027-08-02", "2028-08-02"),
    clusterVersion("1.37", "2027-12-01", "2028-12-01"),
  ],
  addons: {
    "vpc-cni": {
      "v1.24.0-eksbuild.2": ["1.36", "1.37"],
      "v1.24.0-eksbuild.10": ["1.36"],
      "v1.9.9-eksbuild.1": ["1.36", "1.37"],
    },
  },
  parameters: {
    [al2023("1.36", "x86_64/standard")]: "1.36.5-20261115",
    [al2023("1.36", "x86_64/nvidia")]: "1.36.5-20261112",
    [al2023("1.37", "x86_64/standard")]: "1.37.2-20261115",
  },
  files: { "aws.github.io/eks-charts/index.yaml": "entries:\n  aws-efa-k8s-device-plugin:\n  - version: v0.6.0\n" },
};

const at = async (offer: Offer, environments: LoadedEnvironment[], answers?: Recorder | Replayer) =>
  withUpgradeServer(offer, async ({ fetch, asked }) => {
    const found = await gather({ environments, answers, asOf: ASOF, env: process.env, fetch });
    return { live: found.get("us-east-1")!, found, asked };
  });

test("every page and every answer of AWS counts, the newest of each", async () => {
  const { live } = await at(OFFER, [loaded()]);
  expect([...live.minors.keys()]).toEqual(["1.36", "1.37"]);
  expect(live.minors.get("1.37")).toEqual({
    value: { releasedOn: "2026-10-01", standardSupportUntil: "2027-12-01", extendedSupportUntil: "2028-12-01" },
    source: "eks:DescribeClusterVersions in us-east-1",
  });
  const cni = live.addons.get("vpc-cni")!;
  expect([...cni.value]).toEqual([
    ["1.36", "v1.24.0-eksbuild.10"],
    ["1.37", "v1.24.0-eksbuild.2"],
  ]);
  expect([...live.addons.get("coredns")!.value]).toEqual([]);
});

test("where variants of the image differ, the older one counts; where one is missing, none", async () => {
  const { live } = await at(OFFER, [loaded()]);
  expect([...live.al2023]).toEqual([["1.36", { value: "1.36.5-20261112", source: "ssm:GetParameters in us-east-1" }]]);
});

test("only images that environments run are asked for, at most ten names in a call", async () => {
  const bottlerocket = { nodeGroups: { h100: { image: { kind: "bottlerocket" } } }, cluster: { version: "1.31" } };
  const value = "1.70.0-0a1b2c3d";
  const parameters = { "/aws/service/bottlerocket/aws-k8s-1.36-nvidia/x86_64/latest/image_version": value };
  const { live, asked } = await at({ ...OFFER, parameters }, [loaded(bottlerocket)]);
  expect(live.bottlerocket.get("1.36")?.value).toBe(value);
  // 7 minors: their standard image, and Bottlerocket
  expect(asked.filter((call) => call === "GetParameters")).toHaveLength(2);
  expect((await at(OFFER, [loaded()])).live.bottlerocket.size).toBe(0);
});

test("one call that is refused is told, and the others still count", async () => {
  const { live } = await at({ ...OFFER, denied: ["DescribeAddonVersions"] }, [loaded()]);
  expect(live.addons.size).toBe(0);
  expect(live.minors.size).toBe(2);
  const denied = live.unanswered.filter(({ text }) => text.includes("eks:DescribeAddonVersions is not permitted"));
  expect(denied.map(({ subject }) => subject)).toContain("vpc-cni");
  expect(denied[0]?.fix).toContain("Give the caller the permission");
});

test("repositories of charts that give no answer are told, in the order of the charts", async () => {
  const { live } = await at(OFFER, [loaded()]);
  expect(live.charts.get("aws-efa-k8s-device-plugin")?.value[0]?.version).toBe("v0.6.0");
  const silent = live.unanswered.map(({ subject }) => subject);
  const charts = chartsOf(loaded().resolved).filter((chart) => chart !== "aws-efa-k8s-device-plugin");
  expect(silent).toEqual(charts);
  expect(live.unanswered[0]?.text).toContain(CHARTS[charts[0]!].repository);
});

test("each Region is asked once", async () => {
  const { found, asked } = await at(OFFER, [loaded(), loaded({ name: "two" })]);
  expect([...found.keys()]).toEqual(["us-east-1"]);
  expect(asked.filter((call) => call === "DescribeClusterVersions")).toHaveLength(2);
});

test("a recording answers all of it, failures too, with nothing to ask", async () => {
  const recorder = new Recorder();
  const { live } = await at({ ...OFFER, denied: ["GetParameters"] }, [loaded()], recorder);
  const text = JSON.stringify(recorder.recording("2026-11-21T10:00:00.000Z"));
  expect(text).not.toContain("testing");
  const { live: again, asked } = await at({}, [loaded()], new Replayer(text, "answers.json"));
  expect(again).toEqual(live);
  expect(asked).toEqual([]);
  // of another environment: what was not asked then is unknown now
  const { live: other } = await at(
    {},
    [loaded({ checkpoints: { mountpoint: true } })],
    new Replayer(text, "answers.json"),
  );
  const missing = other.unanswered.find(({ subject }) => subject === "aws-mountpoint-s3-csi-driver");
  expect(missing?.text).toContain("no answer to Charts ListReleases");
});

test("for a cluster that exists the repositories of its charts are asked, and no AWS", async () => {
  const { found, asked } = await at(OFFER, [loadedCluster()]);
  expect([...found.keys()]).toEqual([null]);
  const { charts, minors, unanswered } = found.get(null)!;
  expect(minors.size).toBe(0);
  expect(new Set([...charts.keys(), ...unanswered.map(({ subject }) => subject)]).has("network-operator")).toBe(true);
  expect(unanswered.every(({ subject }) => !/EKS|AWS|ssm/.test(subject))).toBe(true);
  expect(asked.filter((what) => /Describe|GetParameter/.test(JSON.stringify(what)))).toEqual([]);
  const both = await at(OFFER, [loaded(), loadedCluster()]);
  expect([...both.found.keys()]).toEqual([null, "us-east-1"]);
  expect(both.found.get("us-east-1")!.minors.size).toBe(2);
});
