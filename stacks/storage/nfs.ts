import { Construct } from "constructs";
import type { ResolvedNfs } from "../../config/storage/nfs/resolve";
import { NfsVolume } from "../../constructs/platform/nfs-volume";
import type { VolumeClaims } from "./builder";
import { constructId } from "./names";

/** Id of the construct with what system nodes mount: in capitals, as no namespace is. */
const LOGIN = "LOGIN";

/** An NFS server in Terraform: volumes and claims alone. */
export const NFS_BUILDER: VolumeClaims<ResolvedNfs> = {
  kind: "nfs",
  claims(volume, _outputs, { scope, ...place }) {
    const { server, export: exportPath, version, transport, nconnect, readOnly, driver } = volume.config;
    const { claimName, loginClaimName } = volume.mount;
    const mounted = {
      server,
      exportPath,
      version,
      ...(nconnect !== undefined && { connections: nconnect }),
      readOnly,
      byKubelet: driver === "none",
      ...place,
    };
    const onPools = new NfsVolume(scope, constructId(volume), { ...mounted, transport, claimName });
    if (loginClaimName === undefined) return onPools.dependables;
    const onSystem = new NfsVolume(new Construct(onPools, LOGIN), "tcp", { ...mounted, claimName: loginClaimName });
    return [...onPools.dependables, ...onSystem.dependables];
  },
};
