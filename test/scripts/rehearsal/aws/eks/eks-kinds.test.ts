import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cloud } from "../../../../../scripts/rehearsal/cloud/cloud";
import { createApi } from "../../../../../scripts/rehearsal/cloud/create-api";
import type { Refusal } from "../../../../../scripts/rehearsal/cloud/resource-kind";
import { KINDS } from "../../../../../scripts/rehearsal/kinds";
import { applyCreate, applyDelete, applyUpdate, type Applied } from "../../../../../scripts/rehearsal/provider/apply";
import { UNKNOWN, type Attributes } from "../../../../../scripts/rehearsal/value";
import { role, roleArn, subnet } from "../eks-objects";
import { cloudObject } from "../fake-cloud";

const folder = mkdtempSync(join(tmpdir(), "eks-kinds-"));
afterAll(() => rmSync(folder, { recursive: true }));

let cloud: Cloud;
let count = 0;
beforeEach(() => {
  cloud = new Cloud(join(folder, `${count++}.jsonl`));
  const network = [
    subnet("subnet-a", "us-west-2a"),
    subnet("subnet-b", "us-west-2b"),
    cloudObject("aws_vpc", "vpc-1", { cidr_block: "10.0.0.0/16" }),
  ];
  const roles = [
    role("eks", "eks.amazonaws.com"),
    role("nodes", "ec2.amazonaws.com"),
    role("cni", "pods.eks.amazonaws.com", ["sts:AssumeRole", "sts:TagSession"]),
  ];
  for (const object of [...network, ...roles]) cloud.put(object);
});

const props = (type: string, content: string) => ({
  type,
  kind: KINDS[type]!,
  kinds: KINDS,
  cloud,
  api: createApi({ cloud, account: "123456789012", region: "us-west-2", content, makes: true }),
});
const joined = (refusals: readonly Refusal[]) => refusals.map(({ code, message }) => `${code}: ${message}`).join("\n");
const create = (type: string, planned: Attributes) => applyCreate(props(type, JSON.stringify(planned)), planned);
const state = (applied: Applied) => {
  if ("refusals" in applied) throw new Error(joined(applied.refusals));
  return applied.state;
};
const refused = (applied: Applied) => ("refusals" in applied ? joined(applied.refusals) : "");
const remove = (type: string, prior: Attributes) => joined(applyDelete(props(type, "delete"), prior));

const CLUSTER = {
  id: UNKNOWN,
  name: "research",
  role_arn: roleArn("eks"),
  version: "1.36",
  access_config: [{ authentication_mode: "API", bootstrap_cluster_creator_admin_permissions: false }],
  vpc_config: [
    {
      subnet_ids: ["subnet-a", "subnet-b"],
      endpoint_private_access: true,
      endpoint_public_access: false,
      cluster_security_group_id: UNKNOWN,
      vpc_id: UNKNOWN,
    },
  ],
};
const GROUP = {
  id: UNKNOWN,
  cluster_name: "research",
  node_group_name: "system",
  node_role_arn: roleArn("nodes"),
  subnet_ids: ["subnet-a"],
  ami_type: "AL2023_x86_64_STANDARD",
  version: UNKNOWN,
  resources: UNKNOWN,
  scaling_config: [{ min_size: 1, desired_size: 1, max_size: 2 }],
};
const cluster = () => state(create("aws_eks_cluster", CLUSTER));
const group = () => state(create("aws_eks_node_group", GROUP));

test("a cluster is made once, with its own security group in its network", () => {
  const [vpc] = cluster()["vpc_config"] as readonly Attributes[];
  expect(vpc!["vpc_id"]).toBe("vpc-1");
  expect(cloud.get("aws_security_group", vpc!["cluster_security_group_id"] as string)?.attributes["vpc_id"]).toBe(
    "vpc-1",
  );
  expect(refused(create("aws_eks_cluster", CLUSTER))).toMatch(/^ResourceInUseException/);
});

