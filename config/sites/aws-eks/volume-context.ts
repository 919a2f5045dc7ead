import type { VolumeContext } from "../../storage/kind";
import type { ResolvedNodeGroup } from "./nodes/node-group";
import type { AwsConfig } from "./schema";

/** What a volume of a service of AWS follows from, beside its own config. */
export interface AwsVolumeContext extends VolumeContext {
  readonly env: AwsConfig;
  readonly groups: readonly ResolvedNodeGroup[];
}
