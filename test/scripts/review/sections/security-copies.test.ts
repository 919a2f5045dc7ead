import { created, updated, type Planned } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

const OWN = "111122223333";
const ROLE = "sample-replication";
const ARN = `arn:aws:iam::${OWN}:role/${ROLE}`;
const BUCKET = "arn:aws:s3:::copies";
const IS_OWN = { StringEquals: { "s3:ResourceAccount": OWN } };

const rules = (...buckets: string[]) => ({
  bucket: "ours",
  role: ARN,
  rule: buckets.map((bucket) => ({ destination: [{ bucket }] })),
});
const copies = (values: object = {}, unknown: object = {}) =>
  created("aws_s3_bucket_replication_configuration.a", { ...rules(BUCKET), ...values }, { unknown });
const allow = (more: object = {}) => ({
  Effect: "Allow",
  Action: ["s3:ReplicateObject", "s3:ReplicateTags"],
  Resource: `${BUCKET}/*`,
  Condition: IS_OWN,
  ...more,
});
const policy = (statements: readonly object[], role = ROLE, name = "p") =>
  created(`aws_iam_role_policy.${name}`, {
    role,
    policy: JSON.stringify({ Version: "2012-10-17", Statement: statements }),
  });

const severities = (...resources: Planned[]) =>
  findingsOf("security", { plans: { storage: resources } })
    .filter(({ address }) => address?.includes("replication_configuration"))
    .map(({ severity }) => severity);

test.each<[string, readonly Planned[]]>([
  ["the bucket alone", [copies(), policy([allow()])]],
  ["its ARN known after apply", [copies({ role: undefined }, { role: true }), policy([allow()])]],
  [
    "the key that any service knows",
    [copies(), policy([allow({ Condition: { StringEquals: { "aws:ResourceAccount": OWN } } })])],
  ],
  [
    "something else beside it",
    [copies(), policy([allow(), { Effect: "Allow", Action: "s3:GetObject*", Resource: "*" }])],
  ],
  [
    "a role of another name that may write anywhere",
    [copies(), policy([allow()]), policy([allow({ Condition: {} })], "other", "q")],
  ],
])("copies by a role that may write into a bucket of the own account only are no danger: %s", (_, resources) =>
  expect(severities(...resources)).toEqual(["info"]),
);

test.each<[string, readonly Planned[]]>([
  ["no policy in the plan", [copies()]],
  ["no condition", [copies(), policy([allow({ Condition: undefined })])]],
  [
    "another account",
    [copies(), policy([allow({ Condition: { StringEquals: { "s3:ResourceAccount": "999988887777" } } })])],
  ],
  [
    "one of two accounts",
    [copies(), policy([allow({ Condition: { StringEquals: { "s3:ResourceAccount": [OWN, "999988887777"] } } })])],
  ],
  [
    "a condition that holds where the key is missing",
    [copies(), policy([allow({ Condition: { StringEqualsIfExists: { "s3:ResourceAccount": OWN } } })])],
  ],
  [
    "the account of the caller",
    [copies(), policy([allow({ Condition: { StringEquals: { "aws:PrincipalAccount": OWN } } })])],
  ],
  ["another bucket", [copies(rules(BUCKET, "arn:aws:s3:::others")), policy([allow()])]],
  [
    "everything, by a second statement",
    [copies(), policy([allow(), { Effect: "Allow", Action: "S3:*", Resource: "*" }])],
  ],
  [
    "everything but",
    [copies(), policy([allow(), { Effect: "Allow", NotAction: "s3:DeleteObject", NotResource: "x" }])],
  ],
  [
    "a policy that is attached",
    [
      copies(),
      policy([allow()]),
      created("aws_iam_role_policy_attachment.a", {
        role: ROLE,
        policy_arn: "arn:aws:iam::aws:policy/AmazonS3FullAccess",
      }),
    ],
  ],
  [
    "a policy that is attached to several roles",
    [
      copies(),
      policy([allow()]),
      created("aws_iam_policy_attachment.a", { roles: [ROLE], policy_arn: "arn:aws:iam::aws:policy/A" }),
    ],
  ],
  [
    "a policy of AWS at the role itself",
    [
      copies(),
      policy([allow()]),
      created("aws_iam_role.a", { name: ROLE, managed_policy_arns: ["arn:aws:iam::aws:policy/AmazonS3FullAccess"] }),
    ],
  ],
  [
    "a second policy that is known after apply",
    [copies(), policy([allow()]), created("aws_iam_role_policy.q", { role: ROLE }, { unknown: { policy: true } })],
  ],
  [
    "another role, whose ARN is known after apply",
    [copies({ role: undefined }, { role: true }), policy([allow()]), policy([allow({ Condition: {} })], "other", "q")],
  ],
  ["a role whose policy is elsewhere", [copies({ role: `${ARN}-2` }), policy([allow()])]],
  [
    "a bucket that is known after apply",
    [copies({}, { rule: [{ destination: [{ bucket: true }] }] }), policy([allow()])],
  ],
])("what is not proved is a danger: %s", (_, resources) => expect(severities(...resources)).toEqual(["danger"]));

test("copies that go where they went bring nobody in, and another bucket has to be proved", () => {
  const change = (after: object) =>
    updated("aws_s3_bucket_replication_configuration.a", { ...rules(BUCKET), x: 1 }, after as Record<string, unknown>);
  expect(severities(change({ x: 2 }))).toEqual([]);
  expect(severities(change(rules("arn:aws:s3:::others")))).toEqual(["danger"]);
  expect(severities(change({ role: `${ARN}-2` }))).toEqual(["danger"]);
});
