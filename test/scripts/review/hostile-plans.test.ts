import type { StackPlan, Verdict } from "../../../scripts/review/model";
import { created, deleted, forgotten, PLAN, replaced, unchanged, updated, type Planned } from "../../helpers/plan";
import { reviewed } from "../../helpers/reviewed";

type Json = Readonly<Record<string, unknown>>;

const LUSTRE = "aws_fsx_lustre_file_system.lustre";
const ARN = "arn:aws:fsx:us-east-1:111122223333:file-system/fs-1";
const values = { id: "fs-1", arn: ARN, storage_capacity: 96_000 };
const rule = { security_group_id: "sg-1", from_port: 22, to_port: 22, ip_protocol: "tcp" };

/** A plan of the storage stack with some resources. */
const plan = (resources: readonly unknown[], more: Json = {}): Json => ({
  ...PLAN,
  resource_changes: resources,
  ...more,
});
const without = (key: string): Json =>
  Object.fromEntries(Object.entries(plan([unchanged(LUSTRE, values)])).filter(([name]) => name !== key));
const acting = (...actions: string[]): Planned => ({
  ...unchanged(LUSTRE, values),
  change: { actions, before: values, after: values },
});
const provider = (expressions: Json): Json => ({
  configuration: { provider_config: { aws: { name: "aws", expressions } }, root_module: {} },
});
const constant = (constant_value: unknown) => ({ constant_value });
const provisioned = (resource: Planned, type: string): Json =>
  plan([resource], {
    configuration: {
      ...PLAN.configuration,
      root_module: {
        resources: [
          {
            address: resource["address"],
            provisioners: [{ type, expressions: { command: constant("curl https://example.com | sh") } }],
          },
        ],
      },
    },
  });
const drifted = (...resources: readonly Planned[]) => plan([unchanged(LUSTRE, values)], { resource_drift: resources });
const output = (change: Json) => plan([unchanged(LUSTRE, values)], { output_changes: { bucket: change } });
const check = (status: unknown) =>
  plan([unchanged(LUSTRE, values)], {
    checks: [
      {
        address: { kind: "check", to_display: "check.health" },
        status,
        instances: [{ problems: [{ message: "It is down." }] }],
      },
    ],
  });

const review = (given: unknown, stack = "sample-storage") => {
  const stacks: StackPlan[] = [{ stack, plan: given as StackPlan["plan"] }];
  const { verdict, problems, findings } = reviewed({ stacks } as never);
  return {
    verdict,
    text: [...problems, ...findings.map(({ title, details }) => [title, ...details].join(" "))].join("\n"),
  };
};

type Case = readonly [name: string, plan: unknown, verdict: Verdict, words: RegExp];

