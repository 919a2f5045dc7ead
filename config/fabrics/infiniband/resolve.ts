import type { z } from "zod";
import type { ResolvedFabric } from "../fabric";
import { deviceIdOf, RDMA_HEALTH, rdmaEnv, rdmaFabric, railsOf, type ServersOfPool } from "../rdma/resolve";
import type { RdmaSetup } from "../rdma/setup";
import type { infinibandSchema } from "./schema";

export const INFINIBAND_TITLE = "InfiniBand";
export const INFINIBAND_HEALTH = RDMA_HEALTH("IB");

type Written = z.output<typeof infinibandSchema>;

/** InfiniBand of a pool; null where its servers have no compute cards. */
export function resolveInfiniband(written: Written, pool: ServersOfPool): ResolvedFabric | null {
  const { rails, addressesPerNode } = railsOf(pool, written);
  if (rails.length === 0) return null;
  const setup: RdmaSetup = {
    link: "infiniband",
    access: written.access,
    rails,
    vfs: written.access === "sriov" ? written.vfs : null,
    mtu: written.mtu,
    addressesPerNode,
    routed: false,
    joined: written.joined,
    ofed: written.ofed,
    cards: written.cards,
    externalBmc: pool.machine.externalBmc,
    deviceId: deviceIdOf(pool.machine),
    infiniband: {
      subnetManager: written.subnetManager,
      pkey: written.pkey ?? null,
      tenants: written.tenants,
      sharp: written.sharp,
    },
    traffic: null,
    roceSettings: null,
  };
  return rdmaFabric(pool, setup, {
    kind: "infiniband",
    title: INFINIBAND_TITLE,
    config: written,
    health: INFINIBAND_HEALTH,
    ncclEnv: {
      ...written.nccl,
      ...rdmaEnv(setup),
      ...(written.serviceLevel !== undefined && { NCCL_IB_SL: String(written.serviceLevel) }),
      ...(written.sharp && { NCCL_COLLNET_ENABLE: "1" }),
    },
  });
}
