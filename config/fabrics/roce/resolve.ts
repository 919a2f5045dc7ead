import type { z } from "zod";
import type { ResolvedFabric } from "../fabric";
import { deviceIdOf, RDMA_HEALTH, rdmaEnv, rdmaFabric, railsOf, type ServersOfPool } from "../rdma/resolve";
import type { RdmaSetup } from "../rdma/setup";
import { markEnv, nicTemplate } from "./host-settings";
import type { roceSchema } from "./schema";

export const ROCE_TITLE = "RoCE";
export const ROCE_HEALTH = RDMA_HEALTH("RoCE");

type Written = z.output<typeof roceSchema>;

/** RoCE of a pool; null where its servers have no compute cards. */
export function resolveRoce(written: Written, pool: ServersOfPool): ResolvedFabric | null {
  const { rails, addressesPerNode } = railsOf(pool, written);
  if (rails.length === 0) return null;
  const setup: RdmaSetup = {
    link: "ethernet",
    access: written.access,
    rails,
    vfs: written.access === "sriov" ? written.vfs : null,
    mtu: written.traffic.mtu,
    addressesPerNode,
    routed: written.routed,
    joined: written.joined,
    ofed: written.ofed,
    cards: written.cards,
    externalBmc: pool.machine.externalBmc,
    deviceId: deviceIdOf(pool.machine),
    infiniband: null,
    traffic: written.traffic,
    roceSettings: written.cards.kind === "operator" ? nicTemplate(written.traffic) : null,
  };
  return rdmaFabric(pool, setup, {
    kind: "roce",
    title: ROCE_TITLE,
    config: written,
    health: ROCE_HEALTH,
    // no GID index: in a container it is another one in each pod, and NCCL finds the right one
    ncclEnv: { ...written.nccl, ...rdmaEnv(setup), ...markEnv(written.traffic) },
  });
}
