import { groupPath } from "../pools/written-groups";
import type { Rule } from "../kernel/rule";

/** The GDRCopy module, and whether an image has it. */
export const GDRCOPY_RULES: readonly Rule[] = [
  {
    id: "gpu/gdrcopy-not-in-image",
    title: "The GDRCopy module comes from somewhere.",
    severity: "warning",
    why: "The scripts of the EKS images leave the module out by default, and no release note that was read says that a published image has it: the boot script finds none, and the node does not become ready.",
    source: "https://github.com/awslabs/amazon-eks-ami/pull/2736",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const { machines } = group;
        if (machines.kind !== "aws" || machines.boot.gdrcopyModule !== true || machines.image.kind !== "al2023")
          continue;
        yield {
          path: groupPath(group, "gdrcopyModule"),
          message: "gdrcopyModule is true, and it is unknown whether the image of EKS has the module",
          fix: "write gdrcopyModule: { url, sha256 } of a GDRCopy release, or name a custom image that has it; ignore this rule when you have seen it in the pinned release (modinfo gdrdrv)",
        };
      }
    },
  },
];
