import { CAPACITY_CHECKS } from "./capacity-checks";
import type { PreflightCheck } from "./check";
import { BUCKET_KEY } from "./checks/bucket-key";
import { BUCKET_NOTIFICATIONS } from "./checks/bucket-link";
import { DATASET_BUCKETS } from "./checks/dataset-buckets";
import { DATASET_TABLES } from "./checks/dataset-tables";
import { ENDPOINT_CHECKS } from "./checks/endpoints";
import { HYBRID_CERTIFICATE_CHECKS } from "./checks/hybrid-certificates";
import { HYBRID_SERVER_CHECKS } from "./checks/hybrid-servers";
import { IDENTITY_CHECKS } from "./checks/identity";
import { NAME_CHECKS } from "./checks/names";
import { PERMISSION_CHECKS } from "./checks/permissions";
import { REPLICA_BUCKET } from "./checks/replica-bucket";
import { LINKED_ROLE_CHECKS } from "./checks/service-linked-roles";
import { WAY_OUT } from "./checks/way-out";
import { TRANSACTION_SEARCH } from "./checks/transaction-search";
import { TRANSIT_GATEWAY } from "./checks/transit-gateway";
import { USER_KEYS } from "./checks/user-keys";

/** Every check of an account, in the order in which they are told. */
export const CHECKS: readonly PreflightCheck[] = [
  ...IDENTITY_CHECKS,
  ...PERMISSION_CHECKS,
  ...LINKED_ROLE_CHECKS,
  ...ENDPOINT_CHECKS,
  WAY_OUT,
  ...NAME_CHECKS,
  TRANSIT_GATEWAY,
  ...HYBRID_SERVER_CHECKS,
  ...HYBRID_CERTIFICATE_CHECKS,
  BUCKET_KEY,
  BUCKET_NOTIFICATIONS,
  REPLICA_BUCKET,
  DATASET_BUCKETS,
  DATASET_TABLES,
  TRANSACTION_SEARCH,
  ...CAPACITY_CHECKS,
  USER_KEYS,
];
