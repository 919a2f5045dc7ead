import { NFS_DRIVER, NFS_PORTS } from "../../facts/nfs";
import type { ResolvedVolume, VolumeContext } from "../kind";
import { pathOf } from "../names";
import type { NfsConfig } from "./schema";

/** What an NFS server exports, as pods see it. */
export interface ResolvedNfs extends ResolvedVolume {
  readonly kind: "nfs";
  readonly config: NfsConfig;
}

/** It belongs to somebody else: nothing of it is made, and nothing is lost with the environment. */
export function resolveNfs(name: string, config: NfsConfig, { env }: VolumeContext): ResolvedNfs {
  const { server, transport, version, driver, nconnect, readOnly } = config;
  const port = NFS_PORTS[transport];
  return {
    kind: "nfs",
    name,
    path: pathOf(env, name),
    title: `NFS ${name}`,
    lines: [
      `${server}:${config.export}`,
      `NFS ${version} over ${transport === "tcp" ? "TCP" : "RDMA"}${nconnect ? `, ${nconnect} connections` : ""}`,
      ...(readOnly ? ["read only"] : []),
      "size and speed are not known",
    ],
    mount: {
      claimName: name,
      // the nodes of login pods have no RDMA cards; no volume has a dot in its name
      ...(transport === "rdma" && { loginClaimName: `${name}.tcp` }),
      mountPath: config.mountPath ?? `/${name}`,
      readOnly,
      zones: [],
      teams: config.teams,
    },
    needs: {
      nodes: { lustreClient: false, efa: false },
      charts: driver === "install" ? ["csi-driver-nfs"] : [],
      ports: [{ from: port, to: port }],
      ...(driver === "existing" && { cluster: { drivers: [NFS_DRIVER], secrets: [] } }),
    },
    place: `${server}:${config.export}`,
    holdsData: false,
    ...(config.rootSquash && { squashesRoot: true }),
    ...(config.gpuDirect && { gpuDirect: { fileSystem: "nfs", needsAddresses: false } }),
    config,
  };
}
