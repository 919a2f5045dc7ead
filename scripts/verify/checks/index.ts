import type { SiteEnvironment } from "../../../config/sites/environment";
import type { Check } from "../check";
import { APPLICATIONS } from "./applications";
import { bucketChecks } from "./buckets";
import { COLLECTIVES } from "./collectives";
import { INVENTORY } from "./inventory";
import { ISOLATION } from "./isolation";
import { LIBFABRIC } from "./libfabric";
import { NVLINK_DOMAIN } from "./nvlink-domain";
import { DIAGNOSTICS, HOST_COPIES, PEER_COPIES } from "./programs";
import { RAILS } from "./rails";
import { SERVING } from "./serving";
import { schedulingCheck } from "./scheduling";
import { sharedFileChecks } from "./shared-files";
import { GEMM, trainingChecks } from "./training";
import { volumeChecks } from "./volumes";

/** All checks in the order in which they run: what finds bad nodes cheaply comes first. */
export const checksOf = (
  environment: Pick<SiteEnvironment, "storage" | "checkpoints" | "lustre" | "slurm" | "teams" | "nodeGroups">,
): Check[] => [
  INVENTORY,
  ...DIAGNOSTICS,
  HOST_COPIES,
  PEER_COPIES,
  GEMM,
  ...COLLECTIVES.slice(0, 1),
  NVLINK_DOMAIN,
  RAILS,
  LIBFABRIC,
  ...COLLECTIVES.slice(1),
  schedulingCheck(environment),
  ...volumeChecks(environment.storage),
  ...sharedFileChecks(environment.storage),
  ...bucketChecks(environment),
  ...trainingChecks(environment),
  SERVING,
  ...APPLICATIONS,
  // what it finds is wrong with all nodes: it must not keep them from the others
  ISOLATION,
];
