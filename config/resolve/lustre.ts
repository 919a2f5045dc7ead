import {
  automaticMetadataIops,
  baselineMBps,
  LUSTRE_DEPLOYMENTS,
  serverAddresses,
  type LustreDeploymentFacts,
  type LustreSize,
} from "../facts/lustre";
import type { Environment, LustreConfig } from "../schema/environment";
import type { ResolvedNodeGroup } from "./node-groups";

/** The file system with everything that follows from its kind and size. */
export interface ResolvedLustre {
  readonly config: LustreConfig;
  readonly size: LustreSize;
  readonly zone: string;
  /** Whether it can be linked to S3. */
  readonly linkable: boolean;
  /** Whether it is: then AWS takes no backups. */
  readonly linked: boolean;
  /** What the disks of all servers sustain for reads, MB/s; null when the size is none that AWS makes. */
  readonly throughputMBps: number | null;
  /** IPv4 addresses that the servers take in the subnet; null when the size is none that AWS makes. */
  readonly addresses: number | null;
  /** Days to keep daily backups; 0 is none. */
  readonly backupDays: number;
  readonly finalBackup: "take" | "skip";
}

export function resolveLustre(
  env: Environment,
  groups: readonly ResolvedNodeGroup[],
  zones: readonly string[],
): ResolvedLustre | null {
  const config = env.lustre;
  if (!config) return null;
  const facts: LustreDeploymentFacts = LUSTRE_DEPLOYMENTS[config.deployment];
  const size = sizeOf(config);
  const linked = facts.dataRepositories && env.checkpoints !== undefined;
  const asked = "backupDays" in config ? config.backupDays : undefined;
  const canBackUp = facts.backups && !linked;
  return {
    config,
    size,
    zone: config.zone ?? busiestZone(groups) ?? zones[0] ?? "",
    linkable: facts.dataRepositories,
    linked,
    throughputMBps: size.throughputMBps ?? baselineMBps(size),
    addresses: serverAddresses(size),
    backupDays: asked ?? (canBackUp && env.profile === "production" ? 7 : 0),
    finalBackup: ("finalBackup" in config ? config.finalBackup : undefined) ?? (canBackUp ? "take" : "skip"),
  };
}

function sizeOf(config: LustreConfig): LustreSize {
  return {
    deployment: config.deployment,
    throughput: "throughput" in config ? config.throughput : null,
    efa: "efa" in config && config.efa,
    capacityGiB: "capacityGiB" in config ? config.capacityGiB : null,
    throughputMBps: "throughputMBps" in config ? config.throughputMBps : null,
    metadataIops: metadataIops(config),
  };
}

function metadataIops(config: LustreConfig): number | null {
  if (config.deployment === "persistent-2-intelligent-tiering") return config.metadataIops;
  if (config.deployment !== "persistent-2-ssd") return null;
  return config.metadata.mode === "automatic" ? automaticMetadataIops(config.capacityGiB) : config.metadata.iops;
}

/** Clients in another zone pay for every byte and cannot use EFA: so the file system goes where most GPUs are. */
function busiestZone(groups: readonly ResolvedNodeGroup[]): string | undefined {
  const weight = (g: ResolvedNodeGroup) => g.nodes.max * (g.gpus?.count ?? 0);
  const bound = groups.filter((g) => g.fabric.topology.oneZone);
  return [...bound].sort((a, b) => weight(b) - weight(a))[0]?.zones[0];
}
