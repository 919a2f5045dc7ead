import type { Cloud } from "../cloud/cloud";
import type { CloudObject } from "../cloud/cloud-api";
import type { Attributes, Value } from "../value";

const text = (value: Value | undefined): string => (typeof value === "string" ? value : "");

/**
 * Ids by which the provider imports, where they are not the id that it keeps. The last section of a resource's page in
 * the provider's documentation says them.
 * @see https://registry.terraform.io/providers/hashicorp/aws/6.25.0/docs
 */
const IMPORT_IDS: Readonly<Record<string, (object: Attributes) => string>> = {
  aws_eks_pod_identity_association: (object) => `${text(object["cluster_name"])},${text(object["association_id"])}`,
  aws_iam_role_policy: (object) => `${text(object["role"])}:${text(object["name"])}`,
  aws_iam_role_policy_attachment: (object) => `${text(object["role"])}/${text(object["policy_arn"])}`,
  aws_route: (object) => `${text(object["route_table_id"])}_${text(object["destination_cidr_block"])}`,
  aws_route_table_association: (object) => `${text(object["subnet_id"])}/${text(object["route_table_id"])}`,
};

/** Whether a type is imported by the id that the cloud has it by. */
export const importedById = (type: string): boolean => !(type in IMPORT_IDS);

/** What an import id says of its object, where a person may have joined things in another way than the stack does. */
export function saidBy(type: string, id: string): Attributes {
  const [first = "", second = ""] = type === "aws_route" ? id.split("_") : id.split("/");
  if (type === "aws_route") return { route_table_id: first };
  return type === "aws_route_table_association" ? { subnet_id: first, route_table_id: second } : {};
}

/** The object that an import id means. */
export function importable(cloud: Cloud, type: string, id: string): CloudObject | undefined {
  const idOf = IMPORT_IDS[type];
  return idOf ? cloud.all(type).find(({ attributes }) => idOf(attributes) === id) : cloud.get(type, id);
}

/**
 * Arguments that no API tells, with what an import puts there: a later read leaves them as the state has them.
 * @see https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/fsx/lustre_file_system.go
 */
const NEVER_TOLD: Readonly<Record<string, Attributes>> = {
  aws_fsx_lustre_file_system: { security_group_ids: [], skip_final_backup: false },
};

/** What an import makes of an object. */
export function importedState(type: string, attributes: Attributes): Attributes {
  return { ...attributes, ...NEVER_TOLD[type] };
}

/** What a refresh makes of an object. @param state what the state has until now */
export function refreshedState(type: string, attributes: Attributes, state: Attributes): Attributes {
  const kept = Object.keys(NEVER_TOLD[type] ?? {}).map((name) => [name, state[name] ?? null]);
  return { ...attributes, ...Object.fromEntries(kept) };
}
