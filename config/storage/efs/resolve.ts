import { EFS_PORTS, mountTargetZone } from "../../facts/efs";
import type { ResolvedVolume, VolumeContext } from "../kind";
import { pathOf } from "../names";
import type { EfsConfig } from "./schema";

/** An EFS file system with everything that follows from its config. */
export interface ResolvedEfs extends ResolvedVolume {
  readonly kind: "efs";
  readonly config: EfsConfig;
  /** Zone of a One Zone file system; null: Regional. */
  readonly oneZone: string | null;
  /** Folder on the file system that pods see: the root of the access point. */
  readonly folder: string;
}

/** A mount target in every zone with private subnets: nodes that come later have one, and none costs anything. */
export function resolveEfs(name: string, config: EfsConfig, { env, zones }: VolumeContext): ResolvedEfs {
  const oneZone = config.zone ?? null;
  const { throughput } = config;
  return {
    kind: "efs",
    name,
    path: pathOf(env, name),
    title: `EFS ${name}`,
    lines: [
      "grows with use",
      throughput.mode === "provisioned" ? `${throughput.mibps} MiB/s provisioned` : `${throughput.mode} throughput`,
      oneZone === null ? "Regional" : "One Zone",
    ],
    mount: {
      claimName: name,
      mountPath: config.mountPath,
      zones: oneZone === null ? zones.filter(mountTargetZone) : [oneZone],
      teams: config.teams,
    },
    needs: { nodes: { lustreClient: false, efa: false }, charts: ["aws-efs-csi-driver"], ports: EFS_PORTS },
    holdsData: true,
    config,
    oneZone,
    folder: `/${name}`,
  };
}
