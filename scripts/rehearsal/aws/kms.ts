import type { CloudApi, CloudObject } from "../cloud/cloud-api";
import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import type { Attributes } from "../value";
import { uuid } from "./api-ids";
import { parseArn } from "./arn";
import { isOn, numberOf, textOf } from "../attribute-values";
import { newName } from "./iam/iam-names";
import { refusePolicy } from "./iam/iam-policy";
import { allowsAction, parsePolicy, textsOfElement, type Statement } from "./iam/policy-statements";
import { isPlain } from "../../../config/kernel/plain";

const api = "https://docs.aws.amazon.com/kms/latest/APIReference";
const guide = "https://docs.aws.amazon.com/kms/latest/developerguide";
const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/kms";

const POLICY_BYTES = 32_768;
const SYMMETRIC = "SYMMETRIC_DEFAULT";

export const KMS_KINDS = knownKinds({
  aws_kms_key: {
    source: [`${provider}/key.go`, `${api}/API_CreateKey.html`, `${api}/API_ScheduleKeyDeletion.html`],
    defaults: {
      bypass_policy_lockout_safety_check: false,
      customer_master_key_spec: SYMMETRIC,
      enable_key_rotation: false,
      is_enabled: true,
      key_usage: "ENCRYPT_DECRYPT",
    },
    json: ["policy"],
    refuse: refuseKey,
    create: (key, cloud) => {
      const id = isOn(key, "multi_region") ? `mrk-${cloud.hex(32, "key")}` : uuid(cloud, "key");
      return {
        id,
        key_id: id,
        arn: cloud.arn("kms", `key/${id}`),
        description: "",
        multi_region: false,
        policy: defaultPolicy(cloud),
        rotation_period_in_days: isOn(key, "enable_key_rotation") ? 365 : null,
      };
    },
  },
  aws_kms_alias: {
    source: [`${provider}/alias.go`, `${api}/API_CreateAlias.html`],
    unique: [{ by: ["name"], code: "AlreadyExistsException", source: `${api}/API_CreateAlias.html` }],
    refuse: refuseAlias,
    create: (alias, cloud) => {
      const prefix = textOf(alias, "name_prefix") ?? "alias/";
      const name = newName({ ...alias, name_prefix: prefix }, cloud);
      const key = keyOf(textOf(alias, "target_key_id") ?? "", cloud);
      return {
        id: name,
        name,
        name_prefix: "",
        arn: cloud.arn("kms", name),
        target_key_arn: textOf(key?.attributes ?? null, "arn"),
      };
    },
  },
});

/** The key that an id or an ARN means. */
export function keyOf(idOrArn: string, cloud: CloudApi): CloudObject | undefined {
  return cloud.all("aws_kms_key").find(({ id, attributes }) => id === idOrArn || attributes["arn"] === idOrArn);
}

/** Whether a key is one that services encrypt data with. */
export function isSymmetric(key: CloudObject): boolean {
  return (textOf(key.attributes, "customer_master_key_spec") ?? SYMMETRIC) === SYMMETRIC;
}

function refuseKey(key: Attributes, cloud: CloudApi): Refusal[] {
  const policy = textOf(key, "policy");
  return [
    ...(policy === null || policy === "" ? [] : refuseKeyPolicy(policy, key, cloud)),
    ...refuseRotation(key),
    ...refuseUse(key),
    ...refuseRange(key, "deletion_window_in_days", [7, 30], `${api}/API_ScheduleKeyDeletion.html`),
    ...refuseRange(key, "rotation_period_in_days", [90, 2560], `${api}/API_EnableKeyRotation.html`),
  ];
}

