import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

/**
 * Share of packets that a gateway drops, from which AWS says to look at its health.
 * @see https://docs.aws.amazon.com/vpc/latest/userguide/vpc-nat-gateway-cloudwatch.html
 */
const DROPPED_SHARE = 0.0001;

const of = (metric: string): string => `sum by (name) (aws_natgateway_${metric}_sum)`;

/** What NAT gateways tell CloudWatch. Where it has nothing, no alert sounds: a comparison with what is not a number is false. */
export function natAlerts(): RuleGroup[] {
  const alerts: Alert[] = [
    {
      name: "NatPortsExhausted",
      expr: `${of("error_port_allocation")} > 0`,
      for: "5m",
      summary: "The NAT gateway in {{ $labels.name }} refuses connections: {{ $value }} in a minute found no port",
      description: "Too many connections at a time to the same address and port outside: of each 55,000 are possible.",
    },
    {
      name: "NatDropsPackets",
      expr: `${of("packets_drop_count")} / (${of("packets_in_from_source")} + ${of("packets_in_from_destination")}) > ${DROPPED_SHARE}`,
      for: "15m",
      summary: "The NAT gateway in {{ $labels.name }} drops {{ $value | humanizePercentage }} of its packets",
      description: "Pulls of images and downloads of data through it stall.",
    },
  ];
  return [{ name: "railyard-nat", rules: alerts.map(alertRule) }];
}
