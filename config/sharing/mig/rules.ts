import { minorNumber } from "../../kernel/version-order";
import { nearest, orList } from "../../kernel/nearest";
import type { Rule } from "../../kernel/rule";
import { imageOf } from "../../pools/pool";
import { groupPath } from "../../pools/written-groups";

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
        const reason = hardware.mig ? `not with the driver of EKS's images` : `MIG is not in ${gpus.model}`;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is mig, but ${group.machineType} cannot be cut: ${reason}`,
          fix: `sharing: { kind: "time-slicing", replicas: 4 }, or a p4d, p4de, p5, p5e, p5en, p6-b200, p6-b300 or g7e type`,
        };
      }
    },
  },
  {
    id: "gpu/mig-profile",
    title: "The MIG profile is one of the GPU.",
    severity: "error",
    why: "The MIG manager refuses profiles that the hardware has not, and the node offers no GPU.",
    source: MIG,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const { gpus, hardware } = group;
        const sharing = group.sharing.config;
        if (sharing.kind !== "mig" || !gpus || !hardware.mig) continue;
        const offered = Object.keys(hardware.mig.profiles);
        if (offered.includes(sharing.profile)) continue;
        const meant = sameSlices(sharing.profile, offered) ?? nearest(sharing.profile, offered)[0];
        yield {
          path: groupPath(group, "sharing", "profile"),
          message: `profile ${JSON.stringify(sharing.profile)} is none of ${gpus.model}, which has ${orList(offered)}`,
          fix: `profile: ${JSON.stringify(meant ?? offered[0])}`,
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
        if (sharing.strategy === "mixed") {
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

/** `1g.10gb` asked of a GPU that calls it `1g.18gb`. */
const sameSlices = (asked: string, offered: readonly string[]) =>
  offered.find((profile) => profile.split(".")[0] === asked.split(".")[0]);
