import { EKS_CLUSTER_KINDS } from "../../../../../scripts/rehearsal/aws/eks/eks-cluster";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { role, roleArn, subnet } from "../eks-objects";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText, refusalsOf } from "../refusal-text";

const kind = EKS_CLUSTER_KINDS["aws_eks_cluster"]!;
const OBJECTS = [role("eks", "eks.amazonaws.com"), subnet("subnet-a", "us-west-2a"), subnet("subnet-b", "us-west-2b")];
const cloud = fakeCloud({ objects: OBJECTS });
const CLUSTER = {
  name: "research",
  role_arn: roleArn("eks"),
  version: "1.36",
  enabled_cluster_log_types: ["api"],
  access_config: [{ authentication_mode: "API", bootstrap_cluster_creator_admin_permissions: false }],
  kubernetes_network_config: [{ ip_family: "ipv4", service_ipv4_cidr: "172.20.0.0/16", elastic_load_balancing: [] }],
  vpc_config: [{ subnet_ids: ["subnet-a", "subnet-b"], endpoint_private_access: true, endpoint_public_access: false }],
};
const made = (change: Attributes = {}, api = cloud) => kind.create({ ...CLUSTER, ...change }, api);
const block = (attributes: Attributes, name: string) => (attributes[name] as readonly Attributes[])[0]!;

describe("a change", () => {
  test("replaces the cluster for what EKS cannot change, and for nothing of its network but the addresses of services", () => {
    expect(kind.forcesNew).toEqual([
      "access_config.bootstrap_cluster_creator_admin_permissions",
      "bootstrap_self_managed_addons",
      "kubernetes_network_config.ip_family",
      "kubernetes_network_config.service_ipv4_cidr",
      "name",
      "outpost_config.control_plane_instance_type",
      "outpost_config.control_plane_placement.group_name",
      "role_arn",
    ]);
  });

  test("replaces the cluster when encryption is taken away, and not when it is added", () => {
    const encrypted = { encryption_config: [{ resources: ["secrets"] }] };
    expect(kind.forcesNewWhen!(encrypted, {})).toEqual(["encryption_config"]);
    expect(kind.forcesNewWhen!({}, encrypted)).toEqual([]);
    expect(kind.forcesNewWhen!(encrypted, encrypted)).toEqual([]);
  });

  test("replaces the cluster when nodes of Auto Mode get another role", () => {
    const auto = (node_role_arn: string | null, more: Attributes = {}) => ({
      compute_config: [{ enabled: true, node_pools: ["system"], node_role_arn, ...more }],
    });
    expect(kind.forcesNewWhen!(auto("a"), auto("b"))).toEqual(["compute_config.node_role_arn"]);
    expect(kind.forcesNewWhen!(auto("a"), auto(null))).toEqual(["compute_config.node_role_arn"]);
    expect(kind.forcesNewWhen!(auto("a"), auto("a"))).toEqual([]);
    expect(kind.forcesNewWhen!(auto(null), auto("a"))).toEqual([]);
    expect(kind.forcesNewWhen!(auto("a"), auto(null, { enabled: false }))).toEqual([]);
    expect(kind.forcesNewWhen!(auto("a"), auto(null, { node_pools: [] }))).toEqual([]);
    expect(kind.forcesNewWhen!(auto("a"), {})).toEqual([]);
  });
});

test("has a public endpoint and add-ons of its own, if nobody says otherwise", () => {
  expect(kind.defaults).toEqual({
    bootstrap_self_managed_addons: true,
    "vpc_config.endpoint_private_access": false,
    "vpc_config.endpoint_public_access": true,
  });
});

test("exists once in the Region, and keeps its subnets and security groups", () => {
  expect(kind.unique).toEqual([expect.objectContaining({ by: ["name"], code: "ResourceInUseException" })]);
  expect(kind.references).toEqual([
    { path: "role_arn", to: ["aws_iam_role"], by: "arn", missing: "InvalidParameterException" },
    {
      path: "vpc_config.subnet_ids",
      to: ["aws_subnet"],
      missing: "InvalidParameterException",
      holds: "DependencyViolation",
    },
    {
      path: "vpc_config.security_group_ids",
      to: ["aws_security_group"],
      missing: "InvalidParameterException",
      holds: "DependencyViolation",
    },
  ]);
});

