import {
  automaticMetadataIops,
  baselineMBps,
  LUSTRE_DEPLOYMENTS,
  LUSTRE_SOURCES,
  serverAddresses,
  type LustreDeploymentFacts,
  type LustreSize,
} from "../../facts/lustre";
import { LUSTRE_PORTS } from "../../facts/lustre";
import type { AwsConfig } from "../../sites/aws-eks/schema";
import type { LustreConfig } from "./lustre-schema";
import type { FsxLustreConfig } from "./schema";
import type { AwsVolumeContext } from "../../sites/aws-eks/volume-context";
import type { ResolvedVolume } from "../kind";
import { pathOf, SHORT_FORM } from "../names";
import type { ResolvedNodeGroup } from "../../sites/aws-eks/nodes/node-group";

/** The file system with everything that follows from its kind and size. */
export interface ResolvedLustre extends ResolvedVolume {
  readonly kind: "fsx-lustre";
  /** With its mount path, wherever it is written. */
  readonly config: LustreConfig & { readonly mountPath: string };
  /** As written, in the form of `lustre`. */
  readonly written: LustreConfig;
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

/** @param name `lustre` is the short form, and what checkpoints are linked to unless they name another one */
export function resolveLustre(name: string, given: FsxLustreConfig, context: AwsVolumeContext): ResolvedLustre {
  const { env, groups, zones } = context;
  const { kind: _, teams, ...written } = given;
  const config = { ...written, mountPath: written.mountPath ?? `/${name}` };
  const facts: LustreDeploymentFacts = LUSTRE_DEPLOYMENTS[config.deployment];
  const size = sizeOf(config);
  const linked = facts.dataRepositories && env.checkpoints !== undefined && checkpointsLustre(env) === name;
  const asked = "backupDays" in config ? config.backupDays : undefined;
  const canBackUp = facts.backups && !linked;
  const zone = config.zone ?? busiestZone(groups) ?? zones[0] ?? "";
  const throughputMBps = size.throughputMBps ?? baselineMBps(size);
  return {
    ...lustreVolume({ name, path: pathOf(env, name), teams, config, size, zone, throughputMBps }),
    config,
    written: config,
    size,
    zone,
    linkable: facts.dataRepositories,
    linked,
    throughputMBps,
    addresses: serverAddresses(size),
    backupDays: asked ?? (canBackUp && env.profile === "production" ? 7 : 0),
    finalBackup: ("finalBackup" in config ? config.finalBackup : undefined) ?? (canBackUp ? "take" : "skip"),
  };
}

/** What every volume tells of itself, of a file system. */
export function lustreVolume({
  name,
  path,
  teams,
  config,
  size,
  zone,
  throughputMBps,
}: Pick<ResolvedLustre, "name" | "path" | "size" | "zone" | "throughputMBps"> & {
  readonly teams: boolean;
  readonly config: LustreConfig;
}): ResolvedVolume & { readonly kind: "fsx-lustre" } {
  return {
    kind: "fsx-lustre",
    name,
    path,
    title: name === SHORT_FORM ? "Lustre" : `Lustre ${name}`,
    lines: [
      size.capacityGiB === null ? "grows with use" : `${size.capacityGiB} GiB`,
      config.deployment,
      ...(throughputMBps === null ? [] : [`${Math.round(throughputMBps / 100) / 10} GB/s`]),
    ],
    mount: { claimName: name, mountPath: config.mountPath, zones: [zone], teams },
    needs: { nodes: { lustreClient: true, efa: size.efa }, charts: ["aws-fsx-csi-driver"], ports: LUSTRE_PORTS },
    isLustre: true,
    holdsData: true,
    ...(size.capacityGiB !== null && { capacityGiB: size.capacityGiB }),
    ...(config.rootSquash?.uid && { squashesRoot: true }),
    ...(throughputMBps !== null && { rate: { readMBps: throughputMBps, source: LUSTRE_SOURCES.throughput.url } }),
  };
}

/**
 * Name of the file system that checkpoints are linked to: the one that they name, else `lustre`, else the first. A name that
 * nothing has is told by the rule checkpoints/warm-file-system.
 */
export function checkpointsLustre({ lustre, storage, checkpoints }: AwsConfig): string | null {
  const named = Object.keys(storage).filter((name) => storage[name]?.kind === "fsx-lustre");
  const all = [...new Set([...(lustre ? ["lustre"] : []), ...named])];
  const wanted = [checkpoints?.warm?.fileSystem, "lustre", all[0]];
  return wanted.find((name) => name !== undefined && all.includes(name)) ?? null;
}

/** The file system that checkpoints are on, linked or not. */
export function mainLustre(env: AwsConfig, volumes: readonly ResolvedVolume[]): ResolvedLustre | null {
  const name = checkpointsLustre(env);
  return (
    volumes.find((volume): volume is ResolvedLustre => volume.kind === "fsx-lustre" && volume.name === name) ?? null
  );
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
  const weight = (g: ResolvedNodeGroup) => g.count.max * (g.gpus?.count ?? 0);
  const bound = groups.filter((g) => g.fabric.topology.oneZone);
  return [...bound].sort((a, b) => weight(b) - weight(a))[0]?.machines.zones[0];
}
