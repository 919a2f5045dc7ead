import { NVMF_DRIVER, READ_ONLY_MOUNTS, SCALE_DRIVER, WEKA_DRIVER } from "../../config/facts/storage-drivers";
import type { ResolvedNvmeOf } from "../../config/storage/nvme-of/resolve";
import type { ResolvedScale } from "../../config/storage/scale/resolve";
import type { ResolvedWeka } from "../../config/storage/weka/resolve";
import { DriverVolume } from "../../constructs/platform/driver-volume";
import type { VolumeClaims } from "./builder";
import { constructId } from "./names";

/** WEKA in Terraform: a volume and its claim. */
export const WEKA_BUILDER: VolumeClaims<ResolvedWeka> = {
  kind: "weka",
  claims: (volume, _outputs, { scope, ...place }) =>
    new DriverVolume(scope, constructId(volume), {
      driver: WEKA_DRIVER.driver,
      handle: volume.handle,
      secret: { name: volume.config.secretName, namespace: volume.config.secretNamespace },
      readOnly: volume.config.readOnly,
      claimName: volume.mount.claimName,
      ...place,
    }).dependables,
};

/** Storage Scale: the driver has its own Secrets. */
export const SCALE_BUILDER: VolumeClaims<ResolvedScale> = {
  kind: "scale",
  claims: (volume, _outputs, { scope, ...place }) =>
    new DriverVolume(scope, constructId(volume), {
      driver: SCALE_DRIVER.driver,
      handle: volume.handle,
      readOnly: volume.config.readOnly,
      claimName: volume.mount.claimName,
      ...place,
    }).dependables,
};

/** NVMe over fabrics: read only, so that the driver makes no file system on a device that it takes to be empty. */
export const NVME_OF_BUILDER: VolumeClaims<ResolvedNvmeOf> = {
  kind: "nvme-of",
  claims(volume, _outputs, { scope, ...place }) {
    const { address, port, transport, nqn, device, fileSystem } = volume.config;
    return new DriverVolume(scope, constructId(volume), {
      driver: NVMF_DRIVER.driver,
      handle: `${volume.name}.${nqn}`,
      attributes: {
        targetTrAddr: address,
        targetTrPort: String(port),
        targetTrType: transport,
        nqn,
        ...("uuid" in device ? { deviceUUID: device.uuid } : { deviceEUI: device.eui }),
      },
      fsType: fileSystem,
      mountOptions: READ_ONLY_MOUNTS[fileSystem],
      readOnly: true,
      claimName: volume.mount.claimName,
      ...place,
    }).dependables;
  },
};
