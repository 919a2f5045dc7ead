import { WEKA_DRIVER } from "../../facts/storage-drivers";
import type { ResolvedVolume, VolumeContext } from "../kind";
import { pathOf } from "../names";
import type { WekaConfig } from "./schema";

/** A folder of a WEKA file system, as pods see it. */
export interface ResolvedWeka extends ResolvedVolume {
  readonly kind: "weka";
  readonly config: WekaConfig;
  /** As the driver knows it. */
  readonly handle: string;
}

/** It belongs to somebody else: nothing of it is made, and nothing is lost with the environment. */
export function resolveWeka(name: string, config: WekaConfig, { env }: VolumeContext): ResolvedWeka {
  const { fileSystem, folder, readOnly, driver, secretName, secretNamespace: namespace } = config;
  return {
    kind: "weka",
    name,
    path: pathOf(env, name),
    title: `WEKA ${name}`,
    lines: [
      `file system ${fileSystem}, folder ${folder}`,
      ...(readOnly ? ["read only"] : []),
      "size and speed are not known",
    ],
    mount: { claimName: name, mountPath: config.mountPath ?? `/${name}`, zones: [], teams: false, readOnly },
    needs: {
      nodes: { lustreClient: false, efa: false },
      charts: driver === "install" ? ["csi-wekafsplugin"] : [],
      ports: [],
      cluster: {
        drivers: driver === "existing" ? [WEKA_DRIVER.driver] : [],
        secrets: [{ namespace, name: secretName }],
      },
    },
    place: `file system ${fileSystem}, folder ${folder}`,
    holdsData: false,
    ...(config.gpuDirect && { gpuDirect: { fileSystem: "weka", needsAddresses: true } }),
    config,
    handle: `dir/v1/${fileSystem}/${folder}`,
  };
}
