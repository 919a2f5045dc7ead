import { costAlerts, costRules, type CostRulesProps } from "../../../constructs/platform/cost-rules";
import type { ClusterContext } from "../../../constructs/platform/component";
import { type Expected, type Series, triedRules, withPromtool } from "../../helpers/promtool";
import type { Json } from "../../helpers/synth";

const IDLE = {
  afterMinutes: 30,
  utilisationPercent: 5,
  groups: [
    { name: "h100", usdPerGpuHour: 6.88 },
    { name: "b300", usdPerGpuHour: null },
  ],
  slurmNamespace: "slurm",
};
const PROPS: CostRulesProps = {
  idle: IDLE,
  teams: [{ name: "vision", monthlyUsd: 1000 }],
  meanUsdPerGpuHour: 2,
};
const rules = (props: Partial<CostRulesProps> = {}): Json[] =>
  costRules({ ...PROPS, ...props }).flatMap((group) => group.rules);

const tried = (
  props: Partial<CostRulesProps>,
  interval: string,
  inputs: readonly Series[],
  expected: readonly Expected[],
): string => triedRules(costRules({ ...PROPS, ...props }), [{ interval, inputs, expected }]);

const NODES: Series[] = [
  { series: 'kube_node_labels{node="n1",label_railyard_dev_node_group="h100"}', values: "1x90" },
  { series: 'kube_node_labels{node="n2",label_railyard_dev_node_group="b300"}', values: "1x90" },
];
const gpu = (labels: string, values: string): Series => ({
  series: `DCGM_FI_PROF_GR_ENGINE_ACTIVE{${labels},exported_pod="slurmd-0",exported_namespace="slurm"}`,
  values,
});
const cost = { severity: "warning", railyard_alarm: "cost" };
const at = (minutes: number, alertname: string, alerts: readonly Json[]): Expected => ({
  eval_time: `${minutes}m`,
  alertname,
  exp_alerts: alerts,
});

describe("a job that does not use its GPUs", () => {
  const alert = (job: string, usd: string) => ({
    exp_labels: { ...cost, hpc_job: job, node_group: "h100" },
    exp_annotations: {
      summary: `Job ${job} holds GPUs of h100 and does not use them`,
      description: `Below 5 % for 30 minutes. ${usd} USD an hour at list prices are paid for nothing. squeue -j ${job} -o '%u %a %j' tells whose it is, and of which team.`,
    },
  });
  const twoGpus = (values: string) => ["0", "1"].map((n) => gpu(`hostname="n1",gpu="${n}",hpc_job="7"`, values));

  withPromtool("is told after its minutes, with what its GPUs cost an hour", () => {
    expect(
      tried(
        {},
        "1m",
        [...NODES, ...twoGpus("0.01x90")],
        [at(29, "GpuIdleInJob", []), at(31, "GpuIdleInJob", [alert("7", "13.76")])],
      ),
    ).toBe("");
  });

  withPromtool("is not told when it works, or worked a while ago", () => {
    expect(tried({}, "1m", [...NODES, ...twoGpus("0.9x90")], [at(60, "GpuIdleInJob", [])])).toBe("");
    expect(tried({}, "1m", [...NODES, ...twoGpus("0.01x20 0.9x10 0.01x40")], [at(50, "GpuIdleInJob", [])])).toBe("");
  });

  withPromtool("counts the GPUs alone that do nothing", () => {
    const [idle, busy] = [
      gpu('hostname="n1",gpu="0",hpc_job="8"', "0x90"),
      gpu('hostname="n1",gpu="1",hpc_job="8"', "1x90"),
    ];
    expect(tried({}, "1m", [...NODES, idle, busy], [at(60, "GpuIdleInJob", [alert("8", "6.88")])])).toBe("");
  });

  withPromtool("is told without money where the price is unknown", () => {
    const alerts = [
      {
        exp_labels: { ...cost, hpc_job: "9", node_group: "b300" },
        exp_annotations: {
          summary: "Job 9 holds GPUs of b300 and does not use them",
          description:
            "Below 5 % for 30 minutes. 1 GPUs do nothing; what they cost is not known. squeue -j 9 -o '%u %a %j' tells whose it is, and of which team.",
        },
      },
    ];
    const input = [...NODES, gpu('hostname="n2",gpu="0",hpc_job="9"', "0x90")];
    expect(tried({}, "1m", input, [at(60, "GpuIdleInJob", alerts)])).toBe("");
  });

  withPromtool("is nobody's where Slurm has no job: its own pods hold all GPUs", () => {
    const input = [...NODES, gpu('hostname="n1",gpu="0"', "0x90")];
    expect(tried({}, "1m", input, [at(60, "GpuIdleInJob", []), at(60, "GpuIdleInPod", [])])).toBe("");
  });
});

