import { OPENZFS_DEPLOYMENTS, OPENZFS_IOPS_PER_GIB, OPENZFS_PORTS } from "../../facts/openzfs";
import { isLocalZone } from "../../facts/zones";
import type { ResolvedVolume, VolumeContext } from "../kind";
import { pathOf } from "../names";
import type { FsxOpenzfsConfig } from "./schema";

/** A file system with everything that follows from its config. */
export interface ResolvedOpenzfs extends ResolvedVolume {
  readonly kind: "fsx-openzfs";
  readonly config: FsxOpenzfsConfig;
  /** Zone of the server that serves. */
  readonly zone: string;
  /** Zone of the server that stands by in another one; empty: there is no other zone. Null: all of it is in one. */
  readonly standbyZone: string | null;
  /** Days to keep daily backups; 0 is none. */
  readonly backupDays: number;
  /** IOPS of its disks. */
  readonly iops: number;
}

/** In one zone, or in two. */
export function resolveOpenzfs(name: string, config: FsxOpenzfsConfig, { env, zones }: VolumeContext): ResolvedOpenzfs {
  const { capacityGiB, deployment, throughputMBps } = config;
  const zone = config.zone ?? zones[0] ?? "";
  const standbyZone =
    config.deployment === "multi-az-1"
      ? (config.standbyZone ?? zones.find((other) => other !== zone && !isLocalZone(other)) ?? "")
      : null;
  const iops = config.iops ?? Math.min(capacityGiB * OPENZFS_IOPS_PER_GIB, OPENZFS_DEPLOYMENTS[deployment].maxIops);
  return {
    kind: "fsx-openzfs",
    name,
    path: pathOf(env, name),
    title: `OpenZFS ${name}`,
    lines: [
      `${capacityGiB} GiB`,
      deployment,
      ...(standbyZone ? [`serves in ${zone}, stands by in ${standbyZone}`] : []),
      `${throughputMBps} MB/s, ${iops} IOPS`,
    ],
    mount: {
      claimName: name,
      mountPath: config.mountPath ?? `/${name}`,
      zones: standbyZone ? [zone, standbyZone] : [zone],
      teams: config.teams,
    },
    needs: { nodes: { lustreClient: false, efa: false }, charts: ["csi-driver-nfs"], ports: OPENZFS_PORTS },
    holdsData: true,
    capacityGiB,
    ...(config.rootSquash && { squashesRoot: true }),
    config,
    zone,
    standbyZone,
    backupDays: config.backupDays ?? (env.profile === "production" ? 7 : 0),
    iops,
  };
}
