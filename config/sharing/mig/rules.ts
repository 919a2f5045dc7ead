import { minorNumber } from "../../kernel/version-order";
import type { Rule } from "../../kernel/rule";
import { imageOf, isNodeGroup } from "../../pools/pool";
import { groupPath } from "../../pools/written-groups";
import { layoutFault } from "./layout";

const MIG = "https://docs.aws.amazon.com/eks/latest/userguide/device-management-nvidia-mig.html";

/** First minor of Bottlerocket that knows MIG. */
const BOTTLEROCKET_MIG_MINOR = 34;

/** GPUs cut into slices by the hardware. */
export const GPU_MIG_RULES: readonly Rule[] = [
  {
    id: "gpu/mig-usable",
    title: "GPUs that are cut by MIG can be cut.",
    severity: "error",
    why: "The nodes would offer whole GPUs, or none.",
    source: MIG,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const { gpus, hardware } = group;
        const sharing = group.sharing.config;
        if (sharing.kind !== "mig" || !gpus) continue;
        // with a driver of one's own, what the images of EKS cannot do may work
        if (hardware.mig && (hardware.mig.usable !== false || imageOf(group)?.kind === "custom")) continue;
        const reason = !hardware.mig
          ? `MIG is not in ${gpus.model}`
          : isNodeGroup(group)
            ? "not with the driver of EKS's images"
            : `the driver keeps memory of ${gpus.model} and CPU apart for Kubernetes (CDMM), and cuts nothing then`;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is mig, but ${group.machineType} cannot be cut: ${reason}`,
          fix: `sharing: { kind: "time-slicing", replicas: 4 }, or ${isNodeGroup(group) ? "a p4d, p4de, p5, p5e, p5en, p6-b200, p6-b300 or g7e type" : "servers with A100, H100, H200, B200, B300 or RTX PRO 6000"}`,
        };
      }
    },
  },
  {
    id: "gpu/mig-layout",
    title: "Every GPU of the group can be cut as the layout says.",
    severity: "error",
    why: "An instance begins at one of a few memory slices. The MIG manager ends in the state failed with a layout that finds no place, and the node offers no GPU.",
    source: "https://docs.nvidia.com/datacenter/tesla/mig-user-guide/supported-mig-profiles.html",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const sharing = group.sharing.config;
        if (sharing.kind !== "mig" || !group.gpus || !group.hardware.mig) continue;
        const fault = layoutFault(sharing.layout, group.gpus.model);
        if (fault) yield { path: groupPath(group, "sharing", "layout"), ...fault };
      }
    },
  },
  {
    id: "gpu/mig-strategy",
    title: "Instances of several sizes have names of their own.",
    severity: "error",
    why: "With the strategy single the device plugin offers nothing on nodes whose instances differ.",
    source: "https://github.com/NVIDIA/k8s-device-plugin/tree/v0.20.0#configuration-option-details",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const sharing = group.sharing.config;
        if (sharing.kind !== "mig" || sharing.strategy !== "single" || !group.sharing.layout) continue;
        const profiles = Object.keys(group.sharing.layout.slices);
        if (profiles.length < 2) continue;
        yield {
          path: groupPath(group, "sharing", "strategy"),
          message: `strategy is single, but the GPUs are cut into ${profiles.join(", ")}`,
          fix: `strategy: "mixed", or leave it out`,
        };
      }
    },
  },
  {
    id: "gpu/mig-on-fabric",
    title: "Nodes with EFA keep their GPUs whole.",
    severity: "error",
    why: "NCCL does not work with MIG: jobs over several nodes would fail to start.",
    source: MIG,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        if (!group.sharing.cutsGpus || group.fabric.devices === 0) continue;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is mig on nodes with ${group.fabric.title} (${group.fabric.devices} devices on ${group.machineType}); NCCL does not work with MIG`,
          fix: `fabric: { kind: "none" } if the group serves small jobs, or remove sharing if it trains`,
        };
      }
    },
  },
  {
    id: "gpu/mig-bottlerocket",
    title: "MIG on Bottlerocket has one profile for a node, and a release that knows it.",
    severity: "error",
    why: "Bottlerocket's own device plugin has the single strategy alone, and MIG since 1.34.",
    source: MIG,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const image = imageOf(group);
        const sharing = group.sharing.config;
        if (sharing.kind !== "mig" || image?.kind !== "bottlerocket") continue;
        if (group.sharing.plugin.name === "mig-mixed") {
          yield {
            path: groupPath(group, "sharing", "strategy"),
            message: `strategy is mixed, but Bottlerocket offers MIG slices as nvidia.com/gpu alone`,
            fix: `strategy: "single", or image: { kind: "al2023" }`,
          };
        }
        if (image.release !== null && minorNumber(image.release) < BOTTLEROCKET_MIG_MINOR) {
          yield {
            path: groupPath(group, "image", "release"),
            message: `Bottlerocket ${image.release} has no MIG; 1.${BOTTLEROCKET_MIG_MINOR}.0 is the first that has`,
            fix: `a release of 1.${BOTTLEROCKET_MIG_MINOR}.0 or later`,
          };
        }
      }
    },
  },
];
