import { SCALE_DRIVER } from "../../facts/storage-drivers";
import type { ResolvedVolume, VolumeContext } from "../kind";
import { pathOf } from "../names";
import type { ScaleConfig } from "./schema";

/** A folder of a Storage Scale file system, as pods see it. */
export interface ResolvedScale extends ResolvedVolume {
  readonly kind: "scale";
  readonly config: ScaleConfig;
  /** As the driver knows it. */
  readonly handle: string;
}

/** It belongs to somebody else, as does its driver, which comes with an operator and no chart. */
export function resolveScale(name: string, config: ScaleConfig, { env }: VolumeContext): ResolvedScale {
  const { clusterId, fileSystemUid, folder, readOnly } = config;
  return {
    kind: "scale",
    name,
    path: pathOf(env, name),
    title: `Storage Scale ${name}`,
    lines: [folder, ...(readOnly ? ["read only"] : []), "size and speed are not known"],
    mount: { claimName: name, mountPath: config.mountPath ?? `/${name}`, zones: [], teams: false, readOnly },
    needs: {
      nodes: { lustreClient: false, efa: false },
      charts: [],
      ports: [],
      cluster: { drivers: [SCALE_DRIVER.driver], secrets: [] },
    },
    place: `${folder} of cluster ${clusterId}, file system ${fileSystemUid}`,
    holdsData: false,
    ...(config.gpuDirect && { gpuDirect: { fileSystem: "gpfs", needsAddresses: true } }),
    config,
    handle: `${clusterId};${fileSystemUid};path=${folder}`,
  };
}
