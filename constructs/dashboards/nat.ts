import { over, type Dashboard } from "./dashboard";

/** CloudWatch has sums of a minute. */
const perSecond = (metric: string): string => `sum by (name) (aws_natgateway_${metric}_sum) / 60`;

/** What goes out of the network, and comes back, by the NAT gateways that the environment makes. */
export const nat = (): Dashboard => ({
  name: "nat",
  title: "NAT gateways",
  description:
    "What nodes and pods exchange with the world outside, by zone of the gateway. CloudWatch tells of it some minutes late.",
  rows: [
    {
      title: "Traffic",
      panels: [
        over(
          "Bytes",
          "AWS takes money for each GB that goes through: images and data of S3 have ways of their own.",
          "Bps",
          { expr: perSecond("bytes_out_to_destination"), legend: "{{name}} out" },
          { expr: perSecond("bytes_in_from_destination"), legend: "{{name}} in" },
        ),
        over("Connections", "At the same time, the most in a minute.", "short", {
          expr: "max by (name) (aws_natgateway_active_connection_count_maximum)",
          legend: "{{name}}",
        }),
      ],
    },
    {
      title: "Errors",
      panels: [
        over(
          "Connections that found no port",
          "More than none: too many at a time to the same address and port outside.",
          "short",
          { expr: "sum by (name) (aws_natgateway_error_port_allocation_sum)", legend: "{{name}}" },
        ),
        over("Packets dropped", "By the gateway itself.", "pps", {
          expr: perSecond("packets_drop_count"),
          legend: "{{name}}",
        }),
      ],
    },
  ],
});
