import { TOPIC_RULES } from "../../../config/monitoring/topic-rules";
import { hasShape } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const tells = (topic: string) => ({
  monitoring: { receivers: { pager: { kind: "sns", topic } }, routes: [{ to: ["pager"] }] },
});
const at = ["monitoring", "receivers", "pager", "topic"];
const HERE = tells("arn:aws:sns:us-east-1:111122223333:pager");

ruleCases(TOPIC_RULES, {
  "monitoring/topic-of-other-partition": {
    severity: "error",
    trips: [
      {
        change: tells("arn:aws-cn:sns:cn-north-1:444455556666:pager"),
        at,
        message: ["aws-cn", "the cluster in aws"],
        fix: ["webhook"],
      },
    ],
    passes: [{ change: HERE }, { change: tells("arn:aws:sns:eu-west-1:444455556666:pager") }],
  },
  "monitoring/topic-elsewhere": {
    severity: "warning",
    trips: [
      {
        when: "another account",
        change: tells("arn:aws:sns:us-east-1:444455556666:pager"),
        at,
        message: ["in account 444455556666, the cluster"],
        fix: ["sns:Publish"],
      },
      {
        when: "another Region",
        change: tells("arn:aws:sns:eu-west-1:111122223333:pager"),
        at,
        message: ["in Region eu-west-1, the cluster"],
      },
    ],
    passes: [
      { change: HERE },
      { when: "one that is an error", change: tells("arn:aws-cn:sns:cn-north-1:111122223333:pager") },
    ],
  },
});

test("a topic is named by its whole ARN", () => {
  const names = ["arn:aws:sns:us-east-1:111122223333:pager", "arn:aws:sns:us-east-1:111122223333:pager.fifo"];
  const parts = ["arn:aws:sns:", "arn:aws:sns:us-east-1:pager", "arn:aws:sns:us-east-1:111122223333:pager:0a1b2c3d"];
  expect(names.map((topic) => hasShape(tells(topic)))).toEqual([true, true]);
  expect(parts.map((topic) => hasShape(tells(topic)))).toEqual([false, false, false]);
});
