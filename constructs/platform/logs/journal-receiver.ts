import type { CollectorPart } from "./collector-config";

/** What is read of a node's journal. Errors of GPUs and cards (XID, link down) are the kernel's. */
const MATCHES = [
  { _TRANSPORT: "kernel" },
  { _SYSTEMD_UNIT: "kubelet.service" },
  { _SYSTEMD_UNIT: "containerd.service" },
] as const;

/** Names of OpenTelemetry for the levels of syslog. */
const SEVERITIES = { fatal: ["0", "1", "2"], error: ["3"], warn: ["4"], info: ["5", "6"], debug: ["7"] } as const;

/**
 * The image of the collector has no journalctl: that of the node reads its journal, in the file system of the node.
 * @see https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/v0.158.0/receiver/journaldreceiver
 */
export const journalReceiver = (rootPath: string): CollectorPart => ({
  root_path: rootPath,
  journalctl_path: "/usr/bin/journalctl",
  matches: MATCHES,
  priority: "info",
  start_at: "beginning",
  storage: "file_storage",
  // a message may have bytes that are no text
  convert_message_bytes: true,
  retry_on_failure: { enabled: true, max_elapsed_time: 0 },
  operators: [
    { type: "filter", expr: 'body.MESSAGE == nil or body.MESSAGE matches "^\\\\s*$$"' },
    {
      type: "severity_parser",
      parse_from: "body.PRIORITY",
      overwrite_text: true,
      mapping: SEVERITIES,
      if: "body.PRIORITY != nil",
    },
    {
      type: "add",
      field: 'resource["unit"]',
      value: 'EXPR(body._TRANSPORT == "kernel" ? "kernel" : body._SYSTEMD_UNIT)',
    },
    { type: "move", from: "body.MESSAGE", to: "body" },
  ],
});
