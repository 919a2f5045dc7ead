import { nodeHealthAlerts } from "../../../constructs/platform/node-health-alerts";
import { describeAlerts } from "../../helpers/alert-cases";

const condition = (name: string, status: string): string =>
  `kube_node_status_condition{node="n1",condition="${name}",status="${status}",instance="a"}`;
const available = (name: string): string =>
  `kube_deployment_status_replicas_available{namespace="kube-system",deployment="${name}",instance="a"}`;
const daemons = (name: string, ready: string) =>
  Object.fromEntries(
    [
      ["desired_number_scheduled", "4x70"],
      ["number_ready", ready],
    ].map(([what, values]) => [
      `kube_daemonset_status_${what}{namespace="kube-system",daemonset="${name}",instance="a"}`,
      values!,
    ]),
  );

describeAlerts(nodeHealthAlerts(), {
  NodeStaysBroken: {
    fires: { [condition("HealthChecks", "false")]: "1x200" },
    before: "119m",
    after: "121m",
    labels: { node: "n1" },
    value: "1",
    silent: {
      [condition("HealthChecks", "false")]: "1x60 0x140",
      [condition("HealthChecks", "true")]: "1x200",
      [condition("Ready", "false")]: "1x200",
    },
  },
  NodeHealthSilent: {
    fires: { [available("node-health")]: "1x10 0x60" },
    before: "40m",
    after: "42m",
    labels: { namespace: "kube-system" },
    value: "0",
    silent: {
      [available("node-health")]: "1x70",
      [available("coredns")]: "0x70",
      ...daemons("health-checks-h100", "4x70"),
      ...daemons("nvidia-dcgm-exporter", "1x70"),
    },
  },
});

describe("daemons that do not run", () => {
  describeAlerts(
    nodeHealthAlerts().map(({ name, rules }) => ({
      name,
      rules: rules.filter(({ alert }) => alert === "NodeHealthSilent"),
    })),
    {
      NodeHealthSilent: {
        fires: { [available("node-health")]: "1x70", ...daemons("health-checks-h100", "4x10 2x60") },
        before: "40m",
        after: "42m",
        labels: { namespace: "kube-system" },
        value: "2",
        silent: { [available("node-health")]: "1x70", ...daemons("health-checks-h100", "2x20 4x50") },
      },
    },
  );
});
