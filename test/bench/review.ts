import { review } from "../../scripts/review/review";
import { markdown } from "../../scripts/review/render/markdown";
import { page } from "../../scripts/review/render/page";
import { reviewJson } from "../../scripts/review/render/json";
import type { PlanJson } from "../../scripts/lib/terraform/plan-json";
import { NOW, sample } from "../helpers/environment";
import { PLAN } from "../helpers/plan";

/**
 * Reviews a plan with as many changes as the first argument says. `mixed`: rules that come, templates that change, policies
 * that allow more, add-ons that get settings. `dangers`: rules for everybody, file systems and groups of nodes that go,
 * policies that open.
 */
const [count, kind] = [Number(process.argv[2]), process.argv[3] ?? "mixed"];

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

const policy = (n: number, ...actions: string[]) => ({
  role: `r${n}`,
  policy: JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Action: actions, Resource: `arn:aws:s3:::b${n}/*` }],
  }),
});
const addon = (n: number, level: string) => ({ addon_name: `a${n}`, configuration_values: JSON.stringify({ level }) });
const group = (n: number) => ({ node_group_name: `g${n}`, scaling_config: [{ desired_size: 4, max_size: 4 }] });
const lustre = (n: number) => ({ id: `fs-${n}`, storage_capacity: 38400, tags: { Name: `lustre-${n}` } });
const open = (n: number) => ({ ...rule(n), cidr_ipv4: "0.0.0.0/0", ip_protocol: "tcp" });

const KINDS: Readonly<Record<string, readonly ((n: number) => Change)[]>> = {
  mixed: [
    (n) => ({ type: "aws_vpc_security_group_ingress_rule", actions: ["create"], before: null, after: rule(n) }),
    (n) => ({
      type: "aws_launch_template",
      actions: ["update"],
      before: template(n, "old"),
      after: template(n, "new"),
    }),
    (n) => ({
      type: "aws_iam_role_policy",
      actions: ["update"],
      before: policy(n, "s3:GetObject"),
      after: policy(n, "s3:GetObject", "s3:PutObject"),
    }),
    (n) => ({ type: "aws_eks_addon", actions: ["update"], before: addon(n, "info"), after: addon(n, "debug") }),
    (n) => ({ type: "aws_iam_role", actions: ["create"], before: null, after: role(n) }),
  ],
  dangers: [
    (n) => ({ type: "aws_vpc_security_group_ingress_rule", actions: ["update"], before: rule(n), after: open(n) }),
    (n) => ({ type: "aws_iam_role", actions: ["delete"], before: role(n), after: null }),
    (n) => ({ type: "aws_fsx_lustre_file_system", actions: ["delete"], before: lustre(n), after: null }),
    (n) => ({ type: "aws_eks_node_group", actions: ["delete"], before: group(n), after: null }),
    (n) => ({
      type: "aws_iam_role_policy",
      actions: ["update"],
      before: policy(n, "s3:GetObject", "s3:PutObject"),
      after: policy(n, "s3:GetObject", "s3:DeleteObjectVersion"),
    }),
    (n) => ({ type: "aws_transfer_server", actions: ["create"], before: null, after: { name: `t${n}` } }),
  ],
};

interface Change {
  readonly type: string;
  readonly actions: readonly string[];
  readonly before: object | null;
  readonly after: object | null;
}

function change(n: number) {
  const kinds = KINDS[kind] ?? [];
  const { type, actions, before, after } = kinds[n % kinds.length]!(n);
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
const dangers = reviewed.findings.filter(({ severity }) => severity === "danger").length;
if (reviewed.verdict === "broken" || (kind === "dangers" ? dangers < count : dangers > 0))
  throw new Error(`${reviewed.verdict}, ${dangers} dangers: ${reviewed.problems.join("\n")}`);
process.stdout.write(
  `${JSON.stringify(reviewJson([reviewed])).length + markdown([reviewed]).length + page([reviewed]).length} characters\n`,
);
