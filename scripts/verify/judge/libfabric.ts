import { BELOW_MEDIAN } from "../../../config/facts/acceptance-floors";
import { median } from "../median";
import type { FabtestRow } from "../parse/fabtests";
import { type Finding, verdict, type Verdict } from "../verdict";
import { fourDigits } from "../four-digits";

/** A device to the one that has its place on the other node; null: its run says why it failed. */
export interface DeviceRun {
  readonly device: string;
  readonly rows: readonly FabtestRow[] | null;
  readonly why: string | null;
}

/** Fewer devices have no median that means something. */
const ENOUGH = 4;

/**
 * Judges libfabric over each device between two nodes. Nobody has published what one device of EFA reaches in it, so devices are
 * compared with each other, and pairs of nodes by the slowest of theirs.
 * @param devices that a node has
 */
export function judgeLibfabric(
  runs: readonly DeviceRun[],
  { title, devices }: { readonly title: string; readonly devices: number },
): Verdict {
  const findings: Finding[] = [];
  if (runs.length < devices)
    findings.push({
      text: `libfabric found ${runs.length} ${title} devices, and not ${devices}.`,
      fix: "look at the devices of that node (fi_info -p efa), at its device plugin, and at what the job was given",
    });
  for (const { device, why } of runs)
    if (why !== null)
      findings.push({
        text: `${device} carried nothing: ${why}`,
        fix: "look at the security group of the nodes, which must let EFA through to itself in both directions, and at the kernel's log of efa",
      });
  const rates = runs.flatMap(({ device, rows }) => {
    const last = rows?.at(-1);
    return last ? [{ device, gbps: (last.mbps * 8) / 1000 }] : [];
  });
  const usual = rates.length >= ENOUGH ? median(rates.map(({ gbps }) => gbps)) : null;
  for (const { device, gbps } of rates)
    if (usual !== null && gbps < BELOW_MEDIAN * usual)
      findings.push({
        text: `${device} carries ${fourDigits(gbps)} Gbps, and the median of ${rates.length} devices is ${fourDigits(usual)} Gbps.`,
        fix: "look at its counters (rdma statistic), and run the same pair again: a device that stays slow is replaced with its node",
      });
  const slowest = rates.toSorted((one, other) => one.gbps - other.gbps)[0];
  return verdict(
    slowest ? [{ name: "Slowest device", value: slowest.gbps, unit: "Gbps", floor: null }] : [],
    findings,
    "look at the device",
  );
}
