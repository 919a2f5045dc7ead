import type { CloudApi } from "../cloud/cloud-api";
import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import type { Attributes } from "../value";
import { domainOf } from "./api-ids";
import { parseArn } from "./arn";
import { isOn, numberOf, textOf } from "../attribute-values";
import { newName } from "./iam/iam-names";
import { isSymmetric, keyOf } from "./kms";
import {
  allowsAction,
  likeText,
  namesService,
  parsePolicy,
  textsOfElement,
  type Statement,
} from "./iam/policy-statements";
import { isPlain } from "../../../config/kernel/plain";
import { invalidParameter } from "../cloud/refusals";

const api = "https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference";
const CREATE = `${api}/API_CreateLogGroup.html`;
const ENCRYPT = "https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html";

/** Days that logs can be kept; 0 is for ever. */
const RETENTION = [
  0, 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const CONTEXT = "kms:encryptioncontext:aws:logs:arn";
const NEEDED = ["kms:Encrypt", "kms:Decrypt", "kms:GenerateDataKey", "kms:DescribeKey"];

export const LOGS_KINDS = knownKinds({
  aws_cloudwatch_log_group: {
    source: ["https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/logs/group.go", CREATE],
    defaults: { retention_in_days: 0, skip_destroy: false },
    unique: [{ by: ["name"], code: "ResourceAlreadyExistsException", source: CREATE }],
    refuse: refuseGroup,
    refuseDelete: (group) =>
      isOn(group, "deletion_protection_enabled")
        ? [
            {
              code: "ValidationException",
              message: "deletion_protection_enabled is on, which blocks the deletion until it is off",
              source: CREATE,
            },
          ]
        : [],
    create: (group, cloud) => {
      const name = newName(group, cloud);
      return {
        id: name,
        name,
        name_prefix: "",
        arn: cloud.arn("logs", `log-group:${name}`),
        log_group_class: "STANDARD",
        deletion_protection_enabled: false,
      };
    },
  },
});

function refuseGroup(group: Attributes, cloud: CloudApi): Refusal[] {
  const name = textOf(group, "name");
  const days = numberOf(group, "retention_in_days") ?? 0;
  const key = textOf(group, "kms_key_id");
  const refusals: Refusal[] = [];
  if (name !== null && (!/^[.\-_/#A-Za-z0-9]{1,512}$/.test(name) || name.startsWith("aws/")))
    refusals.push(
      invalidParameter(
        `name is "${name}"; it has 1 to 512 letters, digits and _-/.#, and does not begin with aws/`,
        CREATE,
      ),
    );
  if (!RETENTION.includes(days))
    refusals.push(
      invalidParameter(
        `retention_in_days is ${days}; it is one of ${RETENTION.join(", ")}`,
        `${api}/API_PutRetentionPolicy.html`,
      ),
    );
  return [...refusals, ...(key === null ? [] : refuseKey(key, name, cloud))];
}

function refuseKey(arn: string, name: string | null, cloud: CloudApi): Refusal[] {
  const parts = parseArn(arn);
  if (parts?.service !== "kms") return [invalidParameter(`kms_key_id is "${arn}"; it is the ARN of a key`, CREATE)];
  // nothing is known of keys of other accounts
  if (parts.account !== cloud.account) return [];
  const key = keyOf(arn, cloud);
  if (!key) return [invalidParameter(`The specified KMS key does not exist: ${arn}`, CREATE)];
  if (key.attributes["is_enabled"] === false)
    return [invalidParameter(`The specified KMS key is disabled: ${arn}`, CREATE)];
  if (!isSymmetric(key)) return [invalidParameter(`The specified KMS key is asymmetric: ${arn}`, CREATE)];
  const group = cloud.arn("logs", `log-group:${name ?? ""}`);
  const policy = textOf(key.attributes, "policy");
  if (policy === null || name === null || mayEncrypt(policy, group, cloud)) return [];
  return [
    {
      code: "AccessDeniedException",
      message:
        `The specified KMS key does not exist or is not allowed to be used with Arn '${group}': its policy must allow ` +
        `${NEEDED.join(", ")} to logs.${cloud.region}.${domainOf(cloud.partition)} for this log group`,
      source: ENCRYPT,
    },
  ];
}

function mayEncrypt(policy: string, group: string, { region, partition }: CloudApi): boolean {
  const services = new Set([`logs.${region}.${domainOf(partition)}`, `logs.${region}.amazonaws.com`]);
  const statements = (parsePolicy(policy)?.statements ?? []).filter(
    (each) => [...services].some((service) => namesService(each, service)) && isFor(each, group),
  );
  return NEEDED.every((action) => statements.some((each) => allowsAction(each, action)));
}

/** Whether conditions on the encryption context let a log group through; other conditions are left out. */
function isFor(statement: Statement, group: string): boolean {
  const conditions = statement["Condition"];
  if (!isPlain(conditions)) return true;
  return Object.entries(conditions).every(([operator, keys]) => {
    if (!/^(Arn|String)(Equals|Like)/.test(operator) || !isPlain(keys)) return true;
    const given = Object.entries(keys).find(([key]) => key.toLowerCase() === CONTEXT)?.[1];
    if (given === undefined) return true;
    const exact = operator.startsWith("StringEquals");
    return textsOfElement(given).some((value) => (exact ? value === group : likeText(value, group)));
  });
}
