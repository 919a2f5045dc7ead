import { CONNECTED_NETWORK_RULES } from "../../../../../config/sites/aws-eks/network/connected-network-rules";
import { ruleCases } from "../../../../helpers/rule-cases";

const blocks = (...privateCidrs: string[]) => ({ cluster: { endpoint: { kind: "private", privateCidrs } } });
const many = (count: number) => Array.from({ length: count }, (_, index) => `10.200.${index}.0/24`);

ruleCases(CONNECTED_NETWORK_RULES, {
  "network/service-cidr-connected": {
    severity: "error",
    trips: [
      {
        change: blocks("10.20.0.0/16", "172.20.8.0/24"),
        at: ["cluster", "endpoint", "privateCidrs", 1],
        message: ["172.20.8.0/24 overlaps 172.20.0.0/16"],
      },
    ],
    passes: [{ change: blocks("10.20.0.0/16", "10.200.0.0/16") }, { change: {} }],
  },
  "cluster/private-cidr-count": {
    severity: "error",
    trips: [
      {
        change: blocks(...many(61)),
        at: ["cluster", "endpoint", "privateCidrs"],
        message: ["61 blocks"],
        fix: ["at most 59"],
      },
    ],
    passes: [
      { change: blocks(...many(59)) },
      { when: "the same block twice", change: blocks(...many(59), ...many(1)) },
    ],
  },
});
