import { AL2023_SETTINGS, KUBELET_SETTINGS } from "../../../facts/image-settings";
import { resolveTuning } from "../../../tuning/resolve";
import type { WrittenTuning } from "../../../tuning/schema";
import type { ResolvedNodeGroup } from "./node-group";

/** The profile of a group whose volumes are known. */
export function withTuning(group: ResolvedNodeGroup, written: WrittenTuning | undefined): ResolvedNodeGroup {
  const { boot, image, instanceType } = group.machines;
  const tuning = resolveTuning(written, {
    pool: group,
    bareMetal: instanceType.endsWith(".metal"),
    lustre: boot.lustreClient ? (boot.lustreEfaInterfaces > 0 ? "rdma" : "tcp") : null,
    // a custom image is built on Amazon Linux's; of others no document says what they set
    image: [...KUBELET_SETTINGS, ...(["bottlerocket", "ubuntu"].includes(image.kind) ? [] : AL2023_SETTINGS)],
    ownKernel: false,
  });
  return { ...group, tuning };
}
