import { INSTANCE_TYPES, type InstanceType } from "../../facts/instance-types";
import { orList } from "../../kernel/nearest";
import { isEfa } from "./resolve";
import { offeredLayouts } from "./layouts";
import type { AwsRule } from "../../sites/aws-eks/rule";
import { groupPath } from "../../pools/written-groups";
import { writtenEc2Groups } from "../../sites/aws-eks/nodes/ec2-groups";

const LAYOUT_SOURCE = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html";
const EFA = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html";
const EFA_DEVICES = "https://docs.aws.amazon.com/eks/latest/userguide/device-management-efa.html";

/** What EFA a node group has, and what its type makes of it. */
export const EFA_RULES: readonly AwsRule[] = [
  {
    id: "efa/type-supported",
    title: "A group with fabric efa has an instance type that has EFA.",
    severity: "error",
    why: "The group would silently get one plain interface: EC2 refuses EFA interfaces on other types.",
    source: EFA,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        if (written.fabric?.kind !== "efa" || group.hardware.efa.supported) continue;
        const near = sizesWithEfa(group.hardware);
        const larger = near.length ? `instanceType: ${quoted(near)}, or ` : "";
        yield {
          path: groupPath(group, "fabric", "kind"),
          message: `fabric is efa, but ${group.machines.instanceType} has no EFA${near.length ? `; of its family ${listed(near)} have it` : ""}`,
          fix: `${larger}fabric: { kind: "none" }`,
        };
      }
    },
  },
  {
    id: "efa/layout-offered",
    title: "The layout of the interfaces is one that the instance type has.",
    severity: "error",
    why: "The group would silently get the default layout: EC2 refuses interfaces that the type has not.",
    source: LAYOUT_SOURCE,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        if (written.fabric?.kind !== "efa" || !group.hardware.efa.supported) continue;
        const offered = offeredLayouts(group.hardware);
        const { layout } = written.fabric;
        if (offered.includes(layout)) continue;
        yield {
          path: groupPath(group, "fabric", "layout"),
          message: `layout ${JSON.stringify(layout)} is none of ${group.machines.instanceType}, which has ${orList(offered)}`,
          fix: `layout: ${quoted(offered)}`,
        };
      }
    },
  },
  {
    id: "efa/layout-documented",
    title: "The layout of the interfaces is one that AWS's page describes today.",
    severity: "warning",
    why: "An earlier edition of the page had the primary-efa layout for types with several cards. Other tools still use it, but whether AWS goes on accepting it for every type is unknown.",
    source: LAYOUT_SOURCE,
    *check(input) {
      for (const { group } of writtenEc2Groups(input)) {
        if (!isEfa(group.fabric)) continue;
        const layout = group.hardware.efa.layouts[group.fabric.layout];
        if (!layout?.status.startsWith("older")) continue;
        yield {
          path: groupPath(group, "fabric", "layout"),
          message: `the primary-efa layout of ${group.machines.instanceType} is an older one of AWS; it leaves room for ${group.hardware.maxPods.otherwise ?? "an unknown number of"} pods a node, save-ip for ${group.hardware.maxPods.efaOnlyOnCard0 ?? "an unknown number"}`,
          fix: `layout: "save-ip", unless the pods are needed`,
        };
      }
    },
  },
  {
    id: "efa/switched-off",
    title: "Several GPU nodes of a type with EFA use it.",
    severity: "warning",
    why: "Without EFA, NCCL goes over TCP: a fraction of the bandwidth that was paid for, and more latency. Environments with the profile development are let off.",
    source: LAYOUT_SOURCE,
    *check(input) {
      if (!input.env.production) return;
      for (const { written, group } of writtenEc2Groups(input)) {
        const { efa, network, gpu } = group.hardware;
        if (written.fabric?.kind !== "none" || !efa.supported || !gpu || group.count.max < 2) continue;
        const layout = efa.defaultLayout && efa.layouts[efa.defaultLayout];
        const total = (layout && layout.efaGbps) ?? network.efaMaxGbps ?? network.gbps;
        const tcp = layout && layout.enaGbps;
        const loss = tcp ? `TCP at ${tcp} of ${total} Gbps` : `TCP, without the ${total} Gbps of EFA`;
        yield {
          path: groupPath(group, "fabric", "kind"),
          message: `fabric is none, so up to ${group.count.max} nodes of ${group.machines.instanceType} speak ${loss}`,
          fix: `fabric: { kind: "efa" }, or leave fabric out`,
        };
      }
    },
  },
  {
    id: "efa/rdma-missing",
    title: "EFA of a GPU group does RDMA.",
    severity: "warning",
    why: "EFA without RDMA goes through the memory and the CPUs of the host.",
    source: EFA,
    *check(input) {
      for (const { group } of writtenEc2Groups(input)) {
        // no type writes without reading
        if (!isEfa(group.fabric) || group.hardware.rdma.read !== false) continue;
        yield {
          path: groupPath(group, "instanceType"),
          message: `EFA on ${group.machines.instanceType} has neither RDMA read nor RDMA write: data goes through host memory`,
          fix: `a g6 or g6e type with EFA, or a p type; or fabric: { kind: "none" } if the nodes run jobs of their own`,
        };
      }
    },
  },
  {
    id: "efa/gpudirect-unknown",
    title: "It is known whether GPUs of the type send over EFA without host memory.",
    severity: "warning",
    why: "No document read says whether GPUDirect RDMA works on this type. If not, NCCL copies through host memory.",
    source: EFA,
    *check(input) {
      for (const { group } of writtenEc2Groups(input)) {
        if (!isEfa(group.fabric) || !group.gpus || group.hardware.gpudirectRdma !== null) continue;
        yield {
          path: groupPath(group, "instanceType"),
          message: `whether ${group.machines.instanceType} has GPUDirect RDMA over EFA is unknown`,
          fix: `measure with nccl-tests before you rely on it, then ignore this rule with the number as the reason`,
        };
      }
    },
  },
  {
    id: "efa/max-unknown",
    title: "It is known how many EFA devices the type takes.",
    severity: "warning",
    why: "AWS publishes layouts for the type, but no limit on EFA devices and no figure for pods.",
    source: LAYOUT_SOURCE,
    *check(input) {
      for (const { group } of writtenEc2Groups(input)) {
        if (!isEfa(group.fabric) || group.hardware.efa.max !== null) continue;
        const pods =
          group.machines.maxPods === null ? "; how many pods a node can run is unknown too, so the image decides" : "";
        yield {
          path: groupPath(group, "instanceType"),
          message: `how many EFA devices ${group.machines.instanceType} takes is unknown; Railyard attaches the ${group.fabric.devices} that AWS's page shows${pods}`,
          fix: `nothing to change; test one node first${pods ? ", or set maxPods" : ""}`,
        };
      }
    },
  },
  {
    id: "efa/single-node",
    title: "EFA is asked for where there is more than one node.",
    severity: "warning",
    why: "EFA carries traffic between nodes; on one node it only takes interfaces, huge pages and one zone.",
    source: EFA,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        if (written.fabric?.kind !== "efa" || group.count.max > 1) continue;
        yield {
          path: groupPath(group, "fabric", "kind"),
          message: `fabric is efa, but the group has at most 1 node: there is nobody to speak EFA with`,
          fix: `write fabric: { kind: "none" }, or raise nodes to 2 or more`,
        };
      }
    },
  },
  {
    id: "efa/bottlerocket-topology",
    title: "The device plugin can pair GPUs with the EFA devices next to them.",
    severity: "warning",
    why: "The EFA device plugin aligns devices by topology on EKS's Amazon Linux 2023 images alone. Pods that take a whole node do not notice.",
    source: EFA_DEVICES,
    *check(input) {
      for (const { group } of writtenEc2Groups(input)) {
        if (group.allocation === "dra") continue;
        const {
          fabric,
          gpus,
          machines: { image },
        } = group;
        if (!isEfa(fabric) || fabric.devices < 2 || !gpus || image.kind === "al2023") continue;
        yield {
          path: groupPath(group, "image", "kind"),
          message: `on a ${image.kind} image pods that take some of the ${gpus.count} GPUs may get EFA devices that are far from them`,
          fix: `image: { kind: "al2023" }, or allocation: "dra" in ${group.name}`,
        };
      }
    },
  },
];

/** Sizes of the same family that have EFA. */
function sizesWithEfa({ family }: InstanceType): string[] {
  return Object.entries(INSTANCE_TYPES)
    .filter(([, facts]) => facts.family === family && facts.efa.supported)
    .map(([name]) => name);
}

const quoted = (words: readonly string[]) => orList(words.map((word) => JSON.stringify(word)));

const listed = (words: readonly string[]) => words.join(", ");