function refuseKeyPolicy(policy: string, key: Attributes, cloud: CloudApi): Refusal[] {
  const code = "MalformedPolicyDocumentException";
  const refusals = refusePolicy(policy, { use: "key", partition: cloud.partition, code });
  const bytes = Buffer.byteLength(policy);
  if (bytes > POLICY_BYTES)
    refusals.push({
      code: "LimitExceededException",
      message: `policy has ${bytes} bytes, a key policy has up to ${POLICY_BYTES}`,
      source: `${guide}/resource-limits.html`,
    });
  const statements = parsePolicy(policy)?.statements ?? [];
  if (!isOn(key, "bypass_policy_lockout_safety_check") && !statements.some((each) => keepsAdministrator(each, cloud)))
    refusals.push({
      code,
      message:
        "The new key policy will not allow you to update the key policy in the future: " +
        `no statement allows kms:PutKeyPolicy to anybody in the account ${cloud.account}`,
      source: `${api}/API_CreateKey.html#KMS-CreateKey-request-Policy`,
    });
  return refusals;
}

/** KMS asks whether the caller may change the policy later. Who that is is not known: anybody in the account counts. */
function keepsAdministrator(statement: Statement, { account }: CloudApi): boolean {
  if (!allowsAction(statement, "kms:PutKeyPolicy")) return false;
  const principal = statement["Principal"];
  if (principal === "*") return true;
  const names = isPlain(principal) ? textsOfElement(principal["AWS"]) : [];
  return names.some((name) => name === "*" || name === account || parseArn(name)?.account === account);
}

function refuseRotation(key: Attributes): Refusal[] {
  const special = textOf(key, "customer_master_key_spec") !== SYMMETRIC || textOf(key, "custom_key_store_id") !== null;
  if (!isOn(key, "enable_key_rotation") || !special) return [];
  return [
    {
      code: "UnsupportedOperationException",
      message: "enable_key_rotation is on; it is for symmetric keys outside of custom key stores only",
      source: `${api}/API_EnableKeyRotation.html`,
    },
  ];
}

function refuseUse(key: Attributes): Refusal[] {
  const use = textOf(key, "key_usage");
  if (textOf(key, "customer_master_key_spec") !== SYMMETRIC || use === "ENCRYPT_DECRYPT") return [];
  return [
    {
      code: "ValidationException",
      message: `key_usage is ${use}; a symmetric key is for ENCRYPT_DECRYPT`,
      source: `${api}/API_CreateKey.html`,
    },
  ];
}

function refuseRange(
  key: Attributes,
  name: string,
  [least, most]: readonly [number, number],
  source: string,
): Refusal[] {
  const days = numberOf(key, name);
  if (days === null || (days >= least && days <= most)) return [];
  return [{ code: "ValidationException", message: `${name} is ${days}; it is ${least} to ${most}`, source }];
}

function refuseAlias(alias: Attributes, cloud: CloudApi): Refusal[] {
  const name = textOf(alias, "name") ?? textOf(alias, "name_prefix") ?? "alias/x";
  const target = textOf(alias, "target_key_id") ?? "";
  const source = `${api}/API_CreateAlias.html`;
  const refusals: Refusal[] = [];
  if (!/^alias\/[a-zA-Z0-9/_-]+$/.test(name) || name.length > 256 || name.startsWith("alias/aws/"))
    refusals.push({
      code: "InvalidAliasNameException",
      message: `name is "${name}"; it is alias/ and letters, digits, /, _ and -, up to 256, not beginning with alias/aws/`,
      source,
    });
  if (!keyOf(target, cloud))
    refusals.push({ code: "NotFoundException", message: `target_key_id: there is no key ${target}`, source });
  return refusals;
}

/** What KMS gives a key that comes without a policy. */
function defaultPolicy(cloud: CloudApi): string {
  const principal = cloud.globalArn("iam", "root");
  const statement = {
    Sid: "Enable IAM User Permissions",
    Effect: "Allow",
    Principal: { AWS: principal },
    Action: "kms:*",
    Resource: "*",
  };
  return JSON.stringify({ Id: "key-default-1", Statement: [statement], Version: "2012-10-17" });
}
