import type { ResolvedLustreExisting } from "../../config/storage/lustre-existing/resolve";
import { HostVolume } from "../../constructs/platform/host-volume";
import type { VolumeClaims } from "./builder";
import { constructId } from "./names";

/** Lustre that hosts have mounted, in Terraform: volumes and claims alone. */
export const LUSTRE_EXISTING_BUILDER: VolumeClaims<ResolvedLustreExisting> = {
  kind: "lustre-existing",
  claims: (volume, _outputs, { scope, ...place }) =>
    new HostVolume(scope, constructId(volume), {
      path: volume.hostFolder,
      claimName: volume.mount.claimName,
      ...place,
    }).dependables,
};
