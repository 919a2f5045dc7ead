import { serviceActions, TYPE_ACTIONS } from "../../config/facts/iam/actions";
import { type PolicyStatement } from "../security/policy";
import {
  AUTO_SCALING_PERMISSIONS,
  CLUSTER_PERMISSIONS,
  KEY_PERMISSIONS,
  LOG_PERMISSIONS,
  REGISTRY_PERMISSIONS,
  ROLES_ANYWHERE_PERMISSIONS,
} from "./cluster-permissions";
import {
  ANOMALY_PERMISSIONS,
  BUDGET_PERMISSIONS,
  EVENT_PERMISSIONS,
  QUEUE_PERMISSIONS,
  TOPIC_PERMISSIONS,
} from "./governance-permissions";
import { IDENTITY_PERMISSIONS } from "./identity-permissions";
import { NETWORK_PERMISSIONS } from "./network-permissions";
import { type CiScope, type ServicePermissions } from "./scope";
import {
  BUCKET_PERMISSIONS,
  bucketReads,
  EFS_PERMISSIONS,
  FILE_SYSTEM_PERMISSIONS,
  stateReads,
  stateWrites,
} from "./storage-permissions";

/** What the pipeline's roles may do with the actions of each service. */
export const SERVICES = {
  autoscaling: AUTO_SCALING_PERMISSIONS,
  budgets: BUDGET_PERMISSIONS,
  ce: ANOMALY_PERMISSIONS,
  ec2: NETWORK_PERMISSIONS,
  ecr: REGISTRY_PERMISSIONS,
  elasticfilesystem: EFS_PERMISSIONS,
  eks: CLUSTER_PERMISSIONS,
  events: EVENT_PERMISSIONS,
  fsx: FILE_SYSTEM_PERMISSIONS,
  iam: IDENTITY_PERMISSIONS,
  kms: KEY_PERMISSIONS,
  logs: LOG_PERMISSIONS,
  rolesanywhere: ROLES_ANYWHERE_PERMISSIONS,
  s3: BUCKET_PERMISSIONS,
  sns: TOPIC_PERMISSIONS,
  sqs: QUEUE_PERMISSIONS,
} as const satisfies Readonly<Record<string, ServicePermissions>>;

type Service = keyof typeof SERVICES;

/** Policies of the role that deploys. IAM takes up to 6,144 characters in each, and up to 10 of them in a role. */
const DEPLOY_POLICIES: Readonly<Record<string, readonly Service[]>> = {
  network: ["ec2"],
  cluster: ["eks", "ecr", "autoscaling", "kms", "logs"],
  storage: ["fsx", "elasticfilesystem", "s3"],
  identity: ["iam", "rolesanywhere"],
  governance: ["budgets", "ce", "sns", "sqs", "events"],
};

/** Resource types of AWS that the roles know nothing of. */
export function unknownTypes(types: readonly string[]): string[] {
  return types.filter((type) => type.startsWith("aws_") && !Object.hasOwn(TYPE_ACTIONS, type));
}

/**
 * What a role may do that plans: see what is there, and read its state. It writes nothing, not even a lock.
 * @param types only what resources of these types need. @default - what any stack needs, so that a role outlives the last
 *   resource of a type: its deletion is planned too
 */
export function planStatements(scope: CiScope, types?: readonly string[]): PolicyStatement[] {
  const isOf = (service: string) =>
    types === undefined || serviceActions(service, "reads", (type) => types.includes(type)).length > 0;
  const actions = Object.entries<ServicePermissions>(SERVICES).flatMap(([service, { reads }]) =>
    isOf(service) ? reads : [],
  );
  const see = actions.length > 0 ? [{ sid: "See", actions, resources: ["*"] }] : [];
  return [...see, ...bucketReads(scope), ...stateReads(scope)];
}

/** What a role may do that deploys, by policy. */
export function deployStatements(scope: CiScope): Readonly<Record<string, readonly PolicyStatement[]>> {
  const changes = Object.entries(DEPLOY_POLICIES).map(([policy, services]) => [
    policy,
    services.flatMap((service) => SERVICES[service].changes(scope)),
  ]);
  return {
    ...(Object.fromEntries(changes) as Record<string, PolicyStatement[]>),
    state: [...planStatements(scope).filter(({ sid }) => !/State$/.test(sid)), ...stateWrites(scope)],
  };
}
