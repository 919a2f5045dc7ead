import type { RuleGroup } from "../platform/prometheus-rules";
import { alertRule } from "./alert";
import { recentlyLogged } from "./kernel-log";

/** What Lustre's client on nodes says of its servers. */
export const lustreClientAlerts = (): RuleGroup[] => [
  {
    name: "railyard-lustre-clients",
    rules: [
      alertRule({
        name: "LustreClientEvicted",
        expr: `sum by (node, file_system) (${recentlyLogged("evicted", "")})`,
        summary:
          "Servers of Lustre {{ $labels.file_system }} have put {{ $labels.node }} out: what its programs wrote and read has failed",
        description: "{{ $value }} at least since the node has booted, the newest in the last five minutes.",
      }),
    ],
  },
];
