import type { ReviewedChange } from "../changes/resource-changes";
import type { AttributeChange } from "../model";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { capital, changeText, listOf, recordOf, resourceText, valueAt, valueText } from "./words";
import { isTrue } from "../changes/values";

interface Setting {
  readonly path: RegExp;
  /** Whether a value is the safe one. */
  readonly isSafe: (value: unknown) => boolean;
  readonly severity: SectionFinding["severity"];
  readonly what: string;
}
const isFalse = (value: unknown): boolean => value === false || value === "false";
const isOff = (value: unknown): boolean => !isTrue(value);
const isThere = (value: unknown): boolean => value !== null && value !== undefined && value !== "";

/** Settings that protect, wherever a resource has them; the last part of their path. */
const SETTINGS: readonly Setting[] = [
  {
    path: /(?:^|\.)(?:encrypted|storage_encrypted|encryption_enabled|at_rest_encryption_enabled)$/,
    isSafe: isTrue,
    severity: "danger",
    what: "no longer encrypts what it stores",
  },
  {
    path: /(?:^|\.)(?:transit_encryption_enabled|encryption_in_transit)$/,
    isSafe: isTrue,
    severity: "danger",
    what: "no longer encrypts what it sends",
  },
  {
    path: /(?:^|\.)publicly_accessible$/,
    isSafe: isOff,
    severity: "danger",
    what: "can be reached over the internet",
  },
  { path: /(?:^|\.)enable_key_rotation$/, isSafe: isTrue, severity: "warning", what: "no longer rotates" },
  {
    path: /(?:^|\.)http_tokens$/,
    isSafe: (value) => value === "required",
    severity: "warning",
    what: "lets old calls for credentials of the instance through (IMDSv1)",
  },
  {
    path: /(?:^|\.)(?:map_public_ip_on_launch|associate_public_ip_address)$/,
    isSafe: isOff,
    severity: "warning",
    what: "gives public addresses to what starts there",
  },
  {
    path: /(?:^|\.)(?:kms_key_id|kms_key_arn|kms_master_key_id)$/,
    isSafe: isThere,
    severity: "warning",
    what: "no longer encrypts with a key of yours",
  },
  {
    path: /(?:^|\.)sse_algorithm$/,
    isSafe: (value) => String(value).startsWith("aws:kms"),
    severity: "warning",
    what: "no longer encrypts with a key of yours",
  },
];

const BLOCKS = ["block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets"];

/** Settings that no longer protect. */
export function openedSettings(changeSet: ChangeSet): SectionFinding[] {
  return [
    ...changeSet.changes.flatMap(settings),
    ...changeSet
      .ofType("aws_s3_bucket_public_access_block", "aws_s3_account_public_access_block")
      .flatMap((change) => publicAccess(change, changeSet)),
    ...changeSet.ofType("aws_s3_bucket_acl").flatMap(publicAcl),
    ...changeSet.ofType("aws_s3_bucket_ownership_controls").flatMap((change) => ownership(change, changeSet)),
    ...changeSet.ofType("aws_lb").flatMap(publicBalancer),
    ...changeSet.ofType("aws_lambda_function_url").flatMap(publicFunction),
  ];
}

function settings(change: ReviewedChange): SectionFinding[] {
  if (change.action === "delete") return [];
  const found = change.action === "create" ? explicit(change) : change.attributes;
  return SETTINGS.flatMap(({ path, isSafe, severity, what }) => {
    const value = (shown: AttributeChange["before"]) => (shown.kind === "value" ? shown.value : undefined);
    const worse = found.filter(
      (one) =>
        path.test(one.path) &&
        one.after.kind !== "unknown" &&
        one.after.kind !== "secret" &&
        !isSafe(value(one.after)) &&
        (change.action === "create" || isSafe(value(one.before))),
    );
    if (worse.length === 0) return [];
    return [
      findingOn("security", severity, change, {
        title: `${capital(resourceText(change))} ${what}.`,
        details: worse.map(changeText),
      }),
    ];
  });
}

