import { nodeAlerts } from "../../../constructs/alerts/nodes";
import { describeAlerts } from "../../helpers/alert-cases";

const node = (name: string, group = "h100"): string =>
  `kube_node_labels{node="${name}",label_railyard_dev_node_group="${group}"}`;

const claims = (reason: string): string =>
  `karpenter_nodeclaims_disrupted_total{nodepool="burst",reason="${reason}",capacity_type="spot"}`;

describeAlerts(
  nodeAlerts({
    fixed: [
      { name: "cpu", nodes: 1 },
      { name: "h100", nodes: 3 },
    ],
    // series of promtool begin in 1970
    blocks: [{ group: "block", end: 3 * 86_400_000 }],
    karpenter: true,
  }),
  {
    NodesNotJoined: {
      fires: { [node("n1")]: "1x60", [node("n2")]: "1x60", [node("c1", "cpu")]: "1x60" },
      before: "29m",
      after: "31m",
      labels: { node_group: "h100" },
      value: "1",
      // the third one comes within half an hour
      silent: { [node("n1")]: "1x60", [node("n2")]: "1x60", [node("n3")]: "_x20 1x40", [node("c1", "cpu")]: "1x60" },
    },
    CapacityBlockEnds: {
      fires: {},
      before: "2879m",
      after: "2940m",
      labels: { node_group: "block" },
      value: "23h 0m 0s",
      // the block is over
      silent: {},
      silentAt: "4321m",
    },
    KarpenterNodesFail: {
      fires: { [claims("registration_timeout")]: "0x5 2x30" },
      before: "5m",
      after: "20m",
      labels: { nodepool: "burst", reason: "registration_timeout" },
      value: "2",
      // nodes that it takes away since nobody needs them
      silent: { [claims("empty")]: "0x5 2x30" },
    },
  },
);

test("what is not there is not watched", () => {
  expect(nodeAlerts({ fixed: [], blocks: [], karpenter: false })).toEqual([]);
});
