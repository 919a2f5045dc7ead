import { EXISTING_ROUTE_RULES } from "../../../config/monitoring/existing-rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ruleCases } from "../../helpers/rule-cases";

const routedTo = (receiver: object) => ({
  monitoring: { receivers: { oncall: receiver }, routes: [{ to: ["oncall"] }] },
});

ruleCases(
  EXISTING_ROUTE_RULES,
  {
    "monitoring/sns-outside-aws": {
      severity: "error",
      trips: [
        {
          change: routedTo({ kind: "sns", topic: "arn:aws:sns:us-east-1:111122223333:oncall" }),
          at: ["monitoring", "receivers", "oncall", "kind"],
          message: ["no role in AWS"],
          fix: ["webhook"],
        },
      ],
      passes: [{ change: routedTo({ kind: "pagerduty", secretName: "alert-receivers" }) }],
    },
  },
  CLUSTER_SAMPLE,
);
