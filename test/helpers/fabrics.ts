import type { CheckedFabric } from "../../constructs/slurm/slurm-types";
import { EFA } from "../../config/fabrics/efa/kind";
import { EFA_HEALTH, resolveEfa, type EfaFabric } from "../../config/fabrics/efa/resolve";
import type { FabricHealth } from "../../config/fabrics/fabric";
import { resolveNone } from "../../config/fabrics/none/kind";
import { INSTANCE_TYPES } from "../../config/facts/instance-types";

const P5 = resolveEfa(undefined, INSTANCE_TYPES["p5.48xlarge"])!;

/** EFA of a p5 with another number of devices. */
export const efaFabric = (devices = P5.devices): EfaFabric & { readonly health: FabricHealth } => ({
  ...P5,
  devices,
  podRequests: { "vpc.amazonaws.com/efa": String(devices) },
  health: EFA_HEALTH,
});

export const NO_FABRIC = resolveNone(INSTANCE_TYPES["m7i.16xlarge"]);

/** Fabrics that the health check looks at on EKS. */
export const CHECKED_FABRICS: readonly CheckedFabric[] = [{ ...EFA, health: EFA_HEALTH }];
