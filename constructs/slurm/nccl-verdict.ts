import type { FabricHealth, ResolvedFabric } from "../../config/fabrics/fabric";

/** A fabric that can be proved. */
export type FabricToProve = Pick<ResolvedFabric, "title" | "devices" | "ncclEnv"> & { readonly health: FabricHealth };

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
  const { uses, devices: found, names } = health.nccl;
  const bytes = sizeGiB * 2 ** 30;
  return `refuse() { echo "FABRIC FAILED: $1"; exit 1; }
grep -qiE '${uses}' "$log" ||
  refuse "the log does not show ${names}: NCCL went over another network"
nics=$(sed -nE 's#${found}#\\1#p' "$log" | sort -n | head -n 1)
[ -z "$nics" ] || [ "$nics" -ge ${devices} ] || refuse "NCCL found $nics ${title} devices on a node, not ${devices}"
line=$(awk '$1 == ${bytes} && $8 + 0 > 0' "$log" | tail -n 1)
[ -n "$line" ] || refuse "all_reduce_perf printed no result for ${bytes} bytes"
wrong=$(awk '{ print $9 }' <<<"$line")
[ "$wrong" = 0 ] || [ "$wrong" = N/A ] || refuse "$wrong values are wrong"
busbw=$(awk '{ print $8 }' <<<"$line")
${floorGBps === null ? `echo "FABRIC MEASURED: $busbw GB/s; no floor is known for this type, so keep the figure"` : floorCheck(floorGBps)}
`;
}

function floorCheck(floor: number): string {
  return `awk -v have="$busbw" 'BEGIN { exit !(have >= ${floor}) }' || refuse "$busbw GB/s is below the floor of ${floor} GB/s"
echo "FABRIC OK: $busbw GB/s, floor ${floor} GB/s"`;
}
