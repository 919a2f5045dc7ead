import { review } from "../../scripts/review/review";
import { markdown } from "../../scripts/review/render/markdown";
import { page } from "../../scripts/review/render/page";
import { reviewJson } from "../../scripts/review/render/json";
import type { PlanJson } from "../../scripts/lib/terraform/plan-json";
import { NOW, sample } from "../helpers/environment";
import { PLAN } from "../helpers/plan";

/** Reviews a plan with as many changes as the first argument says: rules that come, templates that change, roles that go. */
const count = Number(process.argv[2]);

const rule = (n: number) => ({
  security_group_id: "sg-1",
  cidr_ipv4: `10.${n % 250}.0.0/16`,
  from_port: 443,
  to_port: 443,
});
const template = (n: number, version: string) => ({
  name: `t${n}`,
  image_id: `ami-${version}`,
  user_data: Buffer.from(`${n} ${version}`).toString("base64"),
});
const role = (n: number) => ({
  name: `r${n}`,
  assume_role_policy: JSON.stringify({ Version: "2012-10-17", Statement: [{ Sid: `S${n}` }] }),
});

function change(n: number) {
  const kinds = [
    { type: "aws_vpc_security_group_ingress_rule", actions: ["create"], before: null, after: rule(n) },
    { type: "aws_launch_template", actions: ["update"], before: template(n, "old"), after: template(n, "new") },
    { type: "aws_iam_role", actions: ["delete"], before: role(n), after: null },
  ];
  const { type, actions, before, after } = kinds[n % kinds.length]!;
  return {
    address: `${type}.r${n}`,
    mode: "managed",
    type,
    name: `r${n}`,
    provider_name: "registry.terraform.io/hashicorp/aws",
    change: { actions, before, after },
  };
}

const { env } = sample();
const plan = { ...PLAN, resource_changes: Array.from({ length: count }, (_, n) => change(n)) };
const reviewed = review({
  environment: env.name,
  before: env,
  after: env,
  config: [],
  stacks: [{ stack: "sample-nodes", plan: plan as unknown as PlanJson }],
  asked: "rehearsal",
  acknowledgements: [],
  now: NOW,
});
process.stdout.write(
  `${JSON.stringify(reviewJson([reviewed])).length + markdown([reviewed]).length + page([reviewed]).length} characters\n`,
);
