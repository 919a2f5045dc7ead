import { z } from "zod";
import { NIC_ROCE_DEFAULTS, nicPriority } from "../../facts/roce";
import { key } from "../../kernel/key";

const dscpSchema = z.number().int().min(0).max(63);
const GUIDE =
  "https://docs.nvidia.com/networking-ethernet-software/cumulus-linux-514/Layer-1-and-Switch-Ports/Quality-of-Service/RDMA-over-Converged-Ethernet-RoCE";

/** How RDMA is told apart from other traffic: the one set of numbers that hosts, NCCL and switches have. */
export const roceTrafficSchema = z.strictObject({
  priority: key(z.number().int().min(0).max(7).default(NIC_ROCE_DEFAULTS.pfcPriority), {
    description: "The class of traffic that is never dropped: its senders are paused (PFC) where queues are full.",
    update: "in-place",
    updateNote: "Every host and every switch on the way must have it at the same time: stop jobs before.",
    source: GUIDE,
  }),
  dscp: key(dscpSchema.default(26), {
    description: "Mark of RDMA packets. NCCL_IB_TC follows from it.",
    update: "in-place",
    updateNote: "Every host and every switch on the way must have it at the same time: stop jobs before.",
    source: GUIDE,
  }),
  cnpDscp: key(dscpSchema.default(48), {
    description:
      "Mark of packets that tell a sender of congestion (CNP). Network cards that NIC Configuration Operator sets up mark them with 4 unless they are told otherwise.",
    update: "in-place",
    source:
      "https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst",
  }),
  ecn: key(z.boolean().default(true), {
    description:
      "Whether switches mark packets where queues grow, so that senders slow down before they must be paused.",
    update: "in-place",
    source: GUIDE,
  }),
  mtu: key(z.number().int().min(1500).max(9978).default(9000), {
    description: "Largest IP packet of a rail. RDMA takes the largest of 1024, 2048 and 4096 bytes that fits in it.",
    unit: "bytes",
    update: "rolling",
    updateNote: "Switches first: a port that is smaller than its host drops large packets.",
  }),
});

export type RoceTraffic = z.output<typeof roceTrafficSchema>;

/** Bits of the type-of-service byte that say that a packet may be marked: ECT(0). */
const ECT0 = 0b10;

/** The type-of-service byte of RDMA packets, which NCCL calls traffic class. */
export const trafficClass = ({ dscp, ecn }: Pick<RoceTraffic, "dscp" | "ecn">): number => dscp * 4 + (ecn ? ECT0 : 0);

/** Class in which switches and cards put what tells of congestion, before anybody changes the map. */
export const cnpPriority = ({ cnpDscp }: Pick<RoceTraffic, "cnpDscp">): number => nicPriority(cnpDscp);

/** Payload of one RDMA packet, bytes: the largest size that fits beside its heads. */
export function rdmaPayload({ mtu }: Pick<RoceTraffic, "mtu">): 1024 | 2048 | 4096 {
  // IPv6, UDP, the heads of RDMA, and the check behind it
  const heads = 40 + 8 + 12 + 16 + 4 + 4;
  if (mtu >= 4096 + heads) return 4096;
  return mtu >= 2048 + heads ? 2048 : 1024;
}
