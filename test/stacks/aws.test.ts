import type { ClusterValues } from "../../stacks/cluster-stack";
import { nodeImage } from "../../stacks/node-image";
import { sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";
import { ec2Groups } from "../../config/sites/aws-eks/nodes/ec2-groups";

const of = (change: Change, now?: Date) => synthStacks(sample(change, now).env);
const all = (json: Json, type: string): Json[] => Object.values<Json>(json.resource?.[type] ?? {});

describe("network", () => {
  test("a cluster without a way out has an endpoint for each service that it calls", () => {
    const { network } = of({ network: { nat: "none", endpoints: "all" } });
    const services = all(network, "aws_vpc_endpoint").map((e) => e.service_name);
    expect(services).toEqual(
      expect.arrayContaining(
        ["s3", "ecr.api", "ecr.dkr", "sts", "ec2", "eks-auth", "fsx"].map((s) => `com.amazonaws.us-east-1.${s}`),
      ),
    );
    expect(all(network, "aws_nat_gateway")).toEqual([]);
  });

  test("an adopted network makes a security group and nothing else", () => {
    const { network, cluster } = of({
      network: {
        kind: "existing",
        vpcId: "vpc-0123456789abcdef0",
        cidr: "10.0.0.0/16",
        subnets: [
          { id: "subnet-0123456789abcdef0", zone: "us-east-1a", cidr: "10.0.0.0/19", tier: "private" },
          { id: "subnet-0123456789abcdef1", zone: "us-east-1b", cidr: "10.0.32.0/19", tier: "private" },
        ],
      },
    });
    expect(Object.keys(network.resource).sort()).toEqual([
      "aws_security_group",
      "aws_vpc_security_group_egress_rule",
      "aws_vpc_security_group_ingress_rule",
      // the list of what holds data, which is empty here
      "terraform_data",
    ]);
    expect(network.output.private_subnet_ids_us_east_1a.value).toBe("subnet-0123456789abcdef0");
    expect(all(cluster, "aws_eks_cluster")[0].vpc_config.subnet_ids).toHaveLength(2);
  });
});

describe("cluster", () => {
  test("keeps Local Zones out of the control plane: EKS takes no subnets there", () => {
    const zones = ["us-east-1a", "us-east-1b", "us-east-1-dfw-2a"];
    const { cluster, network } = of({ network: { zones } });
    expect(all(network, "aws_subnet").map((s) => s.availability_zone)).toContain("us-east-1-dfw-2a");
    expect(all(cluster, "aws_eks_cluster")[0].vpc_config.subnet_ids).toEqual([
      "${local.network_private_subnet_ids_us_east_1a}",
      "${local.network_private_subnet_ids_us_east_1b}",
    ]);
  });

  test("takes EKS's own version of an add-on where none is known", () => {
    const { cluster } = of({ cluster: { version: "1.37" } });
    expect(cluster.data.aws_eks_addon_version["default-coredns"]).toMatchObject({ addon_name: "coredns" });
    const coredns = all(cluster, "aws_eks_addon").find((a) => a.addon_name === "coredns");
    expect(coredns.addon_version).toBe("${data.aws_eks_addon_version.default-coredns.version}");
  });

  test("gives viewers the right to look, and no more", () => {
    const viewers = ["arn:aws:iam::111122223333:role/auditor"];
    const policies = all(of({ cluster: { viewers } }).cluster, "aws_eks_access_policy_association");
    const viewer = policies.find((p) => JSON.stringify(p).includes("auditor"));
    expect(viewer.policy_arn).toContain("AmazonEKSViewPolicy");
  });

  test("lets auditors read secrets too, and the pipeline's roles plan and deploy", () => {
    const auditors = ["arn:aws:iam::111122223333:role/looks"];
    const { cluster } = of({ cluster: { auditors }, ci: { kind: "github", repository: "acme/cluster" } });
    const principal = (name: string) => cluster.resource.aws_eks_access_entry[name].principal_arn as string;
    const given = all(cluster, "aws_eks_access_policy_association").map(({ principal_arn, policy_arn }: Json) => {
      const [, entry = ""] = /aws_eks_access_entry\.([^.]+)\./.exec(principal_arn) ?? [];
      return [principal(entry).replace(/^.*role\//, ""), policy_arn.replace(/^.*\//, "")];
    });
    expect(Object.fromEntries(given)).toEqual({
      admin: "AmazonEKSClusterAdminPolicy",
      looks: "AmazonEKSAdminViewPolicy",
      "sample-ci-plan": "AmazonEKSAdminViewPolicy",
      "sample-ci-deploy": "AmazonEKSClusterAdminPolicy",
    });
  });
});

describe("the API of the cluster", () => {
  const callers = (change: Change) =>
    all(of(change).cluster, "aws_vpc_security_group_ingress_rule").map((rule) => [rule.cidr_ipv4, rule.from_port]);

  test("answers the network, and whoever is named instead", () => {
    expect(callers({})).toEqual([["10.20.0.0/16", 443]]);
    const endpoint = { kind: "private", privateCidrs: ["10.20.0.0/16", "10.99.0.0/24"] };
    expect(callers({ cluster: { endpoint } })).toEqual([
      ["10.20.0.0/16", 443],
      ["10.99.0.0/24", 443],
    ]);
  });

  test("answers inside the network, too, when it is public", () => {
    const endpoint = { kind: "public-and-private", allowedCidrs: ["8.8.8.0/24"] };
    expect(callers({ cluster: { endpoint } })).toEqual([["10.20.0.0/16", 443]]);
  });
});

describe("system nodes", () => {
  const template = (change: Change = {}) =>
    all(of(change).cluster, "aws_launch_template").find((t) => t.name === "sample-system");

  test("have their type in the template, where a change rolls", () => {
    expect(template({ cluster: { systemNodes: { instanceType: "m7i.2xlarge" } } }).instance_type).toBe("m7i.2xlarge");
  });

  test("have the Lustre client where login pods and the pruner mount Lustre", () => {
    expect(Buffer.from(template().user_data, "base64").toString()).toContain("lustre-client");
    expect(template({ lustre: null, checkpoints: null })).not.toHaveProperty("user_data");
  });

  test("have no engine for DCGM of the monitoring agent beside that of the operator", () => {
    const agent = (change: Change) =>
      all(of(change).cluster, "aws_eks_addon").find((a) => a.addon_name === "eks-node-monitoring-agent")
        .configuration_values;
    expect(agent({})).toContain("railyard.dev/dcgm");
    expect(agent({ gpu: { dcgm: "off" } })).not.toContain("railyard.dev/dcgm");
  });
});

test.each([["development"], ["production"]])("a cluster in %s and its key refuse to be destroyed", (profile) => {
  const { cluster } = of({ profile });
  expect(cluster.resource.aws_kms_key.cluster_key.lifecycle).toEqual({ prevent_destroy: true });
  expect(all(cluster, "aws_eks_cluster")[0].lifecycle).toEqual({ prevent_destroy: true });
});

test("flow logs are called what they are, once", () => {
  const { network } = of({});
  expect(all(network, "aws_iam_role").map((role) => role.name)).toEqual(["sample-flow-logs"]);
  expect(all(network, "aws_cloudwatch_log_group")[0].name).toBe("/aws/vpc/flow-logs/sample");
});

test.each([
  [{ operator: true }, false],
  [{ operator: false }, true],
  [{ operator: false, allocation: "dra" }, false],
])("Bottlerocket brings its device plugin only where nobody else does: %j", (gpu, own) => {
  const { env } = sample({ gpu, nodeGroups: { h100: { image: { kind: "bottlerocket" } } } });
  const group = ec2Groups(env).find(({ name }) => name === "h100");
  const image = nodeImage(group!, env, {} as ClusterValues);
  expect(image).toMatchObject({ kind: "bottlerocket", settings: { nvidia: { devicePlugin: own } } });
});

describe("storage", () => {
  test("an adopted bucket is left alone", () => {
    const bucket = { kind: "existing", name: "ours" };
    const { storage } = of({ checkpoints: { bucket } });
    expect(Object.keys(storage.resource).filter((type) => type.startsWith("aws_s3"))).toEqual([]);
    expect(all(storage, "aws_fsx_data_repository_association")[0].data_repository_path).toBe("s3://ours/checkpoints/");
  });

  test("no checkpoints, no bucket and no link, and backups instead", () => {
    const { storage } = of({ checkpoints: null });
    expect(all(storage, "aws_s3_bucket")).toEqual([]);
    expect(all(storage, "aws_fsx_data_repository_association")).toEqual([]);
    expect(all(storage, "aws_fsx_lustre_file_system")[0]).toMatchObject({
      automatic_backup_retention_days: 7,
      skip_final_backup: false,
    });
  });

  test("intelligent tiering has throughput and cache, no capacity", () => {
    const lustre = { deployment: "persistent-2-intelligent-tiering", throughputMBps: 8000 };
    const [file] = all(of({ lustre, checkpoints: null }).storage, "aws_fsx_lustre_file_system");
    expect(file).toMatchObject({ storage_type: "INTELLIGENT_TIERING", throughput_capacity: 8000 });
    expect(file).not.toHaveProperty("storage_capacity");
  });

  test("jobs may write checkpoints and the archive", () => {
    const { storage } = of({ checkpoints: { archive: {} } });
    const policy = all(storage, "aws_iam_role_policy")
      .map((p) => p.policy)
      .join();
    expect(policy).toContain("/checkpoints/*");
    expect(policy).toContain("/archive/*");
  });

  const logsStatement = (storage: Json) =>
    JSON.parse(storage.resource.aws_kms_key.storage_key.policy).Statement.find((s: Json) => s.Sid === "CloudWatchLogs");

  test.each([
    ["persistent", {}],
    ["scratch", { lustre: { deployment: "scratch-2", capacityGiB: 2400 } }],
  ])("the log of a %s file system is under the key, which CloudWatch may use for that log group alone", (_, change) => {
    const { storage } = of(change);
    const [group] = all(storage, "aws_cloudwatch_log_group");
    expect(group).toMatchObject({ name: "/aws/fsx/sample-lustre", kms_key_id: "${aws_kms_key.storage_key.arn}" });
    expect(logsStatement(storage)).toMatchObject({
      Principal: { Service: "logs.us-east-1.amazonaws.com" },
      Condition: {
        ArnLike: {
          "kms:EncryptionContext:aws:logs:arn": [`arn:aws:logs:us-east-1:111122223333:log-group:${group.name}`],
        },
      },
    });
  });

  test.each([
    ["logs nothing", { lustre: { logLevel: "disabled" } }],
    ["is not there", { lustre: null, checkpoints: null }],
  ])("CloudWatch may not use the key where the file system %s", (_, change) => {
    const { storage } = of(change);
    expect(all(storage, "aws_cloudwatch_log_group")).toEqual([]);
    expect(logsStatement(storage)).toBeUndefined();
  });

  test("without anything to keep there is still the key, which outlives both", () => {
    expect(Object.keys(of({ lustre: null, checkpoints: null }).storage.resource)).toEqual(
      expect.arrayContaining(["aws_kms_key"]),
    );
  });
});

test("no node, of whatever group, lets its pods have its role from the metadata service", () => {
  const { cluster, nodes } = of({ nodeGroups: { h100: { image: { kind: "bottlerocket" } } } });
  const templates = [cluster, nodes].flatMap((stack) => all(stack, "aws_launch_template"));
  expect(templates.map(({ name }) => name).sort()).toEqual(["sample-cpu", "sample-h100", "sample-system"]);
  for (const { metadata_options } of templates)
    expect(metadata_options).toMatchObject({ http_tokens: "required", http_put_response_hop_limit: 1 });
});

describe("nodes", () => {
  const block = {
    kind: "capacity-block",
    id: "cr-0123456789abcdef0",
    zone: "us-east-1a",
    start: "2026-12-01",
    end: "2026-12-15",
  };
  const withBlock = (now: string) => of({ nodeGroups: { h100: { capacity: block } } }, new Date(now)).nodes;

  test("a block that has not begun is started by a schedule", () => {
    const nodes = withBlock("2026-11-25T00:00:00Z");
    expect(all(nodes, "aws_autoscaling_schedule")).toEqual([
      expect.objectContaining({ start_time: "2026-12-01T11:30:00Z", desired_capacity: 4, max_size: 4, min_size: 0 }),
    ]);
  });

  test("a block that is open or over has none: AWS refuses schedules in the past", () => {
    expect(all(withBlock("2026-12-02T00:00:00Z"), "aws_autoscaling_schedule")).toEqual([]);
    expect(all(withBlock("2026-12-20T00:00:00Z"), "aws_autoscaling_schedule")).toEqual([]);
  });

  test("a resource group of reservations is targeted as such", () => {
    const target = "arn:aws:resource-groups:us-east-1:111122223333:group/gpus";
    const { nodes } = of({ nodeGroups: { h100: { capacity: { target } } } });
    const template = all(nodes, "aws_launch_template").find((t) => t.name === "sample-h100");
    expect(JSON.stringify(template.capacity_reservation_specification)).toContain(target);
  });

  test("a group of no nodes leaves room for one: EKS takes no maximum of zero", () => {
    const { nodes } = of({ nodeGroups: { h100: { nodes: 0 } } });
    const group = all(nodes, "aws_eks_node_group").find((g) => g.node_group_name === "sample-h100");
    expect(group.scaling_config).toEqual({ min_size: 0, max_size: 1, desired_size: 0 });
  });

  test("auto repair carries its limits", () => {
    const { nodes } = of({ nodeGroups: { cpu: { repair: { kind: "auto", maxParallel: 2, maxUnhealthy: 3 } } } });
    const group = all(nodes, "aws_eks_node_group").find((g) => g.node_group_name === "sample-cpu");
    expect(group.node_repair_config).toEqual({
      enabled: true,
      max_parallel_nodes_repaired_count: 2,
      max_unhealthy_node_threshold_count: 3,
    });
  });

  test("auto repair of nodes with GPUs leaves out what programs cause", () => {
    const { nodes } = of({ nodeGroups: { h100: { repair: { kind: "auto" } } } });
    const group = all(nodes, "aws_eks_node_group").find((g) => g.node_group_name === "sample-h100");
    expect(group.node_repair_config.node_repair_config_overrides).toEqual(
      [13, 31, 43, 94, 126].map((xid) => ({
        node_monitoring_condition: "AcceleratedHardwareReady",
        node_unhealthy_reason: `NvidiaXID${xid}Error`,
        min_repair_wait_time_mins: 10,
        repair_action: "NoAction",
      })),
    );
  });

  test("an image of one's own is told of its cluster", () => {
    const image = { kind: "custom", imageId: "ami-0123456789abcdef0" };
    const { nodes } = of({ nodeGroups: { h100: { image } } });
    const template = all(nodes, "aws_launch_template").find((t) => t.name === "sample-h100");
    expect(template.image_id).toBe("ami-0123456789abcdef0");
    expect(template.user_data).toContain("local.cluster_endpoint");
  });

  test("Ubuntu is named by the template, which sizes its system, and EKS is told neither kind nor version", () => {
    const image = { kind: "ubuntu", release: "24.04", imageId: "ami-0123456789abcdef0" };
    const { nodes } = of({ lustre: null, checkpoints: null, storage: null, nodeGroups: { cpu: { image } } });
    // another template makes the group anew
    const template = all(nodes, "aws_launch_template").find((t) => t.name === "sample-cpu.ubuntu");
    const names = template.tag_specifications.map((one: { tags: { Name: string } }) => one.tags.Name);
    expect(new Set(names)).toEqual(new Set(["sample-cpu"]));
    expect(template.image_id).toBe("ami-0123456789abcdef0");
    expect(template.block_device_mappings.map((one: { device_name: string }) => one.device_name)).toEqual([
      "/dev/sda1",
    ]);
    const text = Buffer.from(template.user_data, "base64").toString();
    expect(text).toContain(
      "/etc/eks/bootstrap.sh sample --dns-cluster-ip 172.20.0.10 --kubelet-extra-args '--max-pods=",
    );
    const group = all(nodes, "aws_eks_node_group").find((one) => one.node_group_name === "sample-cpu");
    expect([group.ami_type, group.version, group.release_version]).toEqual([undefined, undefined, undefined]);
  });

  test("a pinned release holds its group back at an upgrade", () => {
    const image = { kind: "al2023", release: "1.35.8-20260923" };
    const { nodes } = of({ cluster: { version: "1.36" }, nodeGroups: { h100: { image } } });
    const versions = Object.fromEntries(all(nodes, "aws_eks_node_group").map((g) => [g.node_group_name, g.version]));
    expect(versions).toEqual({ "sample-h100": "1.35", "sample-cpu": "1.36" });
  });
});