/** Of something new, only what is said to be off: what is left out has a default. */
function explicit({ after }: ReviewedChange): AttributeChange[] {
  const names = ["encrypted", "storage_encrypted", "at_rest_encryption_enabled", "transit_encryption_enabled"];
  const off = names.filter((name) => after?.[name] === false).map((path) => ({ path, value: false as unknown }));
  const volumes = listOf(after?.["block_device_mappings"]).flatMap((_, index) =>
    isFalse(valueAt(after, `block_device_mappings.${index}.ebs.0.encrypted`))
      ? [{ path: `block_device_mappings[${index}].ebs[0].encrypted`, value: "false" as unknown }]
      : [],
  );
  const open = after?.["publicly_accessible"] === true ? [{ path: "publicly_accessible", value: true as unknown }] : [];
  return [...off, ...volumes, ...open].map(({ path, value }) => ({
    path,
    before: { kind: "absent" },
    after: { kind: "value", value },
  }));
}

function publicAccess(change: ReviewedChange, { where }: ChangeSet): SectionFinding[] {
  const { action, before, after } = change;
  const bucket = before?.["bucket"] ?? after?.["bucket"];
  const whose =
    change.type === "aws_s3_bucket_public_access_block" ? `bucket ${valueText(bucket)}` : "every bucket of the account";
  if (action === "delete") {
    const goes = where("aws_s3_bucket", "bucket", bucket).some(
      (one) => one.action === "delete" || one.action === "replace",
    );
    const stays = where(change.type, "bucket", bucket).some((one) => one.action === "create");
    return goes || stays
      ? []
      : [findingOn("security", "danger", change, { title: `Nothing keeps ${whose} from being made public any more.` })];
  }
  const open = BLOCKS.filter(
    (name) =>
      after?.[name] !== true && recordOf(change.unknown)[name] !== true && (before === null || before[name] === true),
  );
  if (open.length === 0) return [];
  return [
    findingOn("security", "danger", change, {
      title: `Less keeps ${whose} from being made public.`,
      details: open.map((name) => `${name} is off.`),
    }),
  ];
}

function publicAcl(change: ReviewedChange): SectionFinding[] {
  const acl = change.after?.["acl"];
  if (change.action === "delete" || typeof acl !== "string" || /^(?:private|bucket-owner-\w[\w-]*)$/.test(acl))
    return [];
  const bucket = valueText(change.after?.["bucket"]);
  const title = acl.startsWith("public")
    ? `Bucket ${bucket} becomes public: ${acl}.`
    : `Bucket ${bucket} lets others in: ${acl}.`;
  return [findingOn("security", "danger", change, { title })];
}

/** Where the owner of a bucket owns all objects, ACLs let nobody in. */
function ownership(change: ReviewedChange, { where }: ChangeSet): SectionFinding[] {
  const of = (values: ReviewedChange["before"]) => valueAt(values, "rule.0.object_ownership");
  const bucket = change.before?.["bucket"];
  const goes = where("aws_s3_bucket", "bucket", bucket).some(({ action }) => action !== "update");
  const stays = where(change.type, "bucket", bucket).some(({ action }) => action === "create");
  const isOpen = of(change.before) === "BucketOwnerEnforced" && of(change.after) !== "BucketOwnerEnforced";
  if (change.action === "create" || !isOpen || goes || (change.action === "delete" && stays)) return [];
  return [
    findingOn("security", "danger", change, {
      title: `ACLs of bucket ${valueText(bucket)} and of its objects count again: who writes an object owns it, and may let others read it.`,
      details: [`object_ownership: BucketOwnerEnforced → ${valueText(of(change.after) ?? "nothing")}`],
    }),
  ];
}

function publicBalancer(change: ReviewedChange): SectionFinding[] {
  if (change.action === "delete" || change.after?.["internal"] !== false || change.before?.["internal"] === false)
    return [];
  return [
    findingOn("security", "danger", change, {
      title: `${capital(resourceText(change))} is a load balancer on the internet.`,
    }),
  ];
}

function publicFunction(change: ReviewedChange): SectionFinding[] {
  const isOpen = (values: ReviewedChange["before"]) => values?.["authorization_type"] === "NONE";
  if (change.action === "delete" || !isOpen(change.after) || isOpen(change.before)) return [];
  return [
    findingOn("security", "danger", change, { title: `${capital(resourceText(change))} can be called by everybody.` }),
  ];
}
