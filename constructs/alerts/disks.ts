import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

/** Share of the writes that its maker promises of a disk, from which a new one is ordered. A decision of Railyard's own. */
const WORN = 0.9;

/** From which what disks have said is old: they are asked every few minutes. */
const STALE_SECONDS = 3600;

/** When answers of disks were written, by node: of a node without local disks too, empty then. */
const FILE = 'node_textfile_mtime_seconds{file=~".+/nvme.prom"}';

const DISK = "{{ $labels.device }} of {{ $labels.node }}";

const byDisk = (expr: string): string => `max by (node, device) (${expr})`;

/** What disks say of themselves. @see https://nvmexpress.org/specifications/ (SMART / Health Information log page) */
const WEAR: readonly Alert[] = [
  {
    name: "NvmeWorn",
    expr: `${byDisk("railyard_nvme_used_ratio")} >= ${WORN} or ${byDisk("railyard_nvme_spare_ratio")} < ${byDisk("railyard_nvme_spare_threshold_ratio")}`,
    for: "15m",
    summary: `${DISK} is worn`,
    description:
      "{{ $value | humanizePercentage }}: of the writes that its maker promises, or of the spare blocks that are left, fewer than it needs.",
  },
  {
    name: "NvmeCritical",
    expr: `${byDisk("railyard_nvme_critical_warning")} > 0`,
    for: "10m",
    summary: `${DISK} warns of itself`,
    description:
      "{{ $value }} is a sum of 1 spare blocks, 2 temperature, 4 reliability, 8 read-only, 16 and 32 backup of its memory.",
  },
  {
    name: "NvmeMediaErrors",
    expr: `sum by (node, device) (increase(railyard_nvme_media_errors_total[1d])) > 0`,
    summary: `${DISK} could not read or keep what was written`,
    description: "{{ $value | humanize }} errors of its medium within a day.",
  },
  {
    name: "NvmeWearUnread",
    // a file that is not written any more stands for what was, and one that was never written has no series of its own
    expr: `${byDisk("railyard_nvme_smart_readable")} == 0 or ${byDisk("railyard_nvme_smart_readable")} and on (node) time() - max by (node) (${FILE}) > ${STALE_SECONDS} or max by (node) (node_textfile_scrape_error) unless on (node) ${FILE}`,
    for: "1h",
    summary: `{{ or $labels.device "Each disk" }} of {{ $labels.node }} does not say how worn it is`,
    description:
      "The host has no nvme-cli, the disk does not answer, or nobody has asked it for an hour or ever: what is shown is old, or nothing is.",
  },
];

/** Local disks, as the kernel tells of their controllers, and as they tell of themselves. @param wear whether they are asked how worn they are */
export const diskAlerts = ({ wear }: { readonly wear: boolean }): RuleGroup[] => [
  {
    name: "railyard-disks",
    rules: [
      alertRule({
        name: "NvmeNotLive",
        expr: 'max by (node, device, state) (node_nvme_info{state!="live"}) == 1',
        for: "10m",
        summary: "{{ $labels.device }} of {{ $labels.node }} answers nobody: its controller is {{ $labels.state }}",
        description: "What lies on it is not to be read, and a RAID 0 with it is gone as a whole.",
      }),
      ...(wear ? WEAR.map(alertRule) : []),
    ],
  },
];
