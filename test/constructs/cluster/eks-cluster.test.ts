import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { EksAccessEntry } from "@cdktf/provider-aws/lib/eks-access-entry";
import { EksAccessPolicyAssociation } from "@cdktf/provider-aws/lib/eks-access-policy-association";
import { EksCluster as AwsEksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { TerraformOutput } from "cdktf";
import { EksCluster, type EksClusterProps } from "../../../constructs/cluster/eks-cluster";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const props: EksClusterProps = {
  partition: "aws",
  region: "us-west-2",
  accountId: "111122223333",
  clusterName: "research",
  roleName: "research-control-plane",
  kubernetesVersion: "1.34",
  subnetIds: ["subnet-a", "subnet-b"],
  serviceCidr: "172.20.0.0/16",
  endpoint: { kind: "private", privateCidrs: ["10.20.0.0/16"] },
  admins: { pipeline: "arn:aws:iam::111122223333:role/pipeline" },
  secretsKeyArn: "arn:aws:kms:us-west-2:111122223333:key/1",
  logRetentionDays: 90,
  logicalId: "cluster",
};

const synth = (changes: Partial<EksClusterProps> = {}): Json =>
  synthStack((stack) => void new EksCluster(stack, "eks", { ...props, ...changes }));
const clusterOf = (changes: Partial<EksClusterProps> = {}): Json => only(synth(changes), AwsEksCluster);

describe("EksCluster", () => {
  test("makes the cluster it is asked for, in a role of its own", () => {
    expect(clusterOf()).toMatchObject({
      name: "research",
      version: "1.34",
      role_arn: expect.stringMatching(/^\$\{aws_iam_role\..+\.arn\}$/),
      vpc_config: { subnet_ids: ["subnet-a", "subnet-b"] },
      kubernetes_network_config: { ip_family: "ipv4", service_ipv4_cidr: "172.20.0.0/16" },
      tags: { Name: "research" },
    });
  });

  test("encrypts secrets with the given key", () => {
    expect(clusterOf().encryption_config).toEqual({
      resources: ["secrets"],
      provider: { key_arn: "arn:aws:kms:us-west-2:111122223333:key/1" },
    });
  });

  test("comes without add-ons: they are made in order, and pinned", () => {
    expect(clusterOf().bootstrap_self_managed_addons).toBe(false);
  });

  test("keeps its logical ids, whatever the construct path", () => {
    const json = synth({ logicalId: "eks_v1" });
    expect(Object.keys(resources(json, AwsEksCluster))).toEqual(["eks_v1"]);
    expect(Object.keys(resources(json, CloudwatchLogGroup))).toEqual(["eks_v1_logs"]);
  });

  test("cannot be destroyed, by Terraform or in the console, unless told so", () => {
    expect(clusterOf()).toMatchObject({ deletion_protection: true, lifecycle: { prevent_destroy: true } });
    const json = synth({ deletionProtection: false, preventDestroy: false });
    expect(only(json, AwsEksCluster).deletion_protection).toBe(false);
    expect(only(json, AwsEksCluster).lifecycle).toBeUndefined();
    expect(only(json, CloudwatchLogGroup).lifecycle).toBeUndefined();
  });

  test("ignores no change", () => {
    expect(JSON.stringify(synth())).not.toContain("ignore_changes");
  });

  test("adds security groups to the control plane when given", () => {
    expect(clusterOf({ securityGroupIds: ["sg-1"] }).vpc_config.security_group_ids).toEqual(["sg-1"]);
    expect(clusterOf().vpc_config).not.toHaveProperty("security_group_ids");
  });

  test.each(["STANDARD", "EXTENDED"] as const)("has the support type %s when asked", (supportType) => {
    expect(clusterOf({ supportType }).upgrade_policy).toEqual({ support_type: supportType });
  });

  test("does not pay for extended support by default", () => {
    expect(clusterOf().upgrade_policy).toEqual({ support_type: "STANDARD" });
  });

  test("has a control plane of fixed size only when asked", () => {
    expect(clusterOf({ controlPlaneTier: "tier-2xl" }).control_plane_scaling_config).toEqual({ tier: "tier-2xl" });
    expect(clusterOf()).not.toHaveProperty("control_plane_scaling_config");
  });

  test.each([true, false])("sets zonal shift to %p when asked, and leaves it alone otherwise", (zonalShift) => {
    expect(clusterOf({ zonalShift }).zonal_shift_config).toEqual({ enabled: zonalShift });
    expect(clusterOf()).not.toHaveProperty("zonal_shift_config");
  });

  test("exposes what nodes, charts and add-ons need", () => {
    const json = synthStack((stack) => {
      const c = new EksCluster(stack, "eks", props);
      const value = [
        c.clusterName,
        c.clusterArn,
        c.version,
        c.endpoint,
        c.certificateAuthority,
        c.clusterSecurityGroupId,
        c.serviceCidr,
        c.oidcIssuer,
      ];
      new TerraformOutput(stack, "out", { value });
    });
    expect(json.output.out.value).toEqual([
      "${aws_eks_cluster.cluster.name}",
      "${aws_eks_cluster.cluster.arn}",
      "${aws_eks_cluster.cluster.version}",
      "${aws_eks_cluster.cluster.endpoint}",
      "${aws_eks_cluster.cluster.certificate_authority[0].data}",
      "${aws_eks_cluster.cluster.vpc_config[0].cluster_security_group_id}",
      "${aws_eks_cluster.cluster.kubernetes_network_config[0].service_ipv4_cidr}",
      "${aws_eks_cluster.cluster.identity[0].oidc[0].issuer}",
    ]);
  });

  test("fails with one subnet", () => {
    expect(() => synth({ subnetIds: ["subnet-a"] })).toThrow(/1 subnet given.*at least two/);
  });
});

describe("access to an EksCluster", () => {
  test("goes through entries, not through having made the cluster", () => {
    expect(clusterOf().access_config).toEqual({
      authentication_mode: "API",
      bootstrap_cluster_creator_admin_permissions: false,
    });
  });

  test("may still use the config map", () => {
    const { access_config } = clusterOf({ authenticationMode: "API_AND_CONFIG_MAP" });
    expect(access_config.authentication_mode).toBe("API_AND_CONFIG_MAP");
  });

  test("is given to each admin for everything", () => {
    const json = synth({ admins: { pipeline: "arn:aws:iam::1:role/a", people: "arn:aws:iam::1:role/b" } });
    const principals = Object.values(resources(json, EksAccessEntry)).map((entry) => entry.principal_arn);
    expect(principals.sort()).toEqual(["arn:aws:iam::1:role/a", "arn:aws:iam::1:role/b"]);
    for (const association of Object.values(resources(json, EksAccessPolicyAssociation)))
      expect(association).toMatchObject({
        cluster_name: "${aws_eks_cluster.cluster.name}",
        policy_arn: "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy",
        access_scope: { type: "cluster" },
      });
  });

  test("keeps the entry of an admin when others come", () => {
    const ids = (admins: Record<string, string>) => Object.keys(resources(synth({ admins }), EksAccessEntry));
    const before = ids({ pipeline: "arn:aws:iam::1:role/a" });
    expect(ids({ people: "arn:aws:iam::1:role/b", pipeline: "arn:aws:iam::1:role/a" })).toEqual(
      expect.arrayContaining(before),
    );
  });

  test("fails when nobody has it", () => {
    expect(() => synth({ admins: {} })).toThrow(/no admins given.*role of the pipeline/);
  });

  test("fails when one principal has it twice", () => {
    expect(() => synth({ admins: { a: "arn:aws:iam::1:role/a", b: "arn:aws:iam::1:role/a" } })).toThrow(
      "arn:aws:iam::1:role/a is an admin twice",
    );
  });
});

describe("the API of an EksCluster", () => {
  test("is private when asked", () => {
    expect(clusterOf().vpc_config).toMatchObject({ endpoint_private_access: true, endpoint_public_access: false });
    expect(clusterOf().vpc_config).not.toHaveProperty("public_access_cidrs");
  });

  test("is public for the named ranges, and still private for nodes", () => {
    const { vpc_config } = clusterOf({
      endpoint: { kind: "public-and-private", allowedCidrs: ["192.0.2.0/24"], privateCidrs: [] },
    });
    expect(vpc_config).toMatchObject({
      endpoint_private_access: true,
      endpoint_public_access: true,
      public_access_cidrs: ["192.0.2.0/24"],
    });
  });

  test("is public alone when asked", () => {
    const endpoint = { kind: "public", allowedCidrs: ["192.0.2.0/24"], privateCidrs: [] } as const;
    expect(clusterOf({ endpoint }).vpc_config).toMatchObject({
      endpoint_private_access: false,
      endpoint_public_access: true,
      public_access_cidrs: ["192.0.2.0/24"],
    });
    expect(rules(endpoint)).toEqual({});
  });

  const rules = (endpoint: EksClusterProps["endpoint"]) => resources(synth({ endpoint }), VpcSecurityGroupIngressRule);

  test.each<EksClusterProps["endpoint"]>([
    { kind: "private", privateCidrs: ["10.20.0.0/16", "10.200.0.0/24"] },
    { kind: "public-and-private", allowedCidrs: ["192.0.2.0/24"], privateCidrs: ["10.20.0.0/16", "10.200.0.0/24"] },
  ])("answers each of the blocks that may call its private endpoint ($kind)", (endpoint) => {
    const calls = {
      security_group_id: "${aws_eks_cluster.cluster.vpc_config[0].cluster_security_group_id}",
      ip_protocol: "tcp",
      from_port: 443,
      to_port: 443,
    };
    expect(Object.values(rules(endpoint))).toEqual([
      expect.objectContaining({ ...calls, cidr_ipv4: "10.20.0.0/16" }),
      expect.objectContaining({ ...calls, cidr_ipv4: "10.200.0.0/24" }),
    ]);
  });

  test("keeps the rule of a block when another one comes before it", () => {
    const [only = ""] = Object.keys(rules({ kind: "private", privateCidrs: ["10.20.0.0/16"] }));
    const both = rules({ kind: "private", privateCidrs: ["10.0.0.0/16", "10.20.0.0/16"] });
    expect(both[only].cidr_ipv4).toBe("10.20.0.0/16");
    expect(Object.keys(both)).toHaveLength(2);
  });

  test("answers nodes alone when no block is named", () => {
    expect(rules({ kind: "private", privateCidrs: [] })).toEqual({});
  });

  test("fails when public for nobody in particular, which AWS takes as everybody", () => {
    expect(() => synth({ endpoint: { kind: "public-and-private", allowedCidrs: [], privateCidrs: [] } })).toThrow(
      /allowedCidrs is empty.*0\.0\.0\.0\/0/,
    );
  });
});

describe("the logs of an EksCluster", () => {
  test("are all five, in a group with retention and key", () => {
    const json = synth({ logsKeyArn: "arn:key" });
    expect(only(json, AwsEksCluster).enabled_cluster_log_types).toEqual([
      "api",
      "audit",
      "authenticator",
      "controllerManager",
      "scheduler",
    ]);
    expect(only(json, CloudwatchLogGroup)).toMatchObject({
      name: "/aws/eks/research/cluster",
      retention_in_days: 90,
      kms_key_id: "arn:key",
      tags: { Name: "/aws/eks/research/cluster" },
      lifecycle: { prevent_destroy: true },
    });
  });

  test("have their group before the cluster, which would make one without retention; the role has its policy", () => {
    expect(clusterOf().depends_on).toEqual([
      expect.stringMatching(/^aws_iam_role_policy_attachment\./),
      "aws_cloudwatch_log_group.cluster_logs",
    ]);
  });

  test("can be fewer", () => {
    expect(clusterOf({ logs: ["audit"] }).enabled_cluster_log_types).toEqual(["audit"]);
  });

  test("can be off, and then there is no group", () => {
    const json = synth({ logs: [] });
    expect(only(json, AwsEksCluster).enabled_cluster_log_types).toEqual([]);
    expect(resources(json, CloudwatchLogGroup)).toEqual({});
  });
});
