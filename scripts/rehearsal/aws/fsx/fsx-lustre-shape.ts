import {
  LUSTRE_DEPLOYMENTS,
  type CapacityStep,
  type LustreDeployment,
  type LustreDeploymentFacts,
} from "../../../../config/facts/lustre";
import type { Attributes } from "../../value";
import { blockOf, isOn, numberOf, textOf } from "../../attribute-values";

/** What decides which sizes a file system may have. */
export interface LustreShape {
  readonly deployment: LustreDeployment;
  readonly facts: LustreDeploymentFacts;
  readonly efa: boolean;
  readonly capacityGiB: number | null;
  /** MB/s for each TiB; null for types that have none. */
  readonly throughput: number | null;
  /** MB/s of all of it; Intelligent-Tiering only. */
  readonly throughputMBps: number | null;
  readonly metadata: { readonly mode: string | null; readonly iops: number | null } | null;
}

/** Null for types and storage that do not go together. */
export function lustreShape(object: Attributes): LustreShape | null {
  const found = Object.entries(LUSTRE_DEPLOYMENTS).find(
    ([, { deploymentType, storageType }]) =>
      deploymentType === textOf(object, "deployment_type") && storageType === textOf(object, "storage_type"),
  );
  if (!found) return null;
  const metadata = blockOf(object, "metadata_configuration");
  return {
    deployment: found[0] as LustreDeployment,
    facts: found[1],
    efa: isOn(object, "efa_enabled"),
    // 0 and no value are one to the provider
    capacityGiB: numberOf(object, "storage_capacity") || null,
    throughput: numberOf(object, "per_unit_storage_throughput") || null,
    throughputMBps: numberOf(object, "throughput_capacity") || null,
    metadata: metadata && {
      mode: textOf(metadata, "mode"),
      iops: numberOf(metadata, "iops") || null,
    },
  };
}

/** Steps of the capacity; null where the type has none. */
export function stepsOf({ facts, efa, throughput }: LustreShape): CapacityStep | null {
  const table = efa ? facts.efaCapacity : facts.capacity;
  return table?.["any"] ?? table?.[String(throughput)] ?? null;
}

/** Whether a file system is one without replication. */
export function isScratch({ facts }: LustreShape): boolean {
  return facts.deploymentType.startsWith("SCRATCH");
}

/** Whether backups are taken daily. */
export function takesBackups(object: Attributes): boolean {
  return (numberOf(object, "automatic_backup_retention_days") ?? 0) > 0;
}
