import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rehearse } from "../../../scripts/rehearsal/rehearse";
import { sample, type Change } from "../../helpers/environment";
import { ROOT } from "../../helpers/process";
import type { Json } from "../../helpers/synth";
import { temporaryFolders, testWithTerraform } from "../../helpers/terraform";

const temporary = temporaryFolders();

/** Small, and with everything that has to do with time and money. */
const LIFE: Change = {
  profile: "development",
  nodeGroups: {
    h100: {
      instanceType: "g6e.12xlarge",
      nodes: 1,
      capacity: { kind: "spot", target: null, zone: null },
      fabric: { kind: "none" },
    },
  },
  lustre: null,
  checkpoints: null,
  schedule: {
    timezone: "Europe/Zurich",
    start: "08:00",
    end: "19:00",
    nodeGroups: ["h100"],
    pausedUntil: "2026-11-27",
  },
  lifetime: { expires: "2026-12-31" },
  budget: { monthlyUsd: 5000, teamMonthlyUsd: 9000, anomalies: { kind: "detect" } },
  idle: {},
  alarms: { emails: ["costs@example.com"] },
  monitoring: { retentionDays: 30 },
  teams: { vision: { monthlyUsd: 1000, gpus: 4 } },
};

testWithTerraform(
  "the real Terraform brings about hours, a lifetime, budgets and alarms, and finds nothing to do again",
  async () => {
    const result = await rehearse({
      root: ROOT,
      outdir: temporary(),
      environment: sample(LIFE).env,
      faults: [],
      drift: [],
      allow: [],
      stacks: ["sample-governance", "sample-nodes"],
      fresh: false,
      signal: new AbortController().signal,
      onResult: () => {},
      tell: () => {},
    });
    const failed = result.phases.filter(({ ok }) => !ok);
    expect(
      failed.map(({ stack, phase, diagnostics }) => [stack, phase, diagnostics.map(({ detail }) => detail)]),
    ).toEqual([]);
    expect(result).toMatchObject({ ok: true, problems: [], unknownTypes: [] });
    const planned = (stack: string): Json[] =>
      JSON.parse(readFileSync(join(result.folder, stack, "plan.json"), "utf8")).resource_changes;
    const types = new Set(planned("sample-governance").map(({ type }) => type));
    expect([...types].sort()).toEqual([
      "aws_budgets_budget",
      "aws_ce_anomaly_monitor",
      "aws_ce_anomaly_subscription",
      "aws_kms_alias",
      "aws_kms_key",
      "aws_sns_topic",
      "aws_sns_topic_subscription",
    ]);
    const actions = planned("sample-nodes").filter(({ type }) => type === "aws_autoscaling_schedule");
    const name = ({ change }: Json): string => change.after.scheduled_action_name.replace(/-[0-9a-f]{8}$/, "");
    expect(actions.map((one) => [name(one), one.change.after.start_time]).sort()).toEqual([
      ["railyard-expires", "2027-01-01T00:00:00Z"],
      ["railyard-expires", "2027-01-01T00:00:00Z"],
      ["railyard-hours-off", "2026-11-30T18:00:00Z"],
      ["railyard-hours-on", "2026-11-30T07:00:00Z"],
    ]);
  },
);
