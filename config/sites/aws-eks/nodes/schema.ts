import { z } from "zod";
import { capacitySchema } from "../capacity/schema";
import { fabricSchema } from "../../../fabrics/schema";
import { kubeletSchema } from "../../../pools/kubelet";
import { PRE_PULL_OF_POOL } from "../../../pools/pre-pull";
import { startupChecksSchema } from "../../../pools/startup-checks";
import { sharingSchema } from "../../../sharing/schema";
import { tuningSchema } from "../../../tuning/schema";
import { instanceTypeSchema } from "./instance-type";
import { scaledBySchema } from "../scaling/schema";
import { ALLOCATION_OF_POOL } from "../../../gpu/allocation";
import { DRIVER_OF_POOL } from "../../../gpu/driver";
import { key, zoneSchema } from "../../../kernel/key";
import { UBUNTU_RELEASE_NAMES, UBUNTU_SOURCES } from "../../../facts/ubuntu-images";

const nodeRange = z.strictObject({
  min: key(z.int().min(0).default(0), { description: "Fewest nodes.", unit: "nodes", update: "in-place" }),
  max: key(z.int().min(0).max(450), {
    description: "Most nodes; EKS allows 450 in a group. { min: 0, max: 0 } is the same as 0.",
    unit: "nodes",
    update: "in-place",
  }),
});

const taint = z.strictObject({
  key: key(z.string().min(1).max(253), { description: "Key of the taint.", update: "in-place" }),
  value: key(z.string().max(63).optional(), { description: "Taint value.", update: "in-place" }),
  effect: key(z.enum(["NoSchedule", "NoExecute", "PreferNoSchedule"]), {
    description: "Taint effect.",
    update: "in-place",
  }),
});

/** For kinds that people try, such as `ubuntu-24.04`. */
const UBUNTU_IS =
  'is written { kind: "ubuntu", release: "24.04", imageId: "ami-…" }; the id is in Systems Manager: aws ssm get-parameter --name /aws/service/canonical/ubuntu/eks/24.04/<Kubernetes>/stable/current/amd64/hvm/ebs-gp3/ami-id';

const image = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("al2023"),
      release: key(
        z
          .string()
          .regex(/^1\.\d+\.\d+-\d{8}$/, "must look like 1.34.2-20251112")
          .optional(),
        {
          description: "Release of the EKS Amazon Linux 2023 image.",
          defaultNote: "the release that EKS recommends when the group is made; production asks for a pinned one",
          example: "1.34.2-20251112",
          update: "rolling",
        },
      ),
    }),
    z.strictObject({
      kind: z.literal("bottlerocket"),
      release: key(
        z
          .string()
          .regex(/^1\.\d+\.\d+-[0-9a-f]{8}$/, "must look like 1.52.0-1a2b3c4d")
          .optional(),
        {
          description: "Release of the Bottlerocket image.",
          defaultNote: "the release that EKS recommends when the group is made; production asks for a pinned one",
          update: "rolling",
        },
      ),
      dataSnapshotId: key(
        z
          .string()
          .regex(/^snap-[0-9a-f]{8,17}$/, "must be the id of a snapshot, such as snap-0123456789abcdef0")
          .optional(),
        {
          description:
            "EBS snapshot of a Bottlerocket data volume with images in it, of this Region: nodes start with them instead of pulling them. It may be no larger than rootVolumeGiB, and the Auto Scaling role must be let use the key of an encrypted one.",
          defaultNote: "none: an empty volume",
          example: "snap-0123456789abcdef0",
          update: "rolling",
          source:
            "https://aws.amazon.com/blogs/containers/reduce-container-startup-time-on-amazon-eks-with-bottlerocket-data-volume",
        },
      ),
    }),
    z.strictObject({
      kind: z.literal("custom"),
      imageId: key(z.string().regex(/^ami-[0-9a-f]{8,17}$/, "must be an AMI id, such as ami-0123456789abcdef0"), {
        description: "Your own image. It must be built on the EKS Amazon Linux 2023 image: nodes join by nodeadm.",
        update: "rolling",
      }),
    }),
    z.strictObject({
      kind: z.literal("ubuntu"),
      release: key(z.enum(UBUNTU_RELEASE_NAMES), {
        description: "Release of Ubuntu that the image has. For groups without GPUs and EFA.",
        update: "rolling",
        source: UBUNTU_SOURCES.images.url,
      }),
      imageId: key(z.string().regex(/^ami-[0-9a-f]{8,17}$/, "must be an AMI id, such as ami-0123456789abcdef0"), {
        description:
          "Image of Canonical for EKS, of the cluster's Kubernetes version and of this Region: node groups take no name of a parameter, so that a new image is a change of config. preflight tells the newest one.",
        example: "ami-0123456789abcdef0",
        update: "rolling",
        source: UBUNTU_SOURCES.byParameter.url,
      }),
    }),
  ],
  {
    error: ({ input }) => {
      const kind = typeof input === "object" && input !== null && "kind" in input ? input.kind : undefined;
      return typeof kind === "string" && /^(ubuntu|canonical)/i.test(kind) && kind !== "ubuntu" ? UBUNTU_IS : undefined;
    },
  },
);

