import { uncopied } from "../../../config/checkpoints/uncopied";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { policyDocument } from "../../../constructs/security/policy";
import { replicaOwnerStatements } from "../../../constructs/storage/replica-policy";
import { replicaOf, replicationRoleArn } from "../../../stacks/checkpoint-replica";
import type { SheetSection } from "../../lib/terminal/sheet-section";

/** A second copy of the bucket of the checkpoints. */
export interface ReplicaSheet {
  readonly bucket: string;
  readonly region: string;
  readonly account: string;
  /** What is copied; empty: the whole bucket. */
  readonly prefixes: readonly string[];
  /** What is written into the bucket and not copied whole. */
  readonly uncopied: readonly string[];
  readonly deleteMarkers: boolean;
  readonly timeControl: boolean;
  /** Null: that of the object. */
  readonly storageClass: string | null;
  /** What its owner adds to policies; null: it is of the account of the environment. */
  readonly policies: { readonly bucket: string; readonly key: string } | null;
}

/** Null: there is none. */
export function replicaSheet(env: SiteEnvironment): ReplicaSheet | null {
  const aws = awsOf(env);
  const to = aws?.checkpoints?.replicateTo;
  if (!aws || !to) return null;
  const owner = replicaOwnerStatements(replicaOf(aws, to), replicationRoleArn(aws));
  const { bucket, region, account, prefixes, deleteMarkers, timeControl, storageClass } = to;
  return {
    bucket,
    region,
    account,
    prefixes: prefixes.filter((prefix) => prefix !== ""),
    uncopied: uncopied(aws),
    deleteMarkers,
    timeControl,
    storageClass,
    policies: account === aws.account ? null : { bucket: policyDocument(owner.bucket), key: policyDocument(owner.key) },
  };
}

/** The sheet in words; nothing where nothing is copied. */
export function replicaSection(sheet: ReplicaSheet | null): SheetSection[] {
  if (!sheet) return [];
  const { bucket, region, account, prefixes, policies } = sheet;
  return [
    {
      title: "Second copy of checkpoints",
      head: ["", ""],
      right: [],
      rows: [
        ["bucket", `s3://${bucket}, in ${region}, of account ${account}`],
        ["what", prefixes.length === 0 ? "all that is written into the bucket" : prefixes.join(", ")],
        ["when", sheet.timeControl ? "within 15 minutes, up to the quota of 1 Gbit/s" : "as soon as S3 comes to it"],
        [
          "deletes",
          sheet.deleteMarkers ? "hide the copy as well" : "are not copied: it grows until its owner has a lifecycle",
        ],
        ["class", sheet.storageClass ?? "that of the object"],
        ...(policies ? [["policy of the bucket", policies.bucket]] : []),
        ...(policies ? [["policy of the key", policies.key]] : []),
      ],
      notes: policies
        ? [
            `Account ${account} adds these statements to the policies of its bucket and its key: until then nothing is copied, and S3 tries it never again.`,
          ]
        : [],
    },
  ];
}
