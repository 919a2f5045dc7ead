import type { RuleGroup } from "../platform/prometheus-rules";
import { alertRule } from "./alert";

/**
 * Local disks, as the kernel tells of their controllers. What is worn of them no exporter here reads: node_exporter has states and sizes.
 * @see https://github.com/prometheus/node_exporter/blob/v1.12.1/collector/nvme_linux.go
 */
export const diskAlerts = (): RuleGroup[] => [
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
    ],
  },
];
