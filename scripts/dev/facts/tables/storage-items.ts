/** What a product of the price list must be to have the price of an item. */
export interface StorageItem {
  readonly item: string;
  /** Usage type without the code of the Region before it. @default - any */
  readonly usage?: string;
  /** Other attributes. @default - any */
  readonly attributes?: Readonly<Record<string, string>>;
  /** How the list counts it. */
  readonly unit: string;
  /** Units of the list in one of ours: prices of requests are of one of them, and ours of 1,000. */
  readonly times: number;
}

/**
 * Names of usage, and what they count.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/aws-usage-report-understand.html
 */
const counted =
  (unit: string, times: number) =>
  (item: string, usage: string, operation?: string): StorageItem => ({
    item,
    usage,
    ...(operation !== undefined && { attributes: { operation } }),
    unit,
    times,
  });
const stored = counted("GB-Mo", 1);
const retrieved = counted("GB", 1);
const requests = counted("Requests", 1000);

/** One usage type has requests of several kinds: the operation says which. */
export const S3_ITEMS: readonly StorageItem[] = [
  stored("s3/STANDARD", "TimedStorage-ByteHrs"),
  stored("s3/INTELLIGENT_TIERING/frequent", "TimedStorage-INT-FA-ByteHrs"),
  stored("s3/INTELLIGENT_TIERING/infrequent", "TimedStorage-INT-IA-ByteHrs"),
  stored("s3/INTELLIGENT_TIERING/archive-instant", "TimedStorage-INT-AIA-ByteHrs"),
  counted("Objects", 1000)("s3/INTELLIGENT_TIERING/monitoring", "Monitoring-Automation-INT"),
  stored("s3/STANDARD_IA", "TimedStorage-SIA-ByteHrs"),
  stored("s3/ONEZONE_IA", "TimedStorage-ZIA-ByteHrs"),
  stored("s3/GLACIER_IR", "TimedStorage-GIR-ByteHrs"),
  stored("s3/GLACIER", "TimedStorage-GlacierByteHrs"),
  stored("s3/DEEP_ARCHIVE", "TimedStorage-GDA-ByteHrs"),
  stored("s3/EXPRESS_ONEZONE", "TimedStorage-XZ-ByteHrs"),
  retrieved("s3/STANDARD_IA/retrieval", "Retrieval-SIA"),
  retrieved("s3/ONEZONE_IA/retrieval", "Retrieval-ZIA"),
  retrieved("s3/GLACIER_IR/retrieval", "Retrieval-GIR"),
  retrieved("s3/GLACIER/retrieval", "Standard-Retrieval-Bytes", "RestoreObject"),
  retrieved("s3/DEEP_ARCHIVE/retrieval", "Standard-Retrieval-Bytes", "DeepArchiveRestoreObject"),
  requests("s3/STANDARD/put", "Requests-Tier1"),
  requests("s3/STANDARD/get", "Requests-Tier2"),
  requests("s3/INTELLIGENT_TIERING/put", "Requests-INT-Tier1"),
  requests("s3/STANDARD_IA/put", "Requests-SIA-Tier1"),
  requests("s3/ONEZONE_IA/put", "Requests-ZIA-Tier1"),
  requests("s3/GLACIER_IR/put", "Requests-GIR-Tier1"),
  requests("s3/GLACIER/put", "Requests-GLACIER-Tier1", "PutObject"),
  requests("s3/DEEP_ARCHIVE/put", "Requests-GDA-Tier1", "PutObject"),
  requests("s3/STANDARD_IA/transition", "Requests-Tier4", "S3-SIATransition"),
  requests("s3/INTELLIGENT_TIERING/transition", "Requests-Tier4", "S3-INTTransition"),
  requests("s3/ONEZONE_IA/transition", "Requests-Tier4", "S3-ZIATransition"),
  requests("s3/GLACIER_IR/transition", "Requests-Tier4", "S3-GIRTransition"),
  requests("s3/GLACIER/transition", "Requests-Tier3", "S3-GlacierTransition"),
  requests("s3/DEEP_ARCHIVE/transition", "Requests-Tier3", "S3-GDATransition"),
  requests("s3/GLACIER/restore-request", "Requests-Tier3", "RestoreObject"),
  requests("s3/DEEP_ARCHIVE/restore-request", "Requests-GDA-Tier3"),
];

const LUSTRE = { fileSystemType: "Lustre", operation: "CreateFileSystem:Lustre" };
const lustre = (name: string, storageType: string, throughputCapacity: string): StorageItem => ({
  item: `fsx-lustre/${name}`,
  attributes: { ...LUSTRE, productFamily: "Storage", storageType, throughputCapacity },
  unit: "GB-Mo",
  times: 1,
});

/** Of the throughput a TiB has follows which generation it is: none is sold in both. */
export const FSX_ITEMS: readonly StorageItem[] = [
  ...["125", "250", "500", "1000"].map((each) => lustre(`persistent-2-ssd/${each}`, "SSD", each)),
  ...["50", "100", "200"].map((each) => lustre(`persistent-1-ssd/${each}`, "SSD", each)),
  ...["12", "40"].map((each) => lustre(`persistent-1-hdd/${each}`, "HDD", each)),
  { ...lustre("scratch", "SSD", "N/A"), usage: "Storage" },
  {
    item: "fsx-lustre/metadata-iops",
    attributes: { ...LUSTRE, productFamily: "Provisioned IOPS" },
    unit: "IOPS-Mo",
    times: 1,
  },
  {
    item: "fsx-lustre/intelligent-tiering/throughput",
    attributes: { ...LUSTRE, productFamily: "Provisioned Throughput" },
    unit: "MiBps-Mo",
    times: 1,
  },
];
