import type { Rule } from "../../kernel/rule";
import { imageOf } from "../../pools/pool";
import { groupPath } from "../../pools/written-groups";

const BOTTLEROCKET = "https://bottlerocket.dev/en/os/1.34.x/api/settings/kubelet-device-plugins";

/** Where MPS works. */
export const MPS_RULES: readonly Rule[] = [
  {
    id: "gpu/mps-bottlerocket",
    title: "MPS is used on Amazon Linux.",
    severity: "error",
    why: "The device plugin of Bottlerocket nodes is set by user data, for which Railyard knows MIG and time-slicing.",
    source: BOTTLEROCKET,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const sharing = group.sharing.config;
        if (sharing.kind !== "mps" || imageOf(group)?.kind !== "bottlerocket") continue;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is mps on Bottlerocket, where Railyard offers mig or time-slicing`,
          fix: `sharing: { kind: "time-slicing", replicas: ${sharing.replicas} }, or image: { kind: "al2023" }`,
        };
      }
    },
  },
];
