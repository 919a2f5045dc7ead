import type { RuleGroup } from "../platform/prometheus-rules";
import { alertRule } from "./alert";

/** How long what the log tells is told of, in seconds. */
export const TOLD_SECONDS = 300;

/** Names of counters, and those of the moment of the newest. */
const LOGGED = {
  xid: ["railyard_xid_errors_total", "railyard_xid_last_timestamp_seconds"],
  sxid: ["railyard_sxid_errors_total", "railyard_sxid_last_timestamp_seconds"],
  evicted: ["railyard_lustre_evictions_total", "railyard_lustre_eviction_last_timestamp_seconds"],
} as const;

/** What is seen for the first time has not grown yet: so the moment is asked, and not a rate. */
const isRecent = (newest: string, seconds: number): string => `time() - ${newest} < ${seconds}`;

/** Series of what the log has told lately. @param of labels, in braces; empty: all */
export const recentlyLogged = (kind: keyof typeof LOGGED, of: string, seconds = TOLD_SECONDS): string => {
  const [count, newest] = LOGGED[kind];
  return `${count}${of} and ${isRecent(`${newest}${of}`, seconds)}`;
};

/** The same, and what has come since the node has started: for what only a new start ends. */
export const loggedSinceBoot = (kind: keyof typeof LOGGED, of: string, seconds = TOLD_SECONDS): string => {
  const [count, newest] = LOGGED[kind];
  const sinceBoot = `${newest}${of} > on (node) group_left () max by (node) (node_boot_time_seconds)`;
  return `${count}${of} and (${isRecent(`${newest}${of}`, seconds)} or ${sinceBoot})`;
};

/** That nobody reads the kernel's log of a node. */
export const kernelLogAlerts = (): RuleGroup[] => [
  {
    name: "railyard-kernel-log",
    rules: [
      alertRule({
        name: "KernelLogUnread",
        expr: [
          "max by (node) (railyard_kernel_log_readable) == 0",
          `time() - max by (node) (node_textfile_mtime_seconds{file=~".+/kernel-log.prom"}) > ${2 * TOLD_SECONDS}`,
          // one that never wrote has no series of its own
          "max by (node) (node_textfile_scrape_error) unless on (node) railyard_kernel_log_readable",
        ].join(" or "),
        for: "15m",
        summary: "Nobody reads the kernel's log of {{ $labels.node }}",
        description: "What the kernel alone tells of hardware is not told of.",
      }),
    ],
  },
];