/** A GDRCopy release, to be built against the driver of the node. */
const GDRCOPY = "must be true, false, or { url, sha256 } of a source archive";

const gdrcopySource = z.strictObject({
  url: key(
    z.string().regex(/^https:\/\/[\w.~/%@:+-]+$/, "must be an https address without quotes, spaces and a query"),
    {
      description: "Archive (.tar.gz) of a GDRCopy release, where nodes can fetch it when they boot.",
      update: "rolling",
    },
  ),
  sha256: key(z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits"), {
    description: "SHA-256 of the archive.",
    update: "rolling",
  }),
});

const repair = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("off") }),
  z.strictObject({
    kind: z.literal("auto"),
    maxParallel: key(z.int().min(1).default(1), {
      description: "Nodes that EKS may repair at one time.",
      unit: "nodes",
      update: "in-place",
    }),
    maxUnhealthy: key(z.int().min(1).default(2), {
      description: "Unhealthy nodes above which EKS stops repairing: then something larger is wrong.",
      unit: "nodes",
      update: "in-place",
    }),
  }),
]);

/** One group of equal nodes. GPU or CPU is told by the instance type. */
export const nodeGroupSchema = z.strictObject({
  kind: key(z.literal("ec2").optional(), {
    description: "Nodes that EC2 starts; servers on premises are of kind hybrid.",
    defaultNote: "ec2",
    update: "drains",
    updateNote: "The nodes of the one kind go, and those of the other join.",
  }),
  instanceType: key(instanceTypeSchema, {
    description: "EC2 instance type. GPUs, EFA layout, NVMe, AMI, pod limit and price follow from it.",
    example: "p5.48xlarge",
    update: "replaces",
    updateNote: "The node group is made anew: drain it first.",
  }),
  nodes: key(
    z.union([z.int().min(0).max(450), nodeRange], {
      error: "must be a number of nodes (0 to 450), or { min, max }",
    }),
    {
      description: "How many nodes: a number that Terraform keeps, or a range within which an autoscaler chooses.",
      unit: "nodes",
      example: 16,
      update: "in-place",
      updateNote: "Growing disturbs nobody. Shrinking stops jobs on the nodes that go: drain them in Slurm first.",
    },
  ),
  scaledBy: key(scaledBySchema.optional(), {
    description:
      "Who starts and ends nodes within the range that `nodes` says. karpenter: the group is a NodePool of Karpenter, which starts a node for pods that find no room and ends it when it is idle; Slurm's jobs ask for nodes by KEDA.",
    defaultNote: "nobody: a managed node group of EKS, whose number Terraform or a person sets",
    example: { kind: "karpenter" },
    update: "drains",
    updateNote: "The nodes of the one owner go, and the other starts new ones: drain the group first.",
    source: "https://karpenter.sh/docs/concepts/nodepools/",
  }),
  capacity: key(capacitySchema.default({ kind: "on-demand" }), {
    description: "How the instances are bought.",
    update: "replaces",
    updateNote: "Another kind makes the node group anew: drain it first.",
  }),
  fabric: key(fabricSchema.optional(), {
    description: "Network between the nodes.",
    defaultNote: "efa with the save-ip layout where the type has EFA and GPUs; none elsewhere",
    update: "replaces",
    updateNote: "The node group is made anew: drain it first.",
  }),
  zone: key(zoneSchema.optional(), {
    description: "Zone of the nodes, for on-demand and spot groups with EFA (which cannot span zones).",
    defaultNote: "the first zone of the network for groups with EFA, all zones for others",
    update: "replaces",
    updateNote: "The node group is made anew in the other zone.",
  }),
  image: key(image.default({ kind: "al2023" }), {
    description: "Operating system image.",
    update: "replaces",
    updateNote: "Another kind makes the node group anew. A new release rolls through the nodes, drained one by one.",
  }),
  rootVolumeGiB: key(z.int().min(50).max(16384).default(200), {
    description: "Size of the encrypted gp3 root volume. NVIDIA images and container layers need room.",
    unit: "GiB",
    update: "rolling",
  }),
  localStorage: key(z.enum(["raid0", "raid10", "mount", "none"]).optional(), {
    description:
      "What becomes of local NVMe disks: one striped volume for containers and scratch, a mirrored one, each disk mounted alone, or nothing.",
    defaultNote: "raid0 where the type has NVMe and the image is not Ubuntu, none elsewhere",
    update: "rolling",
  }),
  maxPods: key(z.int().min(4).max(737).optional(), {
    description: "Pods a node may run.",
    defaultNote: "what the VPC CNI can really place with the chosen layout (51 on p5 with save-ip, not 100)",
    update: "rolling",
  }),
  allocation: ALLOCATION_OF_POOL,
  driver: DRIVER_OF_POOL,
  sharing: key(sharingSchema.default({ kind: "whole" }), {
    description: "How pods share a GPU. Training wants whole GPUs.",
    update: "drains",
  }),
  labels: key(z.record(z.string().max(316), z.string().max(63)).default({}), {
    description: "Kubernetes labels beside those that Railyard sets.",
    example: { "example.com/project": "vision" },
    update: "in-place",
  }),
  taints: key(z.array(taint).max(49).default([]), {
    description: "Taints beside nvidia.com/gpu=present:NoSchedule, which every GPU group has.",
    update: "in-place",
  }),
  maxUnavailable: key(z.int().min(1).max(100).default(1), {
    description: "Nodes that an update may take away at one time.",
    unit: "nodes",
    update: "none",
  }),
  repair: key(repair.default({ kind: "off" }), {
    description:
      "EKS node auto repair. Off by default: it reboots nodes in the middle of a job. What programs cause (XID 13, 31, 43, 94, 126) is left out of it; other findings of its table are not.",
    update: "in-place",
  }),
  gdrcopyModule: key(z.union([z.boolean(), gdrcopySource], { error: GDRCOPY }).default(false), {
    description:
      "Load the gdrdrv kernel module at boot, for GDRCopy: one that the image has (true), or one built at boot from a source archive. Images of EKS are built without it unless AWS says otherwise; a node whose script finds none does not become ready.",
    example: {
      url: "https://artifacts.example.com/gdrcopy-2.5.1.tar.gz",
      sha256: "0000000000000000000000000000000000000000000000000000000000000000",
    },
    update: "rolling",
    source: "https://github.com/awslabs/amazon-eks-ami/pull/2736",
  }),
  prePull: PRE_PULL_OF_POOL,
  startupChecks: startupChecksSchema(
    "in-place",
    "EKS gives the taint to the nodes that are there, too, and takes it from all of them where the key goes: pods that run stay, and new ones wait for the checks. Nodes of Karpenter have it from the next one on.",
  ),
  kubelet: kubeletSchema(
    "rolling",
    "Nodes get it at their first boot: each is replaced by one that has it, drained one by one.",
  ),
  tuning: key(
    tuningSchema(
      "rolling",
      "Nodes get it at their first boot: each is replaced by one that has it, drained one by one.",
    ).optional(),
    {
      description:
        "How hosts are set up beyond their image: huge pages, sysctl, limits, clocks, clients of Lustre. {} takes the values that fit purpose and hardware; each can be written.",
      defaultNote: "none: what image and fabric need alone",
      example: { purpose: "training", sysctl: { "vm.swappiness": 10 } },
      update: "rolling",
    },
  ),
  nodeadm: key(z.record(z.string(), z.unknown()).optional(), {
    description: "Escape hatch: keys merged last into the spec of nodeadm's NodeConfig. Shown in reviews.",
    example: { kubelet: { config: { imageGCHighThresholdPercent: 90 } } },
    update: "rolling",
  }),
  bootScript: key(z.string().optional(), {
    description:
      "Escape hatch: a shell script run at first boot, after Railyard's own. Never put a secret in it: user data can be read.",
    update: "rolling",
  }),
});

/** A node group with its defaults filled in. */
export type NodeGroupConfig = z.output<typeof nodeGroupSchema>;