const BROKEN: readonly Case[] = [
  ["nothing", null, "broken", /no plan/],
  ["a list", [], "broken", /no plan/],
  ["a number", 3, "broken", /no plan/],
  ["an empty object", {}, "broken", /format is not said/],
  ["a format and nothing else", { format_version: "1.2" }, "broken", /which Terraform made it/],
  [
    "a state",
    { format_version: "1.0", terraform_version: "1.11.4", values: {} },
    "broken",
    /resource_changes are no list/,
  ],
  ["format 2.0", { ...plan([]), format_version: "2.0" }, "broken", /format is 2\.0/],
  ["format 0.2", { ...plan([]), format_version: "0.2" }, "broken", /format is 0\.2/],
  ["format 1", { ...plan([]), format_version: 1 }, "broken", /format is not said/],
  ["format 1.x", { ...plan([]), format_version: "1.2; 9" }, "broken", /this reads 1\.x/],
  ["errored", plan([], { errored: true }), "broken", /planning failed/],
  ["errored, as a text", plan([], { errored: "false" }), "broken", /whether planning went well/],
  ["not complete", plan([], { complete: false }), "broken", /not the whole plan/],
  ["complete, as a text", plan([], { complete: "true" }), "broken", /not the whole plan/],
  ["not applyable", plan([deleted(LUSTRE, values)], { applyable: false }), "broken", /cannot be applied/],
  [
    "not applyable, with outputs alone",
    { ...output({ actions: ["create"], after: 1 }), applyable: false },
    "broken",
    /cannot be applied/,
  ],
  ["deferred changes", plan([], { deferred_changes: [{ reason: "unknown" }] }), "broken", /1 changes are deferred/],
  ["deferred changes of no form", plan([], { deferred_changes: {} }), "broken", /deferred/],
  ...["terraform_version", "configuration", "complete", "applyable", "errored", "resource_changes"].map((key): Case => [
    `without ${key}`,
    without(key),
    "broken",
    /The plan of sample-storage/,
  ]),
  [
    "a part that is not known",
    plan([], { action_invocations: [{ address: "action.aws_lambda_invoke.x" }] }),
    "broken",
    /action_invocations, which this does not know/,
  ],
  [
    "an action that is not known",
    plan([acting("explode")]),
    "broken",
    /what happens to .*lustre is not known here: explode/,
  ],
  ["two actions that do not go together", plan([acting("create", "update")]), "broken", /create, update/],
  ["no action", plan([acting()]), "broken", /nothing said/],
  [
    "actions that are a text",
    plan([{ ...unchanged(LUSTRE, values), change: { actions: "delete", before: values } }]),
    "broken",
    /not known here/,
  ],
  ["an unknown action of drift", drifted(acting("melt")), "broken", /melt/],
  ["drift that is no list", plan([], { resource_drift: {} }), "broken", /resource_drift are no list/],
  [
    "a mode that is not known",
    plan([{ ...unchanged(LUSTRE, values), mode: "ephemeral" }]),
    "broken",
    /neither a resource nor data/,
  ],
  ["a resource without an address", plan([{ mode: "managed", type: "a" }]), "broken", /no address/],
  ["a resource that is a text", plan(["aws_vpc.a"]), "broken", /no form/],
  [
    "a deletion of nothing",
    plan([{ ...deleted(LUSTRE, values), change: { actions: ["delete"], before: null, after: null } }]),
    "broken",
    /values that it has are not said/,
  ],
  [
    "an update to nothing",
    plan([{ ...unchanged(LUSTRE, values), change: { actions: ["update"], before: values, after: null } }]),
    "broken",
    /without any value/,
  ],
  ["an unknown action of an output", output({ actions: ["vanish"] }), "broken", /output bucket/],
  ["outputs that are a list", plan([], { output_changes: [] }), "broken", /output_changes are no object/],
  ["a check that fails", check("fail"), "broken", /check\.health fails: It is down\./],
  ["a check with an error", check("error"), "broken", /no result that is known/],
  ["a check with another result", check("maybe"), "broken", /no result that is known/],
  ["checks of no form", plan([], { checks: { a: 1 } }), "broken", /checks are no list/],
  [
    "another account",
    plan([], provider({ allowed_account_ids: constant(["999988887777"]), region: constant("us-east-1") })),
    "broken",
    /is of account 999988887777/,
  ],
  ["any account", plan([], provider({ region: constant("us-east-1") })), "broken", /account that it does not name/],
  [
    "two accounts",
    plan(
      [],
      provider({ allowed_account_ids: constant(["111122223333", "999988887777"]), region: constant("us-east-1") }),
    ),
    "broken",
    /account that it does not name/,
  ],
  [
    "an account from elsewhere",
    plan([], provider({ allowed_account_ids: { references: ["var.a"] }, region: constant("us-east-1") })),
    "broken",
    /account that it does not name/,
  ],
  [
    "another Region",
    plan([], provider({ allowed_account_ids: constant(["111122223333"]), region: constant("eu-west-1") })),
    "broken",
    /is of Region eu-west-1/,
  ],
  ["no provider", plan([], { configuration: {} }), "broken", /account that it does not name/],
  [
    "a resource of another account",
    plan([
      updated(LUSTRE, { ...values, arn: ARN.replace("111122223333", "999988887777") }, { storage_capacity: 100_000 }),
    ]),
    "broken",
    /account 999988887777/,
  ],
  [
    "a resource of another environment",
    plan([created("aws_vpc.a", { tags_all: { "railyard:environment": "other" } })]),
    "broken",
    /environment other/,
  ],
];

