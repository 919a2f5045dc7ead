import { EKS_DATA } from "../../../../../scripts/rehearsal/aws/eks/eks-data";
import { addonVersion } from "../../../../../config/facts/versions";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cluster } from "../eks-objects";
import { fakeCloud } from "../fake-cloud";

const STATE = {
  endpoint: "https://1.gr7.us-west-2.eks.amazonaws.com",
  certificate_authority: [{ data: "LS0t" }],
  access_config: [{ authentication_mode: "API", bootstrap_cluster_creator_admin_permissions: false }],
  vpc_config: [{ vpc_id: "vpc-1", subnet_ids: ["subnet-a"], endpoint_private_access: true }],
  kubernetes_network_config: [{ service_ipv4_cidr: "172.20.0.0/16", elastic_load_balancing: [{ enabled: false }] }],
  enabled_cluster_log_types: ["api"],
  force_update_version: true,
  tags_all: { team: "a" },
};
const cloud = fakeCloud({ objects: [cluster(STATE)] });
const read = (type: string, config: Attributes) => EKS_DATA[type]!.read(config, cloud);

describe("a cluster", () => {
  test("is found by its name", () => {
    expect(read("aws_eks_cluster", { name: "research" })).toMatchObject({
      id: "research",
      version: "1.36",
      endpoint: STATE.endpoint,
      certificate_authority: STATE.certificate_authority,
      access_config: STATE.access_config,
      kubernetes_network_config: STATE.kubernetes_network_config,
      vpc_config: STATE.vpc_config,
      enabled_cluster_log_types: ["api"],
      tags: { team: "a" },
    });
  });

  test("shows every part of a block, and nothing of the provider's own switches", () => {
    const found = read("aws_eks_cluster", { name: "research" }) as Attributes;
    expect(Object.keys((found["vpc_config"] as Attributes[])[0]!)).toEqual([
      "cluster_security_group_id",
      "endpoint_private_access",
      "endpoint_public_access",
      "public_access_cidrs",
      "security_group_ids",
      "subnet_ids",
      "vpc_id",
    ]);
    expect(found["compute_config"]).toEqual([]);
    expect(found).not.toHaveProperty("force_update_version");
  });

  test("is missed when it is not there", () => {
    expect(read("aws_eks_cluster", { name: "none" })).toMatchObject({ code: "ResourceNotFoundException" });
  });
});

describe("a cluster that says little", () => {
  const bare = fakeCloud({ objects: [cluster({ tags: { team: "b" } })] });
  const found = EKS_DATA["aws_eks_cluster"]!.read({ name: "research" }, bare) as Attributes;

  test("has empty blocks and nothing for what is not there", () => {
    expect(found["vpc_config"]).toEqual([]);
    expect(found["zonal_shift_config"]).toEqual([]);
    expect(found["endpoint"]).toBeNull();
    expect(found["enabled_cluster_log_types"]).toEqual([]);
    expect(found["access_config"]).toEqual([
      { authentication_mode: "API", bootstrap_cluster_creator_admin_permissions: null },
    ]);
  });

  test("has its own tags where the provider has none", () => {
    expect(found["tags"]).toEqual({ team: "b" });
    const untagged = fakeCloud({ objects: [cluster()] });
    expect(EKS_DATA["aws_eks_cluster"]!.read({ name: "research" }, untagged)).toMatchObject({ tags: {} });
  });
});

test("gives a token for any name, another one for another cluster", () => {
  const token = (name: string) => (read("aws_eks_cluster_auth", { name }) as Attributes)["token"] as string;
  const [prefix, request] = token("research").split(".");
  expect(prefix).toBe("k8s-aws-v1");
  expect(Buffer.from(request!, "base64url").toString()).toMatch(
    /^https:\/\/sts\.us-west-2\.amazonaws\.com\/\?Action=GetCallerIdentity&cluster=research&/,
  );
  expect(token("other")).not.toBe(token("research"));
  expect(read("aws_eks_cluster_auth", { name: "research" })).toMatchObject({ id: "research" });
});

test("tells the version of an add-on for a Kubernetes version that EKS has", () => {
  const config = { addon_name: "vpc-cni", kubernetes_version: "1.36", most_recent: true };
  expect(read("aws_eks_addon_version", config)).toEqual({ id: "vpc-cni", version: addonVersion("vpc-cni", "1.36") });
  expect(read("aws_eks_addon_version", { ...config, kubernetes_version: "1.20" })).toMatchObject({
    code: "InvalidParameterException",
  });
});
