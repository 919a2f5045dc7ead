import type { ResolvedVolume } from "../../../config/storage/kind";
import type { Check } from "../check";
import { COLLECTIVES } from "./collectives";
import { INVENTORY } from "./inventory";
import { DIAGNOSTICS, HOST_COPIES } from "./programs";
import { RAILS } from "./rails";
import { volumeChecks } from "./volumes";

/** All checks in the order in which they run: what finds bad nodes cheaply comes first. */
export const checksOf = (volumes: readonly ResolvedVolume[]): Check[] => [
  INVENTORY,
  ...DIAGNOSTICS,
  HOST_COPIES,
  ...COLLECTIVES.slice(0, 1),
  RAILS,
  ...COLLECTIVES.slice(1),
  ...volumeChecks(volumes),
];
