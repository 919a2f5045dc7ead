import { toNode } from "./cells";
import type { TablePanel } from "./dashboard";

/** XIDs of the kernel's log, the newest first. @param of what chooses nodes, in braces; empty: all */
export const xidTable = (of = ""): TablePanel => ({
  kind: "table",
  title: "XIDs of the kernel's log",
  description:
    "By number and PCI address, also of GPUs of which DCGM tells nothing any more. Since the node has booted, or since the exporter's pod is there.",
  unit: "short",
  queries: [
    { expr: `sum by (node, pci, xid) (railyard_xid_errors_total${of})`, legend: "times" },
    {
      expr: `(time() - max by (node, pci, xid) (railyard_xid_last_timestamp_seconds${of})) / 3600`,
      legend: "newest, hours ago",
    },
  ],
  links: [toNode("node")],
  sortedBy: "newest, hours ago",
  columns: { node: "node", pci: "PCI address", xid: "XID" },
});

/** SXids of NVSwitches, the newest first. @param of what chooses nodes, in braces; empty: all */
export const sxidTable = (of = ""): TablePanel => ({
  kind: "table",
  title: "SXids of NVSwitches",
  description:
    "By number and PCI address of the switch, with what the driver calls it; nothing where nodes have none. Since the node has booted, or since the exporter's pod is there.",
  unit: "short",
  queries: [
    { expr: `sum by (node, pci, sxid, severity) (railyard_sxid_errors_total${of})`, legend: "times" },
    {
      expr: `(time() - max by (node, pci, sxid, severity) (railyard_sxid_last_timestamp_seconds${of})) / 3600`,
      legend: "newest, hours ago",
    },
  ],
  links: [toNode("node")],
  sortedBy: "newest, hours ago",
  columns: { node: "node", pci: "PCI address", sxid: "SXid", severity: "severity" },
});
