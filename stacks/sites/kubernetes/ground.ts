import {
  DataTerraformRemoteStateLocal,
  DataTerraformRemoteStateS3,
  LocalBackend,
  S3Backend,
  type S3BackendConfig,
} from "cdktf";
import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import type { StackRole } from "../../../config/names/resolve";
import { backendKey, localStatePath } from "../../state";
import type { SiteGround } from "../site";

/** State in a bucket that is there, or in files. No provider: what is in the cluster is installed by Helm. */
export const KUBERNETES_GROUND: SiteGround<KubernetesEnvironment> = {
  providers(stack) {
    const { env, role } = stack;
    const bucket = bucketOf(env, role);
    if (bucket === null) {
      new LocalBackend(stack, { path: localStatePath(env, role) });
      return;
    }
    new S3Backend(stack, bucket);
    if (locks(env)) stack.addOverride("terraform.backend.s3.use_lockfile", true);
  },

  remoteState(consumer, { env, role }) {
    const bucket = bucketOf(env, role);
    return bucket === null
      ? new DataTerraformRemoteStateLocal(consumer, role, { path: localStatePath(env, role) })
      : new DataTerraformRemoteStateS3(consumer, role, bucket);
  },
};

const locks = ({ state }: KubernetesEnvironment): boolean => state.kind !== "s3-compatible" || state.lock;

/**
 * Where the state of a stack is in a bucket; null: in no bucket. Environments may share one. A store that is not AWS's knows
 * neither its accounts, its Regions nor its newest checksums.
 * @see https://developer.hashicorp.com/terraform/language/backend/s3
 */
function bucketOf(env: KubernetesEnvironment, role: StackRole): S3BackendConfig | null {
  const { state } = env;
  if (state.kind === "local") return null;
  const place = { bucket: state.bucket, key: backendKey(env, role), region: state.region };
  if (state.kind === "s3") return place;
  return {
    ...place,
    endpoints: { s3: state.endpoint },
    usePathStyle: state.pathStyle,
    skipCredentialsValidation: true,
    skipMetadataApiCheck: true,
    skipRegionValidation: true,
    skipRequestingAccountId: true,
    skipS3Checksum: true,
  };
}
