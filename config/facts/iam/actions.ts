import { CLUSTER_ACTIONS } from "./cluster";
import { EVENTS_ACTIONS } from "./events";
import { NETWORK_ACTIONS } from "./network";
import { STORAGE_ACTIONS } from "./storage";
import type { TypeActions } from "./type-actions";

/** The one table of what a type takes: the roles of a pipeline, preflight and the catalogue of types read it. */
export const TYPE_ACTIONS: Readonly<Record<string, TypeActions>> = {
  ...NETWORK_ACTIONS,
  ...CLUSTER_ACTIONS,
  ...EVENTS_ACTIONS,
  ...STORAGE_ACTIONS,
};

/**
 * Calls of a change that few environments see: a tag or a switch that is taken back, another description, a last backup. A
 * role may do them; that somebody who deploys may not is no reason to stop.
 */
const SELDOM =
  /^iam:List\w+Tags$|:(?:Untag\w*|DeleteTags|CreateOrUpdateTags|Disable\w+|Disassociate(?:Address|KmsKey)|DeleteRetentionPolicy|EnableKey|Update\w*Descriptions?(?:Egress|Ingress)?|ModifySecurityGroupRules|ReplaceRouteTableAssociation|DeleteLaunchTemplateVersions|AssociateEncryptionConfig|UpdateAccessEntry|CreateBackup|PutAccelerateConfiguration|PutRolePermissionsBoundary|SetSubscriptionAttributes|CreateLogStream|PutLogEvents)$/;

/** What a deployment of a type calls, from the first apply to the last destroy; null: the type is not known. */
export function deployActions(type: string): readonly string[] | null {
  const row = Object.hasOwn(TYPE_ACTIONS, type) ? TYPE_ACTIONS[type] : undefined;
  if (!row) return null;
  return [...new Set(Object.values<readonly string[]>({ ...row }).flat())].filter((action) => !SELDOM.test(action));
}

/** Actions of one kind that any type takes of a service. @param types only these. @default - all */
export function serviceActions(
  service: string,
  kind: keyof TypeActions,
  types: (type: string) => boolean = () => true,
): readonly string[] {
  const rows = Object.entries(TYPE_ACTIONS).filter(([type]) => types(type));
  return [...new Set(rows.flatMap(([, row]) => row[kind]))].filter((action) => action.startsWith(`${service}:`));
}

/** Reading and writing state in the bucket, with its lock. */
export const STATE_ACTIONS: readonly string[] = [
  "s3:ListBucket",
  "s3:GetObject",
  "s3:PutObject",
  "s3:DeleteObject",
  "kms:Decrypt",
  "kms:GenerateDataKey",
];
