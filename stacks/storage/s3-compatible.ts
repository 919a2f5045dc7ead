import type { ResolvedS3Compatible } from "../../config/storage/s3-compatible/resolve";
import { ObjectStore } from "../../constructs/platform/object-store";
import type { VolumeClaims } from "./builder";
import { constructId } from "./names";

/** A bucket elsewhere in Terraform: how clients find it, and nothing of the bucket. */
export const S3_COMPATIBLE_BUILDER: VolumeClaims<ResolvedS3Compatible> = {
  kind: "s3-compatible",
  claims(volume, _outputs, { scope, ...place }) {
    const { region, endpoint, pathStyle, certificateAuthority } = volume.config;
    return new ObjectStore(scope, constructId(volume), {
      region,
      endpoint,
      pathStyle,
      mountPath: volume.mount.mountPath,
      ...(certificateAuthority !== undefined && { certificateAuthority }),
      variables: volume.variables,
      name: volume.mount.claimName,
      ...place,
    }).dependables;
  },
};