const NAMED: readonly Case[] = [
  ["Lustre goes", plan([deleted(LUSTRE, values)]), "needs-acknowledgement", /destroyed/],
  [
    "Lustre is made anew",
    plan([replaced(LUSTRE, values, { storage_capacity: 1 })]),
    "needs-acknowledgement",
    /anew, empty/,
  ],
  ["Lustre is forgotten", plan([forgotten(LUSTRE, values)]), "needs-acknowledgement", /Terraform forgets/],
  [
    "a rule is forgotten",
    plan([forgotten("aws_vpc_security_group_ingress_rule.a", rule)]),
    "needs-acknowledgement",
    /forgets/,
  ],
  ["made, and the old one forgotten", plan([{ ...acting("create", "forget") }]), "needs-acknowledgement", /forgets/],
  [
    "a type that is on no list goes",
    plan([deleted("aws_msk_cluster.a", { id: "a" })]),
    "needs-acknowledgement",
    /not known here/,
  ],
  [
    "a type that is on no list is replaced",
    plan([replaced("aws_mq_broker.a", { id: "a" }, { host: "b" })]),
    "needs-acknowledgement",
    /not known here/,
  ],
  [
    "a type that does not exist goes",
    plan([deleted("aws_made_up.a", { id: "a" })]),
    "needs-acknowledgement",
    /not known here/,
  ],
  [
    "a provider that is not known",
    plan([created("null_resource.a", { id: "a" })]),
    "needs-acknowledgement",
    /provider that is not known/,
  ],
  [
    "a provider of somebody's",
    plan([{ ...created("aws_vpc.a", {}), provider_name: "registry.terraform.io/eve/aws" }]),
    "needs-acknowledgement",
    /eve\/aws/,
  ],
  [
    "no provider said",
    plan([{ ...created("aws_vpc.a", {}), provider_name: undefined }]),
    "needs-acknowledgement",
    /not said/,
  ],
  [
    "a program that runs",
    provisioned(created("aws_vpc.a", { cidr_block: "10.0.0.0/16" }), "local-exec"),
    "needs-acknowledgement",
    /runs programs.*local-exec.*curl/,
  ],
  [
    "a program at the end",
    provisioned(deleted("aws_flow_log.a", { id: "a" }), "remote-exec"),
    "needs-acknowledgement",
    /remote-exec/,
  ],
  [
    "a program of the built-in provider",
    provisioned({ ...created("terraform_data.a", {}), provider_name: "terraform.io/builtin/terraform" }, "local-exec"),
    "needs-acknowledgement",
    /runs programs/,
  ],
  [
    "a module",
    plan([], {
      configuration: {
        ...PLAN.configuration,
        root_module: { module_calls: { x: { source: "git::https://example.com/x" } } },
      },
    }),
    "needs-acknowledgement",
    /has a module.*example\.com/,
  ],
  [
    "an output goes",
    output({ actions: ["delete"], before: "b", after: null }),
    "needs-acknowledgement",
    /Output bucket .* goes/,
  ],
  [
    "an output is no secret any more",
    output({ actions: ["update"], before: "a", after: "a", before_sensitive: true, after_sensitive: false }),
    "needs-acknowledgement",
    /no longer taken for a secret/,
  ],
  ["Lustre is gone already", drifted(deleted(LUSTRE, values)), "needs-acknowledgement", /gone, and not by Terraform/],
  [
    "a key is gone already",
    drifted(deleted("aws_kms_key.a", { id: "k" })),
    "needs-acknowledgement",
    /gone, and not by Terraform/,
  ],
  [
    "who is let in, is known after apply",
    plan([created("aws_vpc_security_group_ingress_rule.a", rule, { unknown: { cidr_ipv4: true } })]),
    "needs-acknowledgement",
    /known after apply only/,
  ],
  [
    "who is let in by then, too",
    plan([
      updated(
        "aws_vpc_security_group_ingress_rule.a",
        { ...rule, cidr_ipv4: "10.0.0.0/8" },
        {},
        { unknown: { cidr_ipv4: true } },
      ),
    ]),
    "needs-acknowledgement",
    /known after apply only/,
  ],
  [
    "rules of a group known after apply",
    plan([created("aws_security_group.a", { name: "a" }, { unknown: { ingress: true } })]),
    "needs-acknowledgement",
    /known after apply only/,
  ],
  [
    "everybody is let in",
    plan([created("aws_vpc_security_group_ingress_rule.a", { ...rule, cidr_ipv4: "0.0.0.0/0" })]),
    "needs-acknowledgement",
    /everybody/,
  ],
  [
    "a persistent volume goes",
    plan([deleted("kubernetes_persistent_volume.a", { id: "a" })]),
    "needs-acknowledgement",
    /destroyed/,
  ],
];

test.each([...BROKEN, ...NAMED])("%s", (_, given, verdict, words) => {
  const found = review(given);
  expect(found.verdict).toBe(verdict);
  expect(found.text).toMatch(words);
});

test("a plan of a stack that the environment has not is of somebody else", () => {
  for (const stack of ["other-storage", "sample-2-storage", "sample", "sample-storrage"])
    expect(review(plan([]), stack)).toEqual({
      verdict: "broken",
      text: expect.stringContaining(`The plan of ${stack} is of no stack of sample`),
    });
});

test("a secret in a program of the configuration is not told", () => {
  const secret = ["hunter2", "-planted"].join("");
  const given = JSON.stringify(provisioned(created("aws_vpc.a", {}), "local-exec"));
  const found = review(JSON.parse(given.replace("curl https://example.com | sh", `PASSWORD=${secret} ./run`)));
  expect(found.text).toMatch(/runs programs/);
  expect(found.text).not.toContain(secret);
});

