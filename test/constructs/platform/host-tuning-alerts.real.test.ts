import { HOST_TUNING_ALERTS } from "../../../constructs/platform/host-tuning-alerts";
import { type Series, triedRules, withPromtool } from "../../helpers/promtool";

const pod = (name: string, node: string, ready: string): Series[] => [
  { series: `kube_pod_info{namespace="kube-system",pod="${name}",node="${node}",instance="a"}`, values: "1x130" },
  { series: `kube_pod_status_ready{namespace="kube-system",pod="${name}",condition="true"}`, values: ready },
  { series: `kube_pod_status_ready{namespace="kube-system",pod="${name}",condition="false"}`, values: "0x130" },
];
const INPUTS = [
  ...pod("host-tuning-dgx-abcde", "gpu-1", "0x130"),
  ...pod("host-tuning-dgx-fghij", "gpu-2", "1x130"),
  ...pod("host-tuning-dgx-klmno", "gpu-3", "0x30 1x100"),
  ...pod("coredns-0", "gpu-4", "0x130"),
];
const alert = (node: string) => ({
  exp_labels: { node, severity: "warning" },
  exp_annotations: {
    summary: `${node} has waited for its host settings for an hour`,
    description: HOST_TUNING_ALERTS[0]!.rules.map((rule) =>
      "annotations" in rule ? rule.annotations["description"] : "",
    )[0]!,
  },
});
const at = (minutes: number, ...alerts: object[]) => ({
  eval_time: `${minutes}m`,
  alertname: "HostTuningWaits",
  exp_alerts: alerts as never,
});

withPromtool("a node that waits for an hour is told, and no other", () => {
  const expected = [at(50), at(61, alert("gpu-1")), at(120, alert("gpu-1"))];
  expect(triedRules(HOST_TUNING_ALERTS, [{ interval: "1m", inputs: INPUTS, expected }])).toBe("");
});
