import { AL2023_SETTINGS } from "../../../facts/image-settings";
import { isNodeGroup } from "../../../pools/pool";
import { tunedPools, type TunedPool } from "../../../tuning/tuned-pools";
import type { AwsRule, AwsRuleInput } from "../rule";
import type { ResolvedNodeGroup } from "./node-group";

/** Keys of a profile that settings of Bottlerocket can say. */
const BOTTLEROCKET_KEYS = ["purpose", "hugepages2Mi", "sysctl"];

/** Node groups with a profile; servers on premises boot images of their own. */
const tunedGroups = (input: AwsRuleInput): (TunedPool & { readonly group: ResolvedNodeGroup })[] =>
  tunedPools(input).flatMap((tuned) => (isNodeGroup(tuned.pool) ? [{ ...tuned, group: tuned.pool }] : []));

/** What EKS and its images ask of profiles of node groups, beside what holds on any site. */
export const NODE_TUNING_RULES: readonly AwsRule[] = [
  {
    id: "tuning/kernel-arguments-image",
    title: "Kernel arguments come from the image.",
    severity: "error",
    why: "User data runs when the kernel has started: an argument would need a reboot in the middle of joining, and nothing makes one.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html",
    *check(input) {
      for (const { group, written, at } of tunedGroups(input)) {
        if (group.machines.image.kind === "custom") continue;
        for (const [name, value] of Object.entries(written.kernelArguments ?? {})) {
          const has = AL2023_SETTINGS.find((one) => one.kind === "kernel-argument" && one.at === name);
          if (value === "image" || (group.machines.image.kind === "al2023" && has?.value === String(value))) continue;
          yield {
            path: at("kernelArguments", name),
            message: `${name}=${value} is asked for, and the image of EKS is booted ${has ? `with ${name}=${has.value}` : "without it"}`,
            fix: `let railyard image write the recipe of an image with it, and name that: image: { kind: "custom", imageId: … }`,
          };
        }
      }
    },
  },
  {
    id: "tuning/bottlerocket",
    title: "On Bottlerocket, a profile sets what its settings can say.",
    severity: "error",
    why: "Bottlerocket runs no boot script: other keys would be written down, and nothing would set them.",
    source: "https://bottlerocket.dev/en/os/latest/#/api/settings/kernel/",
    *check(input) {
      for (const { group, written, at } of tunedGroups(input)) {
        if (group.machines.image.kind !== "bottlerocket") continue;
        for (const [key, value] of Object.entries(written))
          if (value !== undefined && !BOTTLEROCKET_KEYS.includes(key) && key !== "kernelArguments")
            yield {
              path: at(key),
              message: `tuning.${key} is set, and nothing of Bottlerocket takes it`,
              fix: `remove it, or take image: { kind: "al2023" }`,
            };
      }
    },
  },
];
