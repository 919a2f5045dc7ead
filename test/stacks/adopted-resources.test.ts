import { adoptedResources } from "../../stacks/adopted-resources";
import { sample } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

const adopting = (adopt: object) => sample({ adopt }).env;

test("an environment that adopts nothing imports nothing", () => {
  const stacks = synthStacks(sample().env);
  expect(Object.values(stacks).filter((stack) => "import" in stack)).toEqual([]);
  expect(adoptedResources(sample().env)).toEqual([]);
});

describe("an environment that adopts everything", () => {
  let stacks: Record<string, Json>;
  const blocks = (role: string) => (stacks[role].import as { to: string; id: string }[]).map(({ to, id }) => [to, id]);
  beforeAll(() => {
    stacks = synthStacks(
      adopting({
        vpc: { id: "vpc-0123456789abcdef0", parts: { "vpc/subnet-private-us-east-1a": "subnet-0123456789abcdef0" } },
        cluster: {
          name: "training",
          keeps: ["role_arn", "encryption_config"],
          parts: { "addons-before-nodes/vpc-cni/addon": "training:vpc-cni" },
        },
        fileSystem: {
          id: "fs-0123456789abcdef0",
          keeps: ["kms_key_id"],
          parts: { "lustre-security-group/lustre": "sg-0123456789abcdef0" },
        },
        checkpointBucket: { name: "ours", parts: { "checkpoints/versioning": "ours" } },
        stateBucket: { name: "our.states" },
      }),
    );
  });

  test("imports each resource at its frozen address, and its parts at theirs", () => {
    expect(blocks("network")).toEqual([
      ["aws_vpc.vpc", "vpc-0123456789abcdef0"],
      [expect.stringMatching(/^aws_subnet\.vpc_subnet-private-us-east-1a_/), "subnet-0123456789abcdef0"],
    ]);
    expect(blocks("cluster")).toEqual([
      ["aws_eks_cluster.cluster", "training"],
      [expect.stringMatching(/^aws_eks_addon\.addons-before-nodes_vpc-cni_addon_/), "training:vpc-cni"],
    ]);
    expect(blocks("storage").sort()).toEqual([
      ["aws_fsx_lustre_file_system.lustre", "fs-0123456789abcdef0"],
      ["aws_s3_bucket.checkpoints", "ours"],
      [expect.stringMatching(/^aws_s3_bucket_versioning\./), "ours"],
      ["aws_security_group.lustre_security_group", "sg-0123456789abcdef0"],
    ]);
    expect(blocks("bootstrap")).toEqual([["aws_s3_bucket.state", "our.states"]]);
  });

  test("resources keep their names, and everything else knows them", () => {
    const { cluster, storage, bootstrap, network } = stacks;
    expect(cluster.resource.aws_eks_cluster.cluster.name).toBe("training");
    expect(cluster.output.kubeconfig_command.value).toMatch(/--name training$/);
    expect(JSON.stringify(cluster.resource.aws_cloudwatch_log_group)).toContain("/aws/eks/training/cluster");
    expect(storage.resource.aws_s3_bucket.checkpoints.bucket).toBe("ours");
    expect(bootstrap.resource.aws_s3_bucket.state.bucket).toBe("our.states");
    expect(network.terraform.backend.s3.bucket).toBe("our.states");
  });

  test("arguments that AWS never tells, or that are kept, are no reason to replace; protection stays", () => {
    expect(stacks["cluster"].resource.aws_eks_cluster.cluster.lifecycle).toEqual({
      ignore_changes: [
        "bootstrap_self_managed_addons",
        "access_config[0].bootstrap_cluster_creator_admin_permissions",
        "role_arn",
        "encryption_config",
      ],
      prevent_destroy: true,
    });
    expect(stacks["storage"].resource.aws_fsx_lustre_file_system.lustre.lifecycle).toEqual({
      ignore_changes: ["copy_tags_to_backups", "security_group_ids", "kms_key_id"],
      prevent_destroy: true,
    });
    expect(stacks["storage"].resource.aws_security_group.lustre_security_group.lifecycle).toEqual({
      ignore_changes: ["name", "description"],
      prevent_destroy: true,
    });
    expect(stacks["storage"].resource.aws_s3_bucket.checkpoints.lifecycle).toEqual({ prevent_destroy: true });
  });
});

test("an EFS file system is imported as the volume that it is, and keeps key and token", () => {
  const { env } = sample({
    storage: { homes: { kind: "efs" }, tools: { kind: "efs", mountPath: "/tools" } },
    adopt: {
      efs: {
        id: "fs-0123456789abcdef0",
        volume: "tools",
        keeps: ["kms_key_id"],
        parts: { "storage-tools/us-east-1a": "fsmt-0123456789abcdef0" },
      },
    },
  });
  const { storage } = synthStacks(env);
  expect(storage!.import).toEqual([
    { id: "fs-0123456789abcdef0", to: "aws_efs_file_system.storage_tools" },
    { id: "fsmt-0123456789abcdef0", to: expect.stringMatching(/^aws_efs_mount_target\.storage-tools_us-east-1a_/) },
  ]);
  expect(storage!.resource.aws_efs_file_system.storage_tools.lifecycle).toEqual({
    ignore_changes: ["creation_token", "kms_key_id"],
    prevent_destroy: true,
  });
  expect(storage!.resource.aws_efs_file_system.storage_homes.lifecycle).toEqual({ prevent_destroy: true });
});

test("synthesis runs no program", () => {
  const path = process.env["PATH"];
  process.env["PATH"] = "/nowhere";
  try {
    const { network } = synthStacks(adopting({ vpc: { id: "vpc-0123456789abcdef0" } }));
    expect(network!.import).toEqual([{ id: "vpc-0123456789abcdef0", to: "aws_vpc.vpc" }]);
  } finally {
    process.env["PATH"] = path;
  }
});

test("fails for a place that the stack does not have", () =>
  expect(() =>
    synthStacks(adopting({ vpc: { id: "vpc-0123456789abcdef0", parts: { "vpc/subnet-private-us-east-1z": "x" } } })),
  ).toThrow("adopt.vpc: sample-network has no resource vpc/subnet-private-us-east-1z, so x cannot be imported"));

test("fails for a place that is no resource", () =>
  expect(() =>
    synthStacks(adopting({ vpc: { id: "vpc-0123456789abcdef0", parts: { "vpc/nat-gateways": "x" } } })),
  ).toThrow("has no resource vpc/nat-gateways"));
