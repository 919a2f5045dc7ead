import { NIC_ROCE_DEFAULTS } from "../../facts/roce";
import { cnpPriority, rdmaPayload, type RoceTraffic } from "./traffic";

/** Numbers that cannot work together. */
export interface TrafficFault {
  readonly key: keyof RoceTraffic;
  readonly message: string;
  readonly fix: string;
}

/** What of one set of numbers is wrong by itself, whatever switches there are. */
export function trafficFaults(traffic: RoceTraffic): TrafficFault[] {
  const faults: TrafficFault[] = [];
  const { dscp, cnpDscp, priority, mtu } = traffic;
  if (cnpDscp === dscp)
    faults.push({
      key: "cnpDscp",
      message: `cnpDscp is ${cnpDscp}, as dscp is: what tells of congestion would wait behind it`,
      fix: "cnpDscp: 48",
    });
  else if (cnpPriority(traffic) === priority)
    faults.push({
      key: "cnpDscp",
      message: `cnpDscp ${cnpDscp} is in class ${priority}, which is paused: what tells of congestion would be paused with it`,
      fix: "cnpDscp: 48",
    });
  else if (cnpDscp === NIC_ROCE_DEFAULTS.cnpDscp)
    faults.push({
      key: "cnpDscp",
      message: `cnpDscp is ${cnpDscp}, which Cumulus and EOS treat as any other traffic, and community SONiC as lossless`,
      fix: "cnpDscp: 48, or a map on every switch that puts 4 into a strict class",
    });
  if (dscp === 0)
    faults.push({
      key: "dscp",
      message: "dscp is 0, which is the mark of all that has none: every other packet would be lossless too",
      fix: "dscp: 26",
    });
  if (rdmaPayload(traffic) < 4096)
    faults.push({
      key: "mtu",
      message: `mtu ${mtu} holds RDMA packets of ${rdmaPayload(traffic)} bytes, not of 4096`,
      fix: "mtu: 9000, with 9100 or more on every switch",
    });
  return faults;
}
