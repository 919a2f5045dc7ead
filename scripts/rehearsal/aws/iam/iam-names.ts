import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { textOf } from "../../attribute-values";
import { iamId } from "../api-ids";

export const IAM_QUOTAS = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html";

/**
 * Name of a new object: the one given, or the prefix with 26 digits behind it as the provider makes one up.
 * @param api gives the digits
 */
export function newName(object: Attributes, api: CloudApi): string {
  const prefix = textOf(object, "name_prefix") ?? "terraform-";
  return textOf(object, "name") ?? `${prefix}${api.now.replace(/\D/g, "")}000000${api.hex(6, "name")}`;
}

/** What IAM gives to every object with a name. @param kind as ARNs have it @param prefix of its unique id */
export function namedObject(
  object: Attributes,
  api: CloudApi,
  kind: string,
  prefix: Parameters<typeof iamId>[1],
): Attributes & { readonly id: string } {
  const name = newName(object, api);
  return {
    id: name,
    name,
    name_prefix: "",
    arn: api.globalArn("iam", `${kind}${textOf(object, "path") ?? "/"}${name}`),
    create_date: api.now,
    unique_id: iamId(api, prefix),
  };
}

/** What IAM refuses of a name. @param limit characters */
export function refuseName(object: Attributes, limit: number): Refusal[] {
  const name = textOf(object, "name");
  if (name === null || (/^[\w+=,.@-]+$/.test(name) && name.length <= limit)) return [];
  return [
    {
      code: "ValidationError",
      message: `name is "${name}" (${name.length} characters); it has 1 to ${limit} letters, digits and _+=,.@-`,
      source: `${IAM_QUOTAS}#reference_iam-quotas-names`,
    },
  ];
}

/** What IAM refuses of a path. */
export function refusePath(object: Attributes): Refusal[] {
  const path = textOf(object, "path");
  if (path === null || (/^\/(?:[!-~]+\/)?$/.test(path) && path.length <= 512)) return [];
  return [
    {
      code: "ValidationError",
      message: `path is "${path}"; it begins and ends with /, with up to 512 characters`,
      source: "https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html",
    },
  ];
}

/** IAM does not tell upper case from lower. Names that are quite the same are found without this. */
export function refuseOtherCase(type: string, object: Attributes, api: CloudApi, prior: Attributes | null): Refusal[] {
  const name = textOf(object, "name");
  if (name === null || prior !== null) return [];
  return api
    .all(type)
    .map(({ attributes }) => textOf(attributes, "name") ?? "")
    .filter((other) => other !== name && other.toLowerCase() === name.toLowerCase())
    .map((other) => ({
      code: "EntityAlreadyExists",
      message: `"${name}" and "${other}" differ in case only, which IAM does not see`,
      source: `${IAM_QUOTAS}#reference_iam-quotas-names`,
    }));
}

/** Characters of policies, as their quotas count them: without white space. */
export function policySize(...policies: readonly string[]): number {
  return policies.join("").replace(/\s/g, "").length;
}
