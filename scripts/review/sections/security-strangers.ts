import type { ReviewedChange } from "../changes/resource-changes";
import { parsePolicy } from "../../lib/aws/policies";
import { ownBuckets, ownOf } from "./own";
import { accountOf } from "./policy-reach";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { ownCopies } from "./security-copies";
import { andList, capital, resourceText } from "./words";

const COPIES = "aws_s3_bucket_replication_configuration";

/** Types that let another account or network in, or send data there, by what they are; the rest tells by whom it names. */
const SHARES: Readonly<Record<string, string>> = {
  aws_kms_grant: "lets another principal use a key",
  aws_ram_resource_share: "shares resources with others",
  aws_ram_principal_association: "shares resources with others",
  aws_vpc_peering_connection: "connects the network with another one",
  aws_vpc_peering_connection_accepter: "connects the network with another one",
  aws_ec2_transit_gateway_vpc_attachment: "connects the network with a transit gateway",
  aws_ec2_transit_gateway_peering_attachment: "connects the network with another one",
  aws_vpn_connection: "connects the network with another one",
  [COPIES]: "copies what is written into a bucket to another one",
  aws_ecr_replication_configuration: "copies images to another registry",
  aws_snapshot_create_volume_permission: "lets others use a snapshot",
  aws_ami_launch_permission: "lets others use an image",
  aws_vpc_endpoint_service_allowed_principal: "lets others connect to a service in the network",
  aws_cloudwatch_log_subscription_filter: "sends logs elsewhere",
  aws_s3_bucket_acl: "lets others into a bucket",
  aws_s3_access_point: "is another way into a bucket",
};

/** Types whose principals are told with what they may do. */
const REPORTED_ELSEWHERE = /^aws_eks_access_|_policy_attachment$/;

/** Keys whose value is an account, or a principal that may be one. */
const ACCOUNT_KEY = /(?:account|owner|principal)(?:s|_ids?|_arns?)?$/;

/** Whom and what a change brings in that is not known to be the environment's own. */
export function strangers(changeSet: ChangeSet): SectionFinding[] {
  const buckets = ownBuckets(changeSet);
  return changeSet.changes
    .filter(({ action }) => action !== "delete")
    .flatMap((change) => {
      // an ACL by its name is told with the other settings; a list of people is not
      const isNamed = change.type === "aws_s3_bucket_acl" && !isGiven(change.after?.["access_control_policy"]);
      const shares = isNamed ? undefined : SHARES[change.type];
      const foreign = foreignAccounts(change, ownOf(changeSet).account);
      return [
        ...(foreign.length > 0
          ? [named(change, foreign)]
          : shares === undefined
            ? []
            : [copied(change, changeSet) ?? shared(change, shares)].flat()),
        ...linked(change, buckets),
      ];
    });
}

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

function named(change: ReviewedChange, accounts: readonly string[]): SectionFinding {
  return findingOn("security", "danger", change, {
    title: `${capital(resourceText(change))} names ${accounts.length === 1 ? "an account" : "accounts"} that the environment is not in: ${andList(accounts.slice(0, 5))}.`,
    details: [SHARES[change.type] === undefined ? null : `It ${SHARES[change.type] ?? ""}.`],
  });
}

/** Whom it names, if anybody, is not an account that can be told apart. */
function shared(change: ReviewedChange, what: string): SectionFinding {
  return findingOn("security", "danger", change, {
    title: `${capital(resourceText(change))} ${what}, and that it is of the own account is not proved.`,
    details: change.attributes.slice(0, 6).map(({ path }) => path),
  });
}

/** Copies that stay in the own account; null: that is not proved, or it is something else. */
function copied(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] | null {
  const buckets = change.type === COPIES ? ownCopies(change, changeSet) : null;
  if (buckets === null || buckets.length === 0) return buckets && [];
  return [
    findingOn("security", "info", change, {
      title: `${capital(resourceText(change))} copies into ${andList(buckets)} of the own account: the role that copies may write to no bucket of that name which somebody else has.`,
    }),
  ];
}

/** Accounts that a change names and that were not there before; policies are read elsewhere, by who may do what. */
function foreignAccounts({ before, after, type }: ReviewedChange, own: string | null): string[] {
  if (REPORTED_ELSEWHERE.test(type)) return [];
  const known = new Set(accountsIn(before, ""));
  return [...new Set(accountsIn(after, ""))].filter((account) => account !== own && !known.has(account));
}

function accountsIn(value: unknown, key: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => accountsIn(item, key));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => accountsIn(inner, name));
  if (typeof value !== "string" || value.includes("\n") || parsePolicy(value) !== null) return [];
  const account = accountOf(value);
  return account === undefined || (!value.startsWith("arn:") && !ACCOUNT_KEY.test(key)) ? [] : [account];
}

/** Data that goes to, or comes from, a bucket whose owner nobody knows. */
function linked(change: ReviewedChange, own: ReadonlySet<string>): SectionFinding[] {
  const keys = ["data_repository_path", "import_path", "export_path"];
  return keys.flatMap((key) => {
    const bucket = /^s3:\/\/([^/]+)/.exec(String(change.after?.[key] ?? ""))?.[1];
    if (bucket === undefined || own.has(bucket) || change.before?.[key] === change.after?.[key]) return [];
    return [
      findingOn("security", "danger", change, {
        title: `${capital(resourceText(change))} links to bucket ${bucket}, which is not known to be the environment's.`,
        about: ["checkpoints.bucket"],
      }),
    ];
  });
}
