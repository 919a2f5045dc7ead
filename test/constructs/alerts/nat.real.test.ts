import { natAlerts } from "../../../constructs/alerts/nat";
import { describeAlerts } from "../../helpers/alert-cases";

const of = (metric: string, zone = "us-east-1a"): string => `aws_natgateway_${metric}_sum{name="${zone}"}`;
const zone = { name: "us-east-1a" };
/** Where CloudWatch has nothing. */
const NOTHING = Array.from({ length: 60 }, () => "NaN").join(" ");
const packets = (dropped: string): Record<string, string> => ({
  [of("packets_drop_count")]: dropped,
  [of("packets_in_from_source")]: "600000x60",
  [of("packets_in_from_destination")]: "400000x60",
});

describeAlerts(natAlerts(), {
  NatPortsExhausted: {
    fires: { [of("error_port_allocation")]: "12x30", [of("error_port_allocation", "us-east-1b")]: "0x30" },
    before: "4m",
    after: "6m",
    labels: zone,
    value: "12",
    silent: { [of("error_port_allocation")]: NOTHING },
  },
  NatDropsPackets: {
    fires: packets("200x60"),
    before: "14m",
    after: "16m",
    labels: zone,
    value: "0.02%",
    silent: packets("90x60"),
  },
});
