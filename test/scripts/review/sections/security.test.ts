import { created, deleted, updated, type Planned } from "../../../helpers/plan";
import { only, findingsOf, type Reviewed } from "../../../helpers/reviewed";

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
