import { MPS_RULES } from "../../../../config/sharing/mps/rules";
import type { Change } from "../../../helpers/environment";
import { group, groupAt, ruleCases } from "../../../helpers/rule-cases";

const SLICED = { kind: "time-slicing", replicas: 4 };
const MPS = { kind: "mps", replicas: 4 };
const shared = (sharing: Change, more: Change = {}): Change => group("h100", { sharing, ...more });
const BOTTLEROCKET = { image: { kind: "bottlerocket" } };
const AT = groupAt("h100", "sharing", "kind");

ruleCases(MPS_RULES, {
  "gpu/mps-bottlerocket": {
    severity: "error",
    trips: [
      {
        when: "MPS on Bottlerocket and offers as many replicas",
        change: shared(MPS, BOTTLEROCKET),
        at: AT,
        message: ["mps on Bottlerocket"],
        fix: [`kind: "time-slicing", replicas: 4`],
      },
    ],
    passes: [
      { when: "MPS on Amazon Linux", change: shared(MPS) },
      { when: "time-slicing on Bottlerocket", change: shared(SLICED, BOTTLEROCKET) },
    ],
  },
});
