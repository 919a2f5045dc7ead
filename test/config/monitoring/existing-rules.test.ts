import { EXISTING_ROUTE_RULES } from "../../../config/monitoring/existing-rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ruleCases } from "../../helpers/rule-cases";

const routedTo = (receiver: object) => ({
  monitoring: { receivers: { oncall: receiver }, routes: [{ to: ["oncall"] }] },
});

const WORKSPACE = "arn:aws:aps:us-east-1:111122223333:workspace/ws-0a1b2c3d-0000-4000-8000-000000000000";
const storedIn = (central: object) => ({ monitoring: { remoteWrite: { central } } });

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
    "monitoring/workspace-outside-aws": {
      severity: "error",
      trips: [
        {
          change: storedIn({ kind: "amp", workspace: WORKSPACE }),
          at: ["monitoring", "remoteWrite", "central", "kind"],
          message: ["no role in AWS"],
          fix: ['kind: "prometheus"'],
        },
      ],
      passes: [{ change: storedIn({ kind: "prometheus", url: "http://mimir.example.com/api/v1/push" }) }],
    },
  },
  CLUSTER_SAMPLE,
);
