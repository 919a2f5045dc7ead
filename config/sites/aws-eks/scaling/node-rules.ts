import { groupPath } from "../../../pools/written-groups";
import type { AwsRule } from "../rule";
import { GPU_RESOURCE } from "../../../sharing/sharing";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import { writtenPools } from "./rules";

const NODECLASSES = "https://karpenter.sh/docs/concepts/nodeclasses/";
const CRDS = "https://github.com/aws/karpenter-provider-aws/tree/v1.14.1/pkg/apis/crds";

/** Domains whose labels Karpenter sets itself, and refuses in a NodePool. */
const OWN_DOMAINS = ["karpenter.sh", "karpenter.k8s.aws"];

/** Tags that it keeps for itself; with a slash at the end: all that begin so. */
const OWN_TAGS = [
  "eks:eks-cluster-name",
  "kubernetes.io/cluster/",
  "karpenter.sh/nodepool",
  "karpenter.sh/nodeclaim",
  "karpenter.k8s.aws/ec2nodeclass",
];

/** Whether what containers see of a GPU is the GPU. */
const offersWhole = (offers: ResolvedNodeGroup["sharing"]["offers"]): boolean =>
  offers.every(({ resource, perGpu }) => resource === GPU_RESOURCE && perGpu === 1);

/** What nodes that Karpenter starts cannot be, or cannot have. */
export const SCALING_NODE_RULES: readonly AwsRule[] = [
  {
    id: "scaling/image",
    title: "Nodes of Karpenter boot Amazon Linux 2023.",
    severity: "error",
    why: "Railyard writes NodeClasses for nodeadm, which Ubuntu has not: of Bottlerocket, Karpenter replaces settings that Railyard relies on.",
    source: `${NODECLASSES}#bottlerocket`,
    *check(input) {
      for (const { written, group } of writtenPools(input)) {
        const { kind } = written.image;
        if (kind !== "bottlerocket" && kind !== "ubuntu") continue;
        yield {
          path: groupPath(group, "image", "kind"),
          message: `image is ${kind}, but Karpenter starts the nodes`,
          fix: `image: { kind: "al2023" }, or leave scaledBy out`,
        };
      }
    },
  },
  {
    id: "scaling/claims",
    title: "Devices of Karpenter's nodes are handed out by device plugins.",
    severity: "error",
    why: "Karpenter does not read claims of devices: for a pod with one it starts nodes that need not have them.",
    source:
      "https://karpenter.sh/docs/reference/settings/ (ignoreDRARequests); https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html",
    *check(input) {
      for (const { group } of writtenPools(input)) {
        if (group.deviceClaims.length === 0) continue;
        yield {
          path: groupPath(group, group.nvlinkDomainNodes === null ? "allocation" : "instanceType"),
          message: `pods claim ${group.deviceClaims.map(({ name }) => name).join(" and ")} of ${group.machines.instanceType} by device classes, which Karpenter does not count`,
          fix: `${group.nvlinkDomainNodes === null ? `allocation: "device-plugin", or ` : ""}leave scaledBy out`,
        };
      }
    },
  },
  {
    id: "scaling/layout",
    title: "Interfaces of Karpenter's nodes are of types that it knows.",
    severity: "error",
    why: "A NodeClass takes interfaces with an address and EFA without one: the API server refuses EFA on the primary interface.",
    source: `${CRDS} (spec.networkInterfaces)`,
    *check(input) {
      for (const { group } of writtenPools(input)) {
        if (!group.fabric.nodeSetup.interfaces.some(([, , type]) => type === "efa")) continue;
        yield {
          path: groupPath(group, "fabric", "layout"),
          message: `the layout has EFA on the primary interface, which a NodeClass cannot say`,
          fix: `layout: "save-ip"`,
        };
      }
    },
  },
  {
    id: "scaling/sharing",
    title: "Pods have GPUs of Karpenter's nodes whole.",
    severity: "error",
    why: "Karpenter counts the GPUs that EC2 tells of: for slices it starts no node, and for shares of a GPU one node for each GPU that is asked for.",
    source:
      "https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/providers/instancetype/types.go (nvidiaGPUs)",
    *check(input) {
      for (const { group } of writtenPools(input)) {
        const shared = group.gpus !== null && (group.sharing.cutsGpus || !offersWhole(group.sharing.offers));
        if (!shared) continue;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is ${group.sharing.kind}, but Karpenter starts the nodes, and counts whole GPUs`,
          fix: `sharing: { kind: "whole" }, or leave scaledBy out`,
        };
      }
    },
  },
  {
    id: "scaling/repair",
    title: "EKS repairs nodes of managed groups alone.",
    severity: "error",
    why: "Node auto repair is a setting of managed node groups: nothing would repair these nodes, and nothing would say so.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/node-repair.html",
    *check(input) {
      for (const { group } of writtenPools(input)) {
        if (group.machines.repair.kind === "off") continue;
        yield {
          path: groupPath(group, "repair", "kind"),
          message: "repair is auto, but Karpenter starts and ends the nodes",
          fix: `repair: { kind: "off" }; delete the NodeClaim of a bad node, and Karpenter starts another`,
        };
      }
    },
  },
  {
    id: "scaling/labels",
    title: "Labels of a pool are in no domain of Karpenter.",
    severity: "error",
    why: "Karpenter sets them itself, and the API server refuses a NodePool that has one.",
    source: `${CRDS} (spec.template.metadata.labels)`,
    *check(input) {
      for (const { written, group } of writtenPools(input)) {
        for (const label of Object.keys(written.labels)) {
          const domain = label.split("/")[0] ?? "";
          if (!label.includes("/") || !OWN_DOMAINS.some((own) => domain === own || domain.endsWith(`.${own}`)))
            continue;
          yield {
            path: groupPath(group, "labels", label),
            message: `the label ${label} is one that Karpenter sets`,
            fix: `a domain of your own, such as example.com/${label.split("/").at(-1)}`,
          };
        }
      }
    },
  },
  {
    id: "scaling/tags",
    title: "Tags of an environment with pools are none of Karpenter's.",
    severity: "error",
    why: "The API server refuses a NodeClass with them: Karpenter finds by these tags what it has started.",
    source: `${CRDS} (spec.tags)`,
    *check(input) {
      if (writtenPools(input).length === 0) return;
      for (const tag of Object.keys(input.config.extraTags)) {
        if (!OWN_TAGS.some((own) => tag === own || (own.endsWith("/") && tag.startsWith(own)))) continue;
        yield {
          path: ["extraTags", tag],
          message: `the tag ${tag} is one by which Karpenter knows its nodes`,
          fix: `another key, such as example.com/${tag.split("/").at(-1)}`,
        };
      }
    },
  },
  {
    id: "scaling/way-out",
    title: "A network with pools of Karpenter has a way out.",
    severity: "error",
    why: "Karpenter makes instance profiles by IAM, which has no VPC endpoint: without NAT it starts no node.",
    source: "https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters",
    *check(input) {
      const { network } = input.config;
      if (network.kind !== "create" || network.nat !== "none") return;
      for (const { group } of writtenPools(input)) {
        yield {
          path: groupPath(group, "scaledBy"),
          message: "Karpenter starts the nodes, but network.nat is none: IAM cannot be reached",
          fix: `network: { nat: "single" }, or leave scaledBy out`,
        };
      }
    },
  },
];