describe("a pod that does not use its GPU", () => {
  const series: Series = {
    series: 'DCGM_FI_PROF_GR_ENGINE_ACTIVE{hostname="n1",gpu="3",exported_pod="notebook",exported_namespace="vision"}',
    values: "0.02x90",
  };
  const alert = {
    exp_labels: { ...cost, exported_namespace: "vision", exported_pod: "notebook", node_group: "h100" },
    exp_annotations: {
      summary: "Pod vision/notebook holds GPUs of h100 and does not use them",
      description:
        "Below 5 % for 30 minutes. 6.88 USD an hour at list prices are paid for nothing. The namespace is that of the team.",
    },
  };

  withPromtool("is told beside Slurm and without it", () => {
    expect(tried({}, "1m", [...NODES, series], [at(60, "GpuIdleInPod", [alert])])).toBe("");
    const without = { idle: { ...IDLE, slurmNamespace: undefined } };
    expect(tried(without, "1m", [...NODES, series], [at(60, "GpuIdleInPod", [alert])])).toBe("");
  });

  withPromtool("is measured by what config says", () => {
    const low = { idle: { ...IDLE, utilisationPercent: 1 } };
    expect(tried(low, "1m", [...NODES, series], [at(60, "GpuIdleInPod", [])])).toBe("");
  });
});

describe("a team's budget", () => {
  const alert = (percent: string, severity: string, usd: string) => ({
    exp_labels: { railyard_alarm: "cost", severity, team: "vision", percent },
    exp_annotations: {
      summary: `Team vision has used ${percent} % of its budget for GPUs`,
      description: `GPUs of its jobs cost ${usd} USD in 30 days at list prices; the budget is 1000 USD.`,
    },
  });
  // 8 GPUs of 2 USD are 16 USD an hour
  const input: Series[] = [{ series: 'slurm_account_jobs_gpus_alloc{account="vision"}', values: "8x100" }];

  withPromtool("is told at 80 % and at 100 %, hour by hour of GPUs that its jobs had", () => {
    const hour = (hours: number, alerts: readonly Json[]): Expected => at(hours * 60, "TeamBudget", alerts);
    expect(
      tried({}, "1h", input, [
        hour(40, []),
        hour(55, [alert("80", "info", "896")]),
        hour(70, [alert("80", "info", "1136"), alert("100", "warning", "1136")]),
      ]),
    ).toBe("");
  });

  withPromtool("does not count what others do", () => {
    const others = [{ ...input[0]!, series: 'slurm_account_jobs_gpus_alloc{account="language"}' }];
    expect(tried({}, "1h", others, [at(6000, "TeamBudget", [])])).toBe("");
  });
});

test("rules are there for what is asked alone", () => {
  expect(rules().map(({ alert }) => alert)).toEqual([
    "GpuIdleInJob",
    "GpuIdleInPod",
    "GpuIdleInJob",
    "GpuIdleInPod",
    "TeamBudget",
    "TeamBudget",
  ]);
  expect(rules({ idle: undefined }).map(({ alert }) => alert)).toEqual(["TeamBudget", "TeamBudget"]);
  expect(rules({ idle: undefined, teams: [] })).toEqual([]);
  expect(rules({ idle: undefined, meanUsdPerGpuHour: undefined })).toEqual([]);
});

test("every rule goes to the topic of money", () => {
  for (const { labels } of rules()) expect(labels.railyard_alarm).toBe("cost");
});

test("an environment without alerts about money is told why", () => {
  const when = (costs: CostRulesProps | null) => "when" in costAlerts && costAlerts.when({ costs } as ClusterContext);
  expect(when(PROPS)).toBe(true);
  expect(when(null)).toBe("neither idle GPUs nor budgets of teams are watched");
});