test("a cluster goes after its node groups, and its subnets after both", () => {
  const made = cluster();
  const nodes = group();
  expect(remove("aws_eks_cluster", made)).toMatch(/^ResourceInUseException: .*aws_eks_node_group/);
  expect(remove("aws_eks_node_group", nodes)).toBe("");
  expect(remove("aws_subnet", { id: "subnet-a" })).toMatch(/^DependencyViolation: .*aws_eks_cluster/);
  expect(remove("aws_eks_cluster", made)).toBe("");
  expect(remove("aws_subnet", { id: "subnet-a" })).toBe("");
  expect(cloud.all("aws_security_group")).toEqual([]);
});

test("nodes need a cluster, and follow its version", () => {
  expect(refused(create("aws_eks_node_group", GROUP))).toMatch(/^ResourceNotFoundException: cluster_name/);
  cluster();
  expect(group()["version"]).toBe("1.36");
  expect(refused(create("aws_eks_node_group", { ...GROUP, node_group_name: "old", version: "1.35" }))).toMatch(
    /version is 1\.35/,
  );
});

test("a schedule names the Auto Scaling group of its nodes", () => {
  cluster();
  const [resources] = group()["resources"] as unknown as { autoscaling_groups: { name: string }[] }[];
  const schedule = (name: string) =>
    create("aws_autoscaling_schedule", {
      id: UNKNOWN,
      arn: UNKNOWN,
      scheduled_action_name: "night",
      autoscaling_group_name: name,
      recurrence: "0 22 * * *",
      min_size: 0,
      desired_capacity: 0,
      max_size: -1,
    });
  const { name } = resources!.autoscaling_groups[0]!;
  expect(refused(schedule(name))).toBe("");
  expect(refused(schedule(`${name}x`))).toMatch(/^ValidationError: autoscaling_group_name/);
});

test("a service account has one role, given by an add-on or by itself", () => {
  cluster();
  const identity = { role_arn: roleArn("cni"), service_account: "aws-node" };
  const addon = {
    id: UNKNOWN,
    cluster_name: "research",
    addon_name: "vpc-cni",
    pod_identity_association: [identity],
  };
  const own = { id: UNKNOWN, cluster_name: "research", namespace: "kube-system", ...identity };
  const made = state(create("aws_eks_addon", addon));
  expect(refused(create("aws_eks_pod_identity_association", own))).toMatch(/^ResourceInUseException/);
  expect(remove("aws_eks_addon", made)).toBe("");
  expect(refused(create("aws_eks_pod_identity_association", own))).toBe("");
  expect(refused(create("aws_eks_addon", addon))).toMatch(/^ResourceInUseException/);
});

test("an access policy needs its entry, and both the cluster", () => {
  const entry = { id: UNKNOWN, cluster_name: "research", principal_arn: roleArn("nodes"), type: "STANDARD" };
  const policy = {
    id: UNKNOWN,
    cluster_name: "research",
    principal_arn: roleArn("nodes"),
    policy_arn: "arn:aws:eks::aws:cluster-access-policy/AmazonEKSViewPolicy",
    access_scope: [{ type: "cluster" }],
  };
  expect(refused(create("aws_eks_access_entry", entry))).toMatch(/^ResourceNotFoundException/);
  cluster();
  expect(refused(create("aws_eks_access_policy_association", policy))).toMatch(
    /^ResourceNotFoundException: The specified/,
  );
  expect(refused(create("aws_eks_access_entry", entry))).toBe("");
  expect(refused(create("aws_eks_access_entry", entry))).toMatch(/^ResourceInUseException/);
  expect(refused(create("aws_eks_access_policy_association", policy))).toBe("");
});

test("a cluster is upgraded in place, one minor at a time, and its nodes after it", () => {
  const made = cluster();
  const nodes = group();
  const update = (type: string, prior: Attributes, version: string) =>
    applyUpdate(props(type, version), prior, { ...prior, version });
  expect(refused(update("aws_eks_node_group", nodes, "1.37"))).toMatch(/version is 1\.37/);
  const upgraded = state(update("aws_eks_cluster", made, "1.37"));
  expect(upgraded["id"]).toBe("research");
  expect(upgraded["vpc_config"]).toEqual(made["vpc_config"]);
  expect(state(update("aws_eks_node_group", nodes, "1.37"))["version"]).toBe("1.37");
  expect(refused(update("aws_eks_cluster", upgraded, "1.36"))).toMatch(/nodes must go back before/);
});
