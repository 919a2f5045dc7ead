import { type PolicyStatement } from "../security/policy";
import { assertFolder } from "./bucket-statements";

/** A prefix of a bucket that a role may use. */
export interface DatasetPrefix {
  readonly bucketArn: string;
  /** Ends with a slash; an empty one is the whole bucket. */
  readonly prefix: string;
  readonly access: "read" | "read-write";
  /** Region of the bucket and of its key. */
  readonly region: string;
  /** Account that owns the bucket: one of the same name that is another's is refused. */
  readonly account: string;
  /** @default - S3's own key, which needs no permission */
  readonly kmsKeyArn?: string;
}

/**
 * What pods may do with datasets, as statements for a Pod Identity role: they list, read and, where they may, write below the
 * prefixes. Nothing deletes, and no version is reached but the newest.
 */
export function datasetStatements(prefixes: readonly DatasetPrefix[]): PolicyStatement[] {
  for (const { prefix } of prefixes) assertFolder(prefix);
  const byBucket = [...groups(prefixes, ({ bucketArn }) => bucketArn).values()];
  const byOwner = [...groups(prefixes, ({ account }) => account).values()];
  const keyed = prefixes.filter(({ kmsKeyArn }) => kmsKeyArn !== undefined);
  const byKey = [...groups(keyed, ({ kmsKeyArn, region }) => `${region} ${kmsKeyArn}`).values()];
  return [
    ...byBucket.map((some, index) => list(some, index)),
    ...byOwner.flatMap((some, index) => objects(some, index)),
    ...byKey.flatMap((some, index) => keys(some, index)),
  ];
}

/** Tables whose version is asked, of the catalogue of the account. */
export interface AskedTables {
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  readonly tables: readonly { readonly database: string; readonly table: string }[];
}

/**
 * Reading definitions of tables. Glue asks for the right to the catalogue and to the database as well.
 * @see https://docs.aws.amazon.com/glue/latest/dg/glue-specifying-resource-arns.html
 */
export function tableStatements({ partition, region, account, tables }: AskedTables): PolicyStatement[] {
  if (tables.length === 0) return [];
  const arn = (what: string) => `arn:${partition}:glue:${region}:${account}:${what}`;
  const all = tables.flatMap(({ database, table }) => [arn(`database/${database}`), arn(`table/${database}/${table}`)]);
  return [{ sid: "AskVersions", actions: ["glue:GetTable"], resources: [arn("catalog"), ...new Set(all)] }];
}

const list = (some: readonly DatasetPrefix[], index: number): PolicyStatement => ({
  sid: `ListDatasets${index}`,
  actions: ["s3:ListBucket"],
  resources: [some[0]!.bucketArn],
  conditions: {
    StringLike: { "s3:prefix": some.map(({ prefix }) => `${prefix}*`) },
    StringEquals: { "aws:ResourceAccount": some[0]!.account },
  },
});

function objects(some: readonly DatasetPrefix[], index: number): PolicyStatement[] {
  const of = (all: readonly DatasetPrefix[]) => all.map(({ bucketArn, prefix }) => `${bucketArn}/${prefix}*`);
  const conditions = { StringEquals: { "aws:ResourceAccount": some[0]!.account } };
  const written = some.filter(({ access }) => access === "read-write");
  return [
    { sid: `ReadDatasets${index}`, actions: ["s3:GetObject"], resources: of(some), conditions },
    ...(written.length > 0
      ? [
          {
            sid: `WriteDatasets${index}`,
            actions: ["s3:PutObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
            resources: of(written),
            conditions,
          },
        ]
      : []),
  ];
}

/**
 * Use of a bucket's key by way of S3. With a Bucket Key the encryption context is the ARN of the bucket, without one that of
 * the object: which of them objects were written with, nobody here knows.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-key.html
 */
function keys(some: readonly DatasetPrefix[], index: number): PolicyStatement[] {
  const { kmsKeyArn, region } = some[0]!;
  const writes = some.some(({ access }) => access === "read-write");
  const contexts = some.flatMap(({ bucketArn, prefix }) => [bucketArn, `${bucketArn}/${prefix}*`]);
  return [
    {
      sid: `UseDatasetKey${index}`,
      // a multipart upload reads its parts
      actions: writes ? ["kms:Decrypt", "kms:GenerateDataKey"] : ["kms:Decrypt"],
      resources: [kmsKeyArn!],
      conditions: {
        StringEquals: { "kms:ViaService": `s3.${region}.amazonaws.com` },
        StringLike: { "kms:EncryptionContext:aws:s3:arn": [...new Set(contexts)] },
      },
    },
  ];
}

function groups<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return found;
}