describe("a new cluster", () => {
  test("has an endpoint, and an issuer of tokens with the same id", () => {
    const { endpoint, identity } = made();
    const [, id] = /^https:\/\/([0-9A-F]{32})\.gr7\.us-west-2\.eks\.amazonaws\.com$/.exec(endpoint as string) ?? [];
    expect(id).toBeDefined();
    expect(identity).toEqual([{ oidc: [{ issuer: `https://oidc.eks.us-west-2.amazonaws.com/id/${id}` }] }]);
  });

  test("has the domain of its partition", () => {
    const china = made({}, fakeCloud({ partition: "aws-cn", region: "cn-north-1" }));
    expect(china["endpoint"]).toMatch(/\.gr7\.cn-north-1\.eks\.amazonaws\.com\.cn$/);
    expect(china["arn"]).toBe("arn:aws-cn:eks:cn-north-1:123456789012:cluster/research");
  });

  test("has a certificate in base64 that is the same every time", () => {
    const { data } = block(made(), "certificate_authority");
    const pem = Buffer.from(data as string, "base64").toString();
    expect(pem).toMatch(/^-----BEGIN CERTIFICATE-----\n([A-Za-z0-9+/=]{1,64}\n)+-----END CERTIFICATE-----\n$/);
    expect(block(made(), "certificate_authority")["data"]).toBe(data);
  });

  test("is active, with what it was given", () => {
    expect(made()).toMatchObject({ deletion_protection: false, cluster_id: null });
    expect(made()).toMatchObject({ id: "research", status: "ACTIVE", version: "1.36", platform_version: "eks.1" });
    expect(made({ version: null })["version"]).toMatch(/^1\.\d+$/);
    expect(block(made(), "access_config")).toEqual(CLUSTER.access_config[0]);
    expect(block(made(), "kubernetes_network_config")).toMatchObject({ service_ipv4_cidr: "172.20.0.0/16" });
  });

  test("is in the network of its subnets, with a security group of its own", () => {
    const vpc = block(made(), "vpc_config");
    expect(vpc).toMatchObject({ vpc_id: "vpc-1", public_access_cidrs: ["0.0.0.0/0"], endpoint_public_access: false });
    expect(vpc["cluster_security_group_id"]).toMatch(/^sg-[0-9a-f]{17}$/);
  });

  test("has what EKS fills in", () => {
    const open = {
      access_config: [{}],
      kubernetes_network_config: [{ elastic_load_balancing: [{}] }],
      control_plane_scaling_config: [{}],
      storage_config: [{ block_storage: [{}] }],
      upgrade_policy: [{}],
      compute_config: [{}],
    };
    expect(made(open)).toMatchObject({
      access_config: [{ authentication_mode: "CONFIG_MAP" }],
      kubernetes_network_config: [
        { ip_family: "ipv4", service_ipv4_cidr: "10.100.0.0/16", elastic_load_balancing: [{ enabled: false }] },
      ],
      control_plane_scaling_config: [{ tier: "standard" }],
      storage_config: [{ block_storage: [{ enabled: false }] }],
      upgrade_policy: [{ support_type: "EXTENDED" }],
      compute_config: [{ enabled: false }],
    });
  });

  test("has services in one family of addresses", () => {
    const { service_ipv4_cidr, service_ipv6_cidr } = block(
      made({ kubernetes_network_config: [{ ip_family: "ipv6" }] }),
      "kubernetes_network_config",
    );
    expect([service_ipv4_cidr, service_ipv6_cidr]).toEqual([null, expect.stringMatching(/^fd.*\/108$/)]);
  });

  test("brings its security group and its log group", () => {
    const state = { ...CLUSTER, ...made() };
    const spawned = kind.spawns!(state, cloud);
    expect(spawned.map(({ type }) => type)).toEqual(["aws_security_group", "aws_cloudwatch_log_group"]);
    expect(spawned[0]).toMatchObject({
      id: block(state, "vpc_config")["cluster_security_group_id"],
      attributes: { vpc_id: "vpc-1", name: expect.stringMatching(/^eks-cluster-sg-research-\d+$/) },
    });
    expect(spawned[1]).toMatchObject({ id: "/aws/eks/research/cluster", attributes: { retention_in_days: 0 } });
  });

  test("brings no log group that is there, and none when nothing is logged", () => {
    const state = { ...CLUSTER, ...made() };
    const logs = cloudObject("aws_cloudwatch_log_group", "/aws/eks/research/cluster");
    const types = (attributes: Attributes, objects = OBJECTS) =>
      kind.spawns!(attributes, fakeCloud({ objects })).map(({ type }) => type);
    expect(types(state, [...OBJECTS, logs])).toEqual(["aws_security_group"]);
    expect(types({ ...state, enabled_cluster_log_types: [] })).toEqual(["aws_security_group"]);
  });
});

test("is refused for its settings, its network and its changes", () => {
  expect(refusalsOf(kind, cloud)(CLUSTER)).toBe("");
  expect(refusalsOf(kind, cloud)({ ...CLUSTER, name: "_" })).toMatch(/^InvalidParameterException: name/);
  const hidden = { vpc_config: [{ ...CLUSTER.vpc_config[0], endpoint_private_access: false }] };
  expect(refusalsOf(kind, cloud)({ ...CLUSTER, ...hidden })).toMatch(/public endpoint access/);
  expect(refusalsOf(kind, cloud, { ...CLUSTER, version: "1.34" })(CLUSTER)).toMatch(/one minor at a time/);
});

test("is deleted unless it is protected", () => {
  expect(refusalText(kind.refuseDelete!({ ...CLUSTER, deletion_protection: true }, cloud))).toMatch(
    /^InvalidRequestException: .*research/,
  );
  expect(refusalText(kind.refuseDelete!({ ...CLUSTER, deletion_protection: false }, cloud))).toBe("");
});
