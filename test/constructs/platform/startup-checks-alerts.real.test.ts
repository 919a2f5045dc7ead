import { STARTUP_CHECKS_ALERTS } from "../../../constructs/platform/startup-checks-alerts";
import { triedRules, withPromtool } from "../../helpers/promtool";

const taint = (node: string, key: string, values: string) => ({
  series: `kube_node_spec_taint{node="${node}",key="${key}",effect="NoSchedule",instance="a"}`,
  values,
});
const { annotations } = STARTUP_CHECKS_ALERTS[0]!.rules[0] as { annotations: Record<string, string> };
const alert = (node: string) => ({
  exp_labels: { node, severity: "warning" },
  exp_annotations: Object.fromEntries(
    Object.entries(annotations).map(([key, text]) => [key, text.replaceAll("{{ $labels.node }}", node)]),
  ),
});
const at = (minutes: number, ...exp_alerts: ReturnType<typeof alert>[]) => ({
  eval_time: `${minutes}m`,
  alertname: "NodeFailsStartupChecks",
  exp_alerts,
});

withPromtool("a node that does not pass is told after 20 minutes, and no other", () => {
  const inputs = [
    taint("gpu-1", "railyard.dev/startup-checks", "1x60"),
    // opened after ten minutes: its series ends
    taint("gpu-2", "railyard.dev/startup-checks", "1x10 _x50"),
    taint("gpu-3", "nvidia.com/gpu", "1x60"),
  ];
  const expected = [at(15), at(30, alert("gpu-1"))];
  expect(triedRules(STARTUP_CHECKS_ALERTS, [{ interval: "1m", inputs, expected }])).toBe("");
});
