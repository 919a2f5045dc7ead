import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { collectiveAlerts } from "../../constructs/alerts/collectives";
import { certificateAlerts } from "../../constructs/alerts/certificates";
import { diskAlerts } from "../../constructs/alerts/disks";
import { fabricAlerts } from "../../constructs/alerts/fabric";
import { gpuAlerts } from "../../constructs/alerts/gpu";
import { kueueAlerts } from "../../constructs/alerts/kueue";
import { kernelLogAlerts } from "../../constructs/alerts/kernel-log";
import { lustreAlerts } from "../../constructs/alerts/lustre";
import { lustreClientAlerts } from "../../constructs/alerts/lustre-clients";
import { nodeAlerts } from "../../constructs/alerts/nodes";
import { slurmAlerts } from "../../constructs/alerts/slurm";
import { trainingAlerts } from "../../constructs/alerts/training";
import { sxidAlerts } from "../../constructs/alerts/sxids";
import { xidAlerts } from "../../constructs/alerts/xids";
import { bucketRequestAlerts } from "../../constructs/alerts/bucket-requests";
import { controlPlaneAlerts } from "../../constructs/alerts/control-plane";
import { natAlerts } from "../../constructs/alerts/nat";
import { replicationAlerts } from "../../constructs/alerts/replication";
import { logAlerts } from "../../constructs/platform/logs/log-alerts";
import { traceAlerts } from "../../constructs/platform/traces/trace-alerts";
import { nodeHealthAlerts } from "../../constructs/platform/node-health-alerts";
import { driftAlerts } from "../../constructs/platform/drift-alerts";
import { checkpointTierAlerts } from "../../constructs/platform/checkpoint-tier-alerts";
import { repositoryTaskAlerts } from "../../constructs/platform/repository-task-alerts";
import { weeklyVerifyAlerts } from "../../constructs/platform/weekly-verify-alerts";
import { sloAlerts } from "../../constructs/slos/alerts";
import { dashboardsOf } from "../helpers/dashboards";
import { sample } from "../helpers/environment";
import { ROOT } from "../helpers/process";
import { shipped, shippedInClusters, synthStacks } from "../helpers/stacks";

const text = readFileSync(join(ROOT, "docs/monitoring.md"), "utf8");

const RULES = [
  ...gpuAlerts(),
  ...xidAlerts({ dcgm: true }),
  ...sxidAlerts(),
  ...kernelLogAlerts(),
  ...lustreClientAlerts(),
  ...fabricAlerts({ efa: true, infiniband: true, roce: true, rails: null, pauses: true }),
  ...lustreAlerts([{ name: "scratch", capacityGiB: 1200, throughputMBps: null, exported: true }]),
  ...slurmAlerts({ nodes: 64, copied: ["queue", "database", "changes"], scales: true }),
  ...diskAlerts({ wear: true }),
  ...sloAlerts([{ name: "nodes", percent: 97, bad: "", badExpr: "", totalExpr: "", flow: "steady" }]),
  ...certificateAlerts(),
  ...kueueAlerts(),
  ...nodeAlerts({ fixed: [{ name: "h100", nodes: 2 }], blocks: [{ group: "h100", end: 0 }], karpenter: true }),
  ...trainingAlerts(),
  ...collectiveAlerts(),
  ...weeklyVerifyAlerts(6),
  ...checkpointTierAlerts(60),
  ...repositoryTaskAlerts("slurm", [{ cronJob: "repository-release", cron: "0 4 * * *" }]),
  ...driftAlerts([{ dataset: "events", everyHours: 24 }]),
  ...natAlerts(),
  ...controlPlaneAlerts({ databaseGB: 8 }),
  ...bucketRequestAlerts(),
  ...replicationAlerts({ name: "checkpoints", rules: ["all"], inTime: true }),
  ...nodeHealthAlerts(),
  ...logAlerts(),
  ...traceAlerts(),
].flatMap(({ rules }) => rules);

test("the page has every alert under its severity, and every alert has a page", () => {
  const columns = ["critical", "warning", "info"];
  const rows = text
    .split("\n")
    .filter((line) =>
      /^\| (?:GPUs|fabrics|Lustre|Slurm|SLOs|nodes|certificates|trainings|queues|proofs|logs|traces|tiers|datasets|NAT|buckets|Kubernetes) +\|.*runbooks/.test(
        line,
      ),
    );
  const listed = rows.flatMap((row) =>
    columns.flatMap((severity, at) =>
      [...row.split("|")[at + 2]!.matchAll(/\[(\w+)\]\(runbooks\/\1\.md\)/g)].map(([, name]) => `${severity} ${name}`),
    ),
  );
  const alerts = RULES.map(({ alert, labels }) => `${labels["severity"]} ${alert}`);
  expect(listed.toSorted()).toEqual(alerts.toSorted());
  const pages = readdirSync(join(ROOT, "docs/runbooks"));
  expect(pages.toSorted()).toEqual(RULES.map(({ alert }) => `${alert}.md`).toSorted());
});

test("links of the pages lead to files that are there", () => {
  const folder = join(ROOT, "docs/runbooks");
  for (const page of readdirSync(folder)) {
    const links = [...readFileSync(join(folder, page), "utf8").matchAll(/\]\(([^)#]+\.md)\)/g)];
    for (const [, link] of links) expect(() => readFileSync(join(folder, link!))).not.toThrow();
  }
});

test("the page has every dashboard of the shipped environments, those of queues and of drift", () => {
  const withQueues = sample({ slurm: null, kueue: { nodeGroups: ["h100"] } }).env;
  const withDrift = sample({
    datasets: { events: { place: { kind: "bucket", name: "lab", prefix: "events/" }, drift: {} } },
  }).env;
  const all = [...[...shipped(), ...shippedInClusters()].map(({ resolved }) => resolved), withQueues, withDrift];
  const dashboards = all.flatMap((env) => dashboardsOf(synthStacks(env)["platform"]!));
  const titles = [...text.matchAll(/^\| ([A-Z][\w ]*?) +\| [a-z]/gm)].map(([, title]) => title!);
  expect([...new Set(dashboards.map(({ title }) => title))].toSorted()).toEqual(titles.toSorted());
});
