import { scriptFile } from "../core/script-file";
import type { FabricHealth, ResolvedFabric } from "../../config/fabrics/fabric";

/** A fabric that can be proved. */
export type FabricToProve = Pick<ResolvedFabric, "title" | "devices" | "ncclEnv"> & {
  readonly health: Pick<FabricHealth, "sysfs" | "nccl">;
};

export interface NcclVerdictProps {
  readonly fabric: FabricToProve;
  /** Size of the message, GiB. */
  readonly sizeGiB: number;
  /** Bus bandwidth that a sound fabric reaches, GB/s. @default null: none is known, and the run only reports */
  readonly floorGBps: number | null;
}

/**
 * Bash that judges the log of all_reduce_perf in `$log`: over the fabric, with every device, right results, fast enough. Without
 * the first, NCCL falls back to TCP and a slow run looks like a slow network.
 */
export function ncclVerdict({ fabric, sizeGiB, floorGBps }: NcclVerdictProps): string {
  const { title, devices, health } = fabric;
  const { uses, devices: found, names, fromZero = false } = health.nccl;
  return scriptFile("slurm/files/nccl-verdict.sh", {
    values: {
      uses: { quoted: uses },
      names,
      found: { quoted: `s#${found}#\\1${fromZero ? "+1" : ""}#p` },
      devices,
      title,
      bytes: sizeGiB * 2 ** 30,
    },
    insert: {
      floor:
        floorGBps === null
          ? 'echo "FABRIC MEASURED: $busbw GB/s; no floor is known for this type, so keep the figure"'
          : scriptFile("slurm/files/nccl-floor.sh", { values: { floor: floorGBps } }).trimEnd(),
    },
  });
}
