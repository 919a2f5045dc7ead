import { created, deleted, replaced, updated, type Planned } from "../../../helpers/plan";
import { only, reviewed, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const plan = (...resources: Planned[]): Reviewed => ({ plans: { network: resources } });
const security = (...resources: Planned[]) => findingsOf("security", plan(...resources));
const levels = (...resources: Planned[]) => security(...resources).map(({ severity }) => severity);
const json = (value: unknown) => JSON.stringify(value);

describe("traffic", () => {
  const RULE = {
    security_group_id: "sg-1",
    ip_protocol: "tcp",
    from_port: 22,
    to_port: 22,
    cidr_ipv4: "10.0.0.0/16",
    cidr_ipv6: null,
  };
  const rule = "aws_vpc_security_group_ingress_rule.a";

  test("SSH from everybody is a danger, with the port by its name", () => {
    const finding = only("security", plan(updated(rule, RULE, { cidr_ipv4: "0.0.0.0/0" })));
    expect(finding).toMatchObject({
      severity: "danger",
      address: "sample-network.aws_vpc_security_group_ingress_rule.a",
    });
    expect(finding.text).toContain("lets in everybody on the internet (0.0.0.0/0): port 22 (SSH).");
    expect(finding.text).toContain("Before: 10.0.0.0/16.");
  });

  test.each([
    ["everybody by IPv6", created(rule, { ...RULE, cidr_ipv4: null, cidr_ipv6: "::/0" }), ["danger"]],
    ["half of the internet", created(rule, { ...RULE, cidr_ipv4: "128.0.0.0/1" }), ["danger"]],
    ["an office", created(rule, { ...RULE, cidr_ipv4: "198.51.100.0/24" }), ["warning"]],
    ["a wider private block", updated(rule, RULE, { cidr_ipv4: "10.0.0.0/8" }), ["warning"]],
    ["a private block of something new", created(rule, RULE), []],
    ["a narrower block", updated(rule, RULE, { cidr_ipv4: "10.0.1.0/24" }), []],
    ["a list of prefixes", created(rule, { ...RULE, cidr_ipv4: null, prefix_list_id: "pl-1" }), ["warning"]],
    ["a group", created(rule, { ...RULE, cidr_ipv4: null, referenced_security_group_id: "sg-2" }), []],
    ["all the same", updated(rule, RULE, { description: "x" }), []],
    ["everybody out", created("aws_vpc_security_group_egress_rule.a", { ...RULE, cidr_ipv4: "0.0.0.0/0" }), []],
    [
      "everybody in by the old type",
      created("aws_security_group_rule.a", { type: "ingress", protocol: "-1", cidr_blocks: ["0.0.0.0/0"] }),
      ["danger"],
    ],
    [
      "everybody out by the old type",
      created("aws_security_group_rule.a", { type: "egress", protocol: "-1", cidr_blocks: ["0.0.0.0/0"] }),
      [],
    ],
    [
      "everybody through a network list",
      created("aws_network_acl_rule.a", { egress: false, rule_action: "allow", cidr_block: "0.0.0.0/0" }),
      ["danger"],
    ],
    [
      "nobody through a network list",
      created("aws_network_acl_rule.a", { egress: false, rule_action: "deny", cidr_block: "0.0.0.0/0" }),
      [],
    ],
  ])("%s: %#", (_, resource, severities) => expect(levels(resource)).toEqual(severities));

  test.each([
    [{ from_port: 443, to_port: 443 }, "port 443 (HTTPS and the Kubernetes API)"],
    [{ from_port: 6817, to_port: 6820 }, "ports 6817 to 6820 (slurmctld, slurmd, slurmdbd and Slurm's REST API)"],
    [{ from_port: 30000, to_port: 32767 }, "ports 30000 to 32767."],
    [{ from_port: 0, to_port: 65535 }, "all ports"],
    [{ ip_protocol: "-1", from_port: null, to_port: null }, "all traffic"],
  ])("ports %j are told as %s", (ports, text) => {
    expect(security(created(rule, { ...RULE, ...ports, cidr_ipv4: "0.0.0.0/0" }))[0]?.title).toContain(text);
  });

  test("rules inside of a group are read as well, and those that were there are not new", () => {
    const group = (...blocks: string[]) => ({
      name: "g",
      ingress: [{ protocol: "tcp", from_port: 22, to_port: 22, cidr_blocks: blocks, ipv6_cidr_blocks: [] }],
    });
    const open = updated("aws_security_group.g", group("10.0.0.0/8"), group("10.0.0.0/8", "0.0.0.0/0"));
    expect(only("security", plan(open))).toMatchObject({ severity: "danger" });
    expect(only("security", plan(open)).title).toContain("(0.0.0.0/0)");
    expect(
      levels(updated("aws_security_group.g", group("0.0.0.0/0"), { ...group("0.0.0.0/0"), description: "x" })),
    ).toEqual([]);
  });

  test("other ports for the same people open too", () => {
    expect(levels(updated(rule, { ...RULE, cidr_ipv4: "0.0.0.0/0" }, { from_port: 443, to_port: 443 }))).toEqual([
      "danger",
    ]);
  });

  test("blocks that are known after apply only are said to be", () => {
    expect(levels(updated(rule, RULE, { cidr_ipv4: null }, { unknown: { cidr_ipv4: true } }))).toEqual(["danger"]);
  });

  test("what closes to the internet is told, and does not block", () => {
    const open = { ...RULE, cidr_ipv4: "0.0.0.0/0" };
    expect(only("security", plan(updated(rule, open, { cidr_ipv4: "10.0.0.0/8" }))).severity).toBe("info");
    expect(only("security", plan(deleted(rule, open)))).toMatchObject({ severity: "info" });
    expect(levels(deleted(rule, RULE))).toEqual([]);
  });
});

describe("the Kubernetes API", () => {
  const cluster = (isPublic: boolean, ...blocks: string[]) => ({
    name: "c",
    vpc_config: [{ endpoint_public_access: isPublic, public_access_cidrs: blocks }],
  });
  const change = (before: object, after: object) => levels(updated("aws_eks_cluster.a", { ...before }, { ...after }));

  test("opens to everybody, to some, or to more", () => {
    expect(change(cluster(false), cluster(true))).toEqual(["danger"]);
    expect(change(cluster(false), cluster(true, "0.0.0.0/0"))).toEqual(["danger"]);
    expect(change(cluster(false), cluster(true, "198.51.100.0/24"))).toEqual(["warning"]);
    expect(change(cluster(true, "198.51.100.0/24"), cluster(true, "198.51.100.0/24", "203.0.113.0/24"))).toEqual([
      "warning",
    ]);
    expect(levels(created("aws_eks_cluster.a", cluster(true)))).toEqual(["danger"]);
  });

  test("closes without blocking, and a private one says nothing", () => {
    expect(change(cluster(true, "0.0.0.0/0"), cluster(false))).toEqual(["info"]);
    expect(levels(created("aws_eks_cluster.a", cluster(false)))).toEqual([]);
  });
});

describe("login and services", () => {
  const login = (...blocks: string[]) => ({ slurm: { login: { kind: "internet", allowedCidrs: blocks } } });

  test("SSH to Slurm for everybody is a danger by its config key", () => {
    const finding = only("security", { after: login("0.0.0.0/0") });
    expect(finding).toMatchObject({ severity: "danger", address: "sample-slurm.config.slurm.login" });
    expect(finding.text).toContain("SSH (22) from everybody on the internet");
    expect(only("security", { before: null, after: login("0.0.0.0/0") }).severity).toBe("danger");
  });

  test("SSH to Slurm for some is a warning; the same or fewer open nothing", () => {
    expect(only("security", { after: login("198.51.100.0/24") }).severity).toBe("warning");
    expect(only("security", { before: login("0.0.0.0/0"), after: login("198.51.100.0/24") }).severity).toBe("info");
    expect(findingsOf("security", { before: login("198.51.100.0/24"), after: login("198.51.100.0/24") })).toEqual([]);
    expect(only("security", { before: login("198.51.100.0/24"), after: {} }).severity).toBe("info");
  });

  const release = (of: object) => ({ name: "kube-prometheus-stack", values: [json(of)] });
  const service = (scheme: string | null, ranges?: string[]) => ({
    grafana: {
      service: {
        type: "LoadBalancer",
        annotations: scheme === null ? {} : { "service.beta.kubernetes.io/aws-load-balancer-scheme": scheme },
        ...(ranges && { loadBalancerSourceRanges: ranges }),
      },
    },
  });
  const ingress = (cidrs?: string) => ({
    ingress: {
      annotations: {
        "alb.ingress.kubernetes.io/scheme": "internet-facing",
        ...(cidrs && { "alb.ingress.kubernetes.io/inbound-cidrs": cidrs }),
      },
    },
  });

  test.each([
    ["a load balancer on the internet", service("internet-facing"), ["danger"]],
    ["one for an office", service("internet-facing", ["198.51.100.0/24"]), ["warning"]],
    ["one of which nothing is said", service(null), ["warning"]],
    ["one inside", service("internal"), []],
    ["an ingress on the internet", ingress(), ["danger"]],
    ["an ingress for an office", ingress("198.51.100.0/24, 203.0.113.0/24"), ["warning"]],
    ["no load balancer", { grafana: { service: { type: "ClusterIP" } } }, []],
  ])("values of a chart that ask for %s", (_, of, severities) => {
    expect(levels(updated("helm_release.a", release({}), release(of)))).toEqual(severities);
    // what was there is not new
    expect(levels(updated("helm_release.a", release(of), release({ ...of, more: 1 })))).toEqual([]);
  });
});

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

describe("access", () => {
  const association = (principal: string, policyName = "AmazonEKSClusterAdminPolicy") => ({
    principal_arn: principal,
    policy_arn: `arn:aws:eks::aws:cluster-access-policy/${policyName}`,
    access_scope: [{ type: policyName.includes("Namespace") ? "namespace" : "cluster" }],
  });
  const OWN = "arn:aws:iam::111122223333:role/new";
  const FOREIGN = "arn:aws:iam::999988887777:role/new";
  const address = "aws_eks_access_policy_association.a";

  test("another administrator of a cluster that runs is a danger; the first ones of a new cluster are none", () => {
    expect(levels(created(address, association(OWN)))).toEqual(["danger"]);
    expect(levels(created(address, association(OWN)), created("aws_eks_cluster.a", { name: "c" }))).toEqual(["info"]);
    expect(levels(created(address, association(FOREIGN)), created("aws_eks_cluster.a", { name: "c" }))).toEqual([
      "danger",
    ]);
  });

  test("a reader is a warning, and one that only moves in the code is nobody new", () => {
    expect(levels(created(address, association(OWN, "AmazonEKSViewPolicy")))).toEqual(["warning"]);
    expect(
      levels(deleted("aws_eks_access_policy_association.old", association(OWN)), created(address, association(OWN))),
    ).toEqual([]);
  });

  test("an entry of another account is a danger, one of the own account is none", () => {
    expect(levels(created("aws_eks_access_entry.a", { principal_arn: FOREIGN, type: "STANDARD" }))).toEqual(["danger"]);
    expect(levels(created("aws_eks_access_entry.a", { principal_arn: OWN, type: "STANDARD" }))).toEqual([]);
  });

  test.each([
    ["AdministratorAccess", ["danger"]],
    ["IAMFullAccess", ["danger"]],
    ["AmazonS3FullAccess", ["danger"]],
    ["SomethingThatNobodyKnows", ["danger"]],
    ["AmazonEKSWorkerNodePolicy", []],
  ])("%s: %j", (name, severities) => {
    const arn = `arn:aws:iam::aws:policy/${name}`;
    expect(levels(created("aws_iam_role_policy_attachment.a", { role: "r", policy_arn: arn }))).toEqual(severities);
    expect(
      levels(updated("aws_iam_role.a", { name: "r", managed_policy_arns: [] }, { managed_policy_arns: [arn] })),
    ).toEqual(severities);
  });

  test("keys that do not expire, and the way over a ConfigMap, are told", () => {
    expect(levels(created("aws_iam_access_key.a", { user: "u" }))).toEqual(["warning"]);
    const mode = (name: string) => ({ access_config: [{ authentication_mode: name }] });
    expect(levels(updated("aws_eks_cluster.a", mode("API"), mode("API_AND_CONFIG_MAP")))).toEqual(["warning"]);
    expect(levels(updated("aws_eks_cluster.a", mode("API_AND_CONFIG_MAP"), mode("API")))).toEqual([]);
  });
});

describe("settings", () => {
  const ALL = {
    block_public_acls: true,
    block_public_policy: true,
    ignore_public_acls: true,
    restrict_public_buckets: true,
  };
  const block = "aws_s3_bucket_public_access_block.a";

  test("what keeps a bucket from being public", () => {
    expect(levels(updated(block, { bucket: "b", ...ALL }, { block_public_policy: false }))).toEqual(["danger"]);
    expect(levels(deleted(block, { bucket: "b", ...ALL }))).toEqual(["danger"]);
    expect(levels(deleted(block, { bucket: "b" }), deleted("aws_s3_bucket.b", { bucket: "b" }))).toEqual([]);
    expect(
      levels(deleted(block, { bucket: "b" }), created("aws_s3_bucket_public_access_block.b", { bucket: "b", ...ALL })),
    ).toEqual([]);
    expect(levels(created(block, { bucket: "b", ...ALL }))).toEqual([]);
    expect(levels(created(block, { bucket: "b", ...ALL, block_public_acls: false }))).toEqual(["danger"]);
  });

  test.each([
    ["a volume in clear", "aws_ebs_volume.a", { encrypted: true }, { encrypted: false }, "danger"],
    [
      "disks of nodes in clear",
      "aws_launch_template.a",
      { block_device_mappings: [{ ebs: [{ encrypted: "true" }] }] },
      { block_device_mappings: [{ ebs: [{ encrypted: "false" }] }] },
      "danger",
    ],
    [
      "a database on the internet",
      "aws_db_instance.a",
      { publicly_accessible: false },
      { publicly_accessible: true },
      "danger",
    ],
    [
      "a key that no longer rotates",
      "aws_kms_key.a",
      { enable_key_rotation: true },
      { enable_key_rotation: false },
      "warning",
    ],
    [
      "old calls for credentials",
      "aws_launch_template.a",
      { metadata_options: [{ http_tokens: "required" }] },
      { metadata_options: [{ http_tokens: "optional" }] },
      "warning",
    ],
    [
      "public addresses",
      "aws_subnet.a",
      { map_public_ip_on_launch: false },
      { map_public_ip_on_launch: true },
      "warning",
    ],
    [
      "a key of AWS",
      "aws_s3_bucket_server_side_encryption_configuration.a",
      { rule: [{ x: [{ sse_algorithm: "aws:kms" }] }] },
      { rule: [{ x: [{ sse_algorithm: "AES256" }] }] },
      "warning",
    ],
    ["logs without a key of ours", "aws_cloudwatch_log_group.a", { kms_key_id: "k" }, { kms_key_id: null }, "warning"],
    [
      "fewer logs of the control plane",
      "aws_eks_cluster.a",
      { enabled_cluster_log_types: ["api", "audit"] },
      { enabled_cluster_log_types: ["api"] },
      "danger",
    ],
  ])("%s: %s", (_, address, before, after, severity) => {
    expect(levels(updated(address, before, after))).toEqual([severity]);
    expect(levels(updated(address, after, before))).toEqual([]);
  });

  test("something new in clear, or public, is a danger; what is left out has its default", () => {
    expect(levels(created("aws_ebs_volume.a", { encrypted: false }))).toEqual(["danger"]);
    expect(levels(created("aws_ebs_volume.a", { encrypted: null }))).toEqual([]);
    expect(
      levels(created("aws_launch_template.a", { block_device_mappings: [{ ebs: [{ encrypted: "false" }] }] })),
    ).toEqual(["danger"]);
    expect(levels(created("aws_db_instance.a", { publicly_accessible: true }))).toEqual(["danger"]);
    expect(levels(created("aws_lb.a", { name: "l", internal: false }))).toEqual(["danger"]);
    expect(levels(created("aws_lb.a", { name: "l", internal: true }))).toEqual([]);
    expect(levels(created("aws_s3_bucket_acl.a", { bucket: "b", acl: "public-read" }))).toEqual(["danger"]);
    expect(levels(created("aws_s3_bucket_acl.a", { bucket: "b", acl: "private" }))).toEqual([]);
    expect(levels(created("aws_lambda_function_url.a", { authorization_type: "NONE" }))).toEqual(["danger"]);
    expect(levels(created("aws_lambda_function_url.a", { authorization_type: "AWS_IAM" }))).toEqual([]);
  });

  test("who no longer watches is a danger, unless what it watches goes", () => {
    expect(levels(deleted("aws_flow_log.a", { vpc_id: "vpc-1" }))).toEqual(["danger"]);
    expect(levels(deleted("aws_flow_log.a", { vpc_id: "vpc-1" }), deleted("aws_vpc.a", { id: "vpc-1" }))).toEqual([]);
    expect(levels(replaced("aws_flow_log.a", { vpc_id: "vpc-1" }, { x: 1 }))).toEqual([]);
    expect(levels(deleted("aws_cloudtrail.a", {}))).toEqual(["danger"]);
  });

  test("encryption of a bucket that nobody sets any more is that of AWS", () => {
    const encryption = deleted("aws_s3_bucket_server_side_encryption_configuration.a", { bucket: "b" });
    expect(levels(encryption)).toEqual(["warning"]);
    expect(levels(encryption, deleted("aws_s3_bucket.b", { bucket: "b" }))).toEqual([]);
  });

  test("what nodes run as root is shown line by line", () => {
    const template = (script: string) => ({ name: "t", user_data: Buffer.from(script).toString("base64") });
    const finding = only(
      "security",
      plan(updated("aws_launch_template.a", template("#!/bin/bash\na\n"), template("#!/bin/bash\nb\n"))),
    );
    expect(finding).toMatchObject({ severity: "warning", details: ["- a", "+ b"] });
    const long = (letter: string) => template(Array.from({ length: 30 }, (_, index) => `${letter}${index}`).join("\n"));
    expect(only("security", plan(updated("aws_launch_template.a", long("a"), long("b")))).details).toHaveLength(21);
  });
});

describe("the boundary of a pipeline's roles", () => {
  const ci = { kind: "github", repository: "acme/railyard" } as const;
  const everything = json({ Statement: [{ Effect: "Allow", Action: "ec2:*", Resource: "*" }] });
  const policy = (name: string) => created("aws_iam_policy.boundary", { name, policy: everything });
  const finding = (name: string, after: Reviewed["after"]) =>
    only("security", { before: {}, after, plans: { bootstrap: [policy(name)] } });

  test("gives nothing: it is told, with what it lets be given, and needs no acknowledgement", () => {
    const boundary = finding("sample-ci-boundary", { ci });
    expect(boundary.severity).toBe("warning");
    expect(boundary.text).toContain("is a permissions boundary: it gives nothing");
    expect(boundary.text).toMatch(/Up to: every action of ec2 on everything\..*Now up to: ec2:\*/s);
  });

  test.each([
    ["another policy that says the same", "sample-ci-deploy", { ci }],
    ["that name where there is no pipeline", "sample-ci-boundary", {}],
  ])("%s is a danger", (_what, name, after) => expect(finding(name, after).severity).toBe("danger"));
});
