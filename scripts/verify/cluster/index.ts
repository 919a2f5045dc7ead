import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ClusterCheck } from "../check";
import { conformanceCheck } from "./conformance/check";
import { deploymentCheck } from "./deployment";

/** What is asked of a cluster as a whole, in this order, before anything runs on it. */
export const clusterChecksOf = (environment: SiteEnvironment): ClusterCheck[] => [
  deploymentCheck(environment),
  conformanceCheck(environment),
];
