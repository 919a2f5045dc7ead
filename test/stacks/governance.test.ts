import { sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

const DEVELOPMENT = {
  profile: "development",
  nodeGroups: { h100: { capacity: { kind: "on-demand" } } },
  slurm: { partitions: { train: { nodeGroups: ["h100", "cpu"] } } },
};
const HOURS = { schedule: { timezone: "Europe/Zurich", start: "08:00", end: "19:00", nodeGroups: ["h100"] } };
const of = (change: Change, now?: Date) => synthStacks(sample({ ...DEVELOPMENT, ...change }, now).env);
const all = (json: Json, type: string): Json[] => Object.values<Json>(json.resource?.[type] ?? {});
const actions = (json: Json): string[] =>
  all(json, "aws_autoscaling_schedule")
    .map(
      (one) =>
        `${one.autoscaling_group_name.match(/group-([a-z0-9]+)_/)[1]} ${one.scheduled_action_name.replace(/-[0-9a-f]{8}$/, "")}`,
    )
    .sort();
const release = (json: Json, name: string): Json => all(json, "helm_release").find((one) => one.name === name);
const valuesOf = (json: Json, name: string): Json => JSON.parse(release(json, name).values[0]);

test("nothing of it is there unless config says so", () => {
  const stacks = of({});
  expect(stacks["governance"]).toBeUndefined();
  expect(actions(stacks["nodes"])).toEqual([]);
  expect(release(stacks["slurm"], "slurm-off-hours")).toBeUndefined();
  expect(release(stacks["platform"], "railyard-costs")).toBeUndefined();
  expect(valuesOf(stacks["platform"], "kube-prometheus-stack").alertmanager.config.receivers).toBeUndefined();
  for (const { provider } of Object.values(stacks))
    expect(provider.aws[0].default_tags[0].tags).not.toHaveProperty("railyard:expires");
});

describe("hours", () => {
  const stacks = of(HOURS);

  test("switch the groups that follow them, whose size Terraform leaves alone", () => {
    expect(actions(stacks["nodes"])).toEqual(["h100 railyard-hours-off", "h100 railyard-hours-on"]);
    const h100 = all(stacks["nodes"], "aws_eks_node_group").find((g) => g.node_group_name === "sample-h100");
    expect(h100.scaling_config).toEqual({ min_size: 0, max_size: 4, desired_size: 4 });
    expect(h100.lifecycle).toEqual({ ignore_changes: ["scaling_config[0].desired_size"] });
  });

  test("leave system nodes alone: nothing in the cluster stack is switched", () => {
    expect(actions(stacks["cluster"])).toEqual([]);
  });

  test("are told to Slurm after it is there, for the nodes that follow them", () => {
    const { objects } = valuesOf(stacks["slurm"], "slurm-off-hours");
    expect(objects.map(({ kind }: Json) => kind)).toEqual(["ConfigMap", "CronJob", "CronJob"]);
    expect(objects[0].data["off-hours.sh"]).toContain("groups=,h100,");
    expect(JSON.stringify(release(stacks["slurm"], "slurm-off-hours").depends_on)).toContain("slurm_chart_release");
  });

  test("are not told to Slurm for nodes that it does not have", () => {
    const cpu = { schedule: { ...HOURS.schedule, nodeGroups: ["cpu"] } };
    const train = { slurm: { partitions: { train: { nodeGroups: ["h100"] } } } };
    expect(release(of({ ...cpu, ...train })["slurm"], "slurm-off-hours")).toBeUndefined();
  });

  test("begin after a pause, and do not name a time that has passed", () => {
    const paused = { schedule: { ...HOURS.schedule, pausedUntil: "2026-11-27" } };
    const first = (now: string) =>
      all(of(paused, new Date(now))["nodes"], "aws_autoscaling_schedule").map((one) => one.start_time);
    expect(first("2026-11-27T22:59:00Z").sort()).toEqual(["2026-11-30T07:00:00Z", "2026-11-30T18:00:00Z"]);
    expect(first("2026-11-27T23:00:00Z")).toEqual([undefined, undefined]);
  });
});

describe("a lifetime", () => {
  const life = { lifetime: { expires: "2026-12-31" } };

  test("ends the nodes of all groups, and is a tag of all stacks without launch templates", () => {
    const stacks = of({ ...HOURS, ...life });
    expect(actions(stacks["nodes"])).toEqual([
      "cpu railyard-expires",
      "h100 railyard-expires",
      "h100 railyard-hours-off",
      "h100 railyard-hours-on",
    ]);
    for (const [role, json] of Object.entries(stacks)) {
      const templates = all(json, "aws_launch_template").length;
      const tag = json.provider.aws[0].default_tags[0].tags["railyard:expires"];
      expect([role, tag]).toEqual([role, templates > 0 ? undefined : "2027-01-01T00:00:00Z"]);
    }
    expect(JSON.stringify(all(stacks["nodes"], "aws_launch_template"))).not.toContain("railyard:expires");
  });

  test("that is over leaves nothing to schedule: AWS refuses what is past", () => {
    const { nodes } = of({ ...HOURS, ...life }, new Date("2027-01-01T00:00:00Z"));
    expect(actions(nodes)).toEqual([]);
    for (const group of all(nodes, "aws_eks_node_group"))
      expect(group.scaling_config).toMatchObject({ min_size: 0, desired_size: 0 });
  });

  test("starts no Capacity Block that begins after it", () => {
    const block = {
      kind: "capacity-block",
      id: "cr-00000000000000009",
      zone: "us-east-1a",
      start: "2026-12-20",
      end: "2026-12-27",
    };
    const nodeGroups = { h100: { capacity: block } };
    expect(actions(of({ nodeGroups })["nodes"])).toEqual(["h100 railyard-block-start"]);
    const early = { lifetime: { expires: "2026-12-19" } };
    expect(actions(of({ nodeGroups, ...early })["nodes"])).not.toContain("h100 railyard-block-start");
  });
});

describe("money", () => {
  const alarms = { emails: ["costs@example.com"] };

  test("is watched by a stack of its own, which hands on its topic", () => {
    const { governance } = of({ budget: { monthlyUsd: 5000, teamMonthlyUsd: 9000 }, alarms });
    expect(all(governance, "aws_budgets_budget").map(({ name }) => name)).toEqual([
      "sample-environment-budget",
      "sample-team-budget",
    ]);
    expect(Object.keys(governance.output).sort()).toEqual(["activate_tags_command", "topic_arn", "topic_key_arn"]);
    expect(governance.output.activate_tags_command.value).toContain(
      "TagKey=railyard:environment,Status=Active TagKey=railyard:team,Status=Active",
    );
  });

  test("a budget brings no alert of its own; what Prometheus alerts of reaches the same people", () => {
    const { platform } = of({ budget: { monthlyUsd: 5000 }, alarms });
    expect(release(platform, "railyard-costs")).toBeUndefined();
    expect(valuesOf(platform, "kube-prometheus-stack").alertmanager.config.route.receiver).toBe("railyard-alarms");
  });

  test("alerts of idle GPUs reach the same topic, with the price of a GPU", () => {
    const { platform, governance } = of({ idle: {}, alarms });
    expect(all(governance, "aws_budgets_budget")).toEqual([]);
    const [, { sns_configs }] = valuesOf(platform, "kube-prometheus-stack").alertmanager.config.receivers;
    expect(sns_configs[0].topic_arn).toBe("${local.governance_topic_arn}");
    const { objects } = valuesOf(platform, "railyard-costs");
    expect(objects).toMatchObject([{ kind: "PrometheusRule", metadata: { namespace: "monitoring" } }]);
    expect(objects[0].spec.groups[0].rules[0].expr).toMatch(/label_railyard_dev_node_group="h100".* \* \d+\.\d+$/);
  });

  test("a topic that was there before is taken as it is", () => {
    const topic = "arn:aws:sns:us-east-1:111122223333:pager";
    const { governance, platform } = of({ budget: { monthlyUsd: 5000 }, idle: {}, alarms: { topic } });
    expect(all(governance, "aws_sns_topic")).toEqual([]);
    expect(all(governance, "aws_budgets_budget")[0].notification[0].subscriber_sns_topic_arns).toEqual([topic]);
    const policies = all(platform, "aws_iam_role_policy").map(({ policy }) => policy);
    const [alertmanager] = policies.filter((policy) => policy.includes("sns:Publish"));
    expect(alertmanager).not.toContain("kms:");
  });
});
