import { created, deleted, replaced, updated, type Planned } from "../../../helpers/plan";
import { only, reviewed, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const plan = (...resources: Planned[]): Reviewed => ({ plans: { network: resources } });

const security = (...resources: Planned[]) => findingsOf("security", plan(...resources));

const levels = (...resources: Planned[]) => security(...resources).map(({ severity }) => severity);

const json = (value: unknown) => JSON.stringify(value);

describe("policies", () => {
  const ROLE = "aws_iam_role_policy.a";
  const policy = (...statements: object[]) => ({
    role: "jobs",
    policy: json({ Version: "2012-10-17", Statement: statements }),
  });
  const allow = (action: unknown, resource: unknown = "*", more: object = {}) => ({
    Effect: "Allow",
    Action: action,
    Resource: resource,
    ...more,
  });
  const trust = (principal: unknown, more: object = {}) => ({
    name: "r",
    assume_role_policy: json({
      Version: "2012-10-17",
      Statement: { Effect: "Allow", Action: "sts:AssumeRole", Principal: principal, ...more },
    }),
  });
  const READ = allow("s3:GetObject", "arn:aws:s3:::b/*");
  const added = (...statements: object[]) => updated(ROLE, policy(READ), policy(READ, ...statements));
  const bucket = (principal: unknown, more: object = {}) => ({
    bucket: "b",
    policy: json({
      Statement: [
        { Effect: "Allow", Action: "s3:GetObject", Resource: "arn:aws:s3:::b/*", Principal: principal, ...more },
      ],
    }),
  });

  test.each([
    ["every action on everything", added(allow("*"))],
    ["every action of a service", added(allow("s3:*"))],
    ["all but some actions", added({ Effect: "Allow", NotAction: "iam:*", Resource: "*" })],
    ["a way to every right", added(allow("iam:PassRole"))],
    [
      "another account in a role",
      updated(
        "aws_iam_role.a",
        trust({ Service: "ec2.amazonaws.com" }),
        trust({ AWS: "arn:aws:iam::999988887777:root" }),
      ),
    ],
    ["everybody in a role", created("aws_iam_role.a", trust("*"))],
    [
      "everybody of a provider",
      created(
        "aws_iam_role.a",
        trust({ Federated: "arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com" }),
      ),
    ],
    [
      "every repository",
      created(
        "aws_iam_role.a",
        trust(
          { Federated: "arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com" },
          { Condition: { StringLike: { "token.actions.githubusercontent.com:sub": "repo:*" } } },
        ),
      ),
    ],
    ["everybody in a bucket", created("aws_s3_bucket_policy.a", bucket("*"))],
    [
      "everybody but one",
      created("aws_s3_bucket_policy.a", {
        bucket: "b",
        policy: json({
          Statement: { Effect: "Allow", Action: "s3:*", NotPrincipal: { AWS: "arn:aws:iam::111122223333:root" } },
        }),
      }),
    ],
    ["another account's number", created("aws_s3_bucket_policy.a", bucket({ AWS: "999988887777" }))],
    [
      "a condition that lets all through",
      created("aws_s3_bucket_policy.a", bucket("*", { Condition: { StringLike: { "aws:PrincipalOrgID": "*" } } })),
    ],
    [
      "a condition for those who have the key",
      created(
        "aws_s3_bucket_policy.a",
        bucket("*", { Condition: { StringEqualsIfExists: { "aws:SourceVpce": "vpce-1" } } }),
      ),
    ],
    [
      "a policy inside of a role",
      updated(
        "aws_iam_role.a",
        { name: "r", inline_policy: [] },
        { inline_policy: [{ name: "x", policy: policy(allow("*")).policy }] },
      ),
    ],
  ])("%s is a danger", (_, resource) => {
    expect(levels(resource)).toContain("danger");
    expect(reviewed(plan(resource)).verdict).toBe("needs-acknowledgement");
  });

  test.each([
    ["every action on something", added(allow("*", "arn:aws:s3:::b")), ["danger"]],
    ["one more action", added(allow("s3:PutObject", "arn:aws:s3:::b/*")), ["info"]],
    ["wildcards on everything", added(allow("ec2:Create*")), ["danger"]],
    ["reading metadata of everything", added(allow("ec2:Describe*")), ["info"]],
    ["a service in a role", created("aws_iam_role.a", trust({ Service: "ec2.amazonaws.com" })), []],
    [
      "its own account in a bucket",
      created("aws_s3_bucket_policy.a", bucket({ AWS: "arn:aws:iam::111122223333:root" })),
      [],
    ],
    [
      "everybody of an organisation",
      created("aws_s3_bucket_policy.a", bucket("*", { Condition: { StringEquals: { "aws:PrincipalOrgID": "o-1" } } })),
      ["danger"],
    ],
    [
      "one repository, which config does not name",
      created(
        "aws_iam_role.a",
        trust(
          { Federated: "arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com" },
          { Condition: { StringLike: { "token.actions.githubusercontent.com:sub": "repo:acme/infra:*" } } },
        ),
      ),
      ["danger"],
    ],
    ["a new role with what it needs", created(ROLE, policy(READ)), []],
    [
      "fewer actions",
      updated(ROLE, policy(allow(["s3:GetObject", "s3:PutObject"], "x")), policy(allow("s3:GetObject", "x"))),
      [],
    ],
    ["a part of what was allowed", updated(ROLE, policy(allow("s3:*", "x")), policy(allow("s3:GetObject", "x"))), []],
    [
      "a condition more",
      updated(ROLE, policy(READ), policy({ ...READ, Condition: { Bool: { "aws:SecureTransport": "true" } } })),
      [],
    ],
    [
      "a key that fewer may use",
      updated(
        "aws_kms_key.a",
        {
          policy: json({
            Statement: [
              allow("kms:Decrypt", "*", { Principal: { AWS: "arn:aws:iam::111122223333:role/a" } }),
              allow("kms:*", "*", { Principal: { AWS: "arn:aws:iam::111122223333:root" } }),
            ],
          }),
        },
        {
          policy: json({ Statement: [allow("kms:*", "*", { Principal: { AWS: "arn:aws:iam::111122223333:root" } })] }),
        },
      ),
      [],
    ],
    ["a danger that was there before", updated(ROLE, policy(allow("*")), policy(allow("*"), READ)), []],
    ["a policy that goes", deleted(ROLE, policy(READ)), []],
  ])("%s: %#", (_, resource, severities) => expect(levels(resource)).toEqual(severities));

  test("of several dangers the first is in the title, and all are told", () => {
    const finding = only("security", plan(added(allow("iam:*"), allow("s3:*"))));
    expect(finding.title).toContain("every action of iam on everything, and 1 more.");
    expect(finding.details).toContain("Also: every action of s3 on everything.");
    expect(only("security", plan(added(allow("s3:*")))).title).not.toContain("more");
  });

  test("what is no longer denied is told, when it changes and when it goes", () => {
    const deny = {
      Effect: "Deny",
      Action: "s3:*",
      Resource: "*",
      Principal: "*",
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    };
    const policies = (...statements: object[]) => ({ bucket: "b", policy: json({ Statement: statements }) });
    const own = { ...READ, Principal: { AWS: "arn:aws:iam::111122223333:root" } };
    const change = only("security", plan(updated("aws_s3_bucket_policy.a", policies(deny, own), policies(own))));
    expect(change).toMatchObject({ severity: "danger" });
    expect(change.text).toContain(
      "No longer denied: everybody: s3:* on everything, if Bool aws:securetransport false.",
    );
    const gone = deleted("aws_s3_bucket_policy.a", policies(deny));
    expect(levels(gone)).toEqual(["danger"]);
    expect(levels(gone, deleted("aws_s3_bucket.b", { bucket: "b" }))).toEqual([]);
  });

  test("says in words what may be done now", () => {
    const finding = only("security", plan(added(allow(["s3:PutObject", "s3:DeleteObject"], ["arn:aws:s3:::b/*"]))));
    expect(finding.details).toEqual(["May now: s3:DeleteObject, s3:PutObject on arn:aws:s3:::b/*."]);
  });

  test("a policy that is known after apply only is said to be", () => {
    expect(
      only("security", plan(updated(ROLE, policy(READ), { policy: null }, { unknown: { policy: true } }))).severity,
    ).toBe("danger");
  });

  test("a policy that allowed everybody everything opens nothing when it becomes unknown; a narrower one may", () => {
    const endpoint = (...statements: object[]) =>
      levels(
        replaced(
          "aws_vpc_endpoint.s3",
          { policy: json({ Statement: statements }) },
          { policy: null },
          { unknown: { policy: true } },
        ),
      );
    const all = { Effect: "Allow", Action: "*", Resource: "*", Principal: "*" };
    expect(endpoint(all)).toEqual([]);
    expect(endpoint({ ...all, Action: "s3:GetObject" })).toEqual(["danger"]);
    expect(endpoint({ ...all, Condition: { StringEquals: { "aws:PrincipalAccount": "1" } } })).toEqual(["danger"]);
    expect(endpoint(all, { ...all, Effect: "Deny", Action: "s3:DeleteObject" })).toEqual(["danger"]);
  });
});