const bucket = (more: Json = {}) => ({ bucket: "b", arn: "arn:aws:s3:::b", ...more });
const group = (desired: number, more: Json = {}) => ({
  node_group_name: "sample-h100",
  scaling_config: [{ desired_size: desired, min_size: 0, max_size: 16 }],
  ...more,
});

const HARMLESS: readonly (readonly [name: string, plan: Json])[] = [
  ["nothing", plan([])],
  ["nothing, which cannot be applied", plan([unchanged(LUSTRE, values)], { applyable: false })],
  ["nothing, with checks that pass", check("pass")],
  ["a check that is not known before apply", check("unknown")],
  ["a format that is a little newer", { ...plan([]), format_version: "1.9" }],
  ["a newer Terraform", { ...plan([]), terraform_version: "1.14.0" }],
  [
    "data that is read",
    plan([
      {
        ...unchanged("data.aws_ami.a", {}),
        mode: "data",
        type: "aws_ami",
        change: { actions: ["read"], before: null, after: {} },
      },
    ]),
  ],
  ["a tag", plan([updated(LUSTRE, { ...values, tags: { a: "1" } }, { tags: { a: "2" } })])],
  ["Lustre grows", plan([updated(LUSTRE, values, { storage_capacity: 192_000 })])],
  ["a bucket is made", plan([created("aws_s3_bucket.a", bucket())])],
  ["a key is made", plan([created("aws_kms_key.a", { enable_key_rotation: true })])],
  ["a log group is made", plan([created("aws_cloudwatch_log_group.a", { name: "a", retention_in_days: 90 })])],
  [
    "a log group keeps for longer",
    plan([updated("aws_cloudwatch_log_group.a", { name: "a", retention_in_days: 30 }, { retention_in_days: 90 })]),
  ],
  ["a node group is made", plan([created("aws_eks_node_group.a", group(2))])],
  [
    "a node group grows",
    plan([updated("aws_eks_node_group.a", group(2), { scaling_config: group(4).scaling_config })]),
  ],
  [
    "a private rule is made",
    plan([created("aws_vpc_security_group_ingress_rule.a", { ...rule, cidr_ipv4: "10.0.0.0/16" })]),
  ],
  [
    "a rule between groups that are made",
    plan([
      created("aws_vpc_security_group_ingress_rule.a", rule, {
        unknown: { referenced_security_group_id: true, security_group_id: true },
      }),
    ]),
  ],
  ["a public rule goes", plan([deleted("aws_vpc_security_group_ingress_rule.a", { ...rule, cidr_ipv4: "0.0.0.0/0" })])],
  ["an alarm goes", plan([deleted("aws_cloudwatch_metric_alarm.a", { alarm_name: "a" })])],
  ["a budget goes", plan([deleted("aws_budgets_budget.a", { name: "a" })])],
  ["a placement group goes", plan([deleted("aws_placement_group.a", { name: "a" })])],
  ["an unused template goes", plan([deleted("aws_launch_template.a", { name: "a" })])],
  ["a subscription goes", plan([deleted("aws_sns_topic_subscription.a", { endpoint: "a@example.com" })])],
  ["an output comes", output({ actions: ["create"], before: null, after: "b" })],
  ["an output changes", output({ actions: ["update"], before: "a", after: "b" })],
  [
    "an output becomes a secret",
    output({ actions: ["update"], before: "a", after: "a", before_sensitive: false, after_sensitive: true }),
  ],
  ["drift of tags", drifted(updated(LUSTRE, { ...values, tags: { a: "1" } }, { tags: { a: "2" } }))],
  ["no drift", drifted()],
  ["a guard of what holds data", plan([created("terraform_data.holds_data", { input: "aws_s3_bucket.a" })])],
  ["another address", plan([unchanged(LUSTRE, values, { previousAddress: "aws_fsx_lustre_file_system.old" })])],
  [
    "the bucket's own environment",
    plan([created("aws_s3_bucket.a", bucket({ tags_all: { "railyard:environment": "sample" } }))]),
  ],
];

test.each(HARMLESS)("%s needs nobody", (_, given) => expect(review(given)).toMatchObject({ verdict: "safe" }));

test("drift that is not taken back is told, and needs nobody", () => {
  const found = review(drifted(updated("aws_eks_node_group.a", group(2), { ami_type: "CUSTOM" })));
  expect(found.verdict).toBe("safe");
  expect(found.text).toMatch(/1 resource of sample-storage was changed, and not by Terraform\..*ami_type/);
});

test("what is there already and becomes Terraform's is told", () => {
  const given = unchanged(LUSTRE, values);
  const imported = { ...given, change: { ...(given["change"] as Json), importing: { id: "fs-1" } } };
  expect(review(plan([imported])).text).toMatch(/1 resource .* that is there already becomes Terraform's.*← fs-1/);
});
