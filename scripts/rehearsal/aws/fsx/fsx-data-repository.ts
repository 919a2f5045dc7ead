import { LUSTRE_LIMITS } from "../../../../config/facts/lustre";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { blockOf, blocksOf, textOf, textsOf } from "../../attribute-values";
import { ec2Id } from "../ec2/ec2-ids";
import { lustreShape, takesBackups } from "./fsx-lustre-shape";
import { FSX_SOURCES } from "./fsx-sources";

const ASSOCIATION = "aws_fsx_data_repository_association";
const FILE_SYSTEM = "aws_fsx_lustre_file_system";

export const FSX_DATA_REPOSITORY_KINDS = knownKinds({
  [ASSOCIATION]: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/fsx/data_repository_association.go",
      FSX_SOURCES.association,
      FSX_SOURCES.linkedRepositories,
      FSX_SOURCES.linkRepository,
      FSX_SOURCES.repositories,
      FSX_SOURCES.importUpdates,
    ],
    computedBlocks: ["s3"],
    defaults: { batch_import_meta_data_on_create: false, delete_data_in_filesystem: false },
    // a file system that is deleted takes its associations with it
    references: [{ path: "file_system_id", to: [FILE_SYSTEM], missing: "FileSystemNotFound" }],
    refuse: (object, api, prior) => [
      ...(prior === null ? refuseFileSystem(object, api) : []),
      ...(prior === null ? refuseNeighbours(object, api) : []),
      ...refuseImport(object, api),
    ],
    create: (object, api) => {
      const id = ec2Id("dra", api);
      return {
        id,
        association_id: id,
        arn: api.arn("fsx", `association/${textOf(object, "file_system_id")}/${id}`),
        imported_file_chunk_size: 1024,
      };
    },
  },
});

/** Types and settings of a file system that rule out links to S3. */
function* refuseFileSystem(object: Attributes, api: CloudApi): Iterable<Refusal> {
  const id = textOf(object, "file_system_id") ?? "";
  const system = api.get(FILE_SYSTEM, id)?.attributes;
  if (!system) return;
  const facts = lustreShape(system)?.facts;
  const version = textOf(system, "file_system_type_version");
  if (facts && !facts.dataRepositories)
    yield unsupported(`${id} is ${facts.deploymentType} on ${facts.storageType}, which takes no data repositories`);
  if (version === "2.10") yield unsupported(`${id} has Lustre 2.10; data repositories need 2.12 or later`);
  if (takesBackups(system))
    yield {
      code: "BadRequest",
      message: `${id} takes backups (automatic_backup_retention_days), which rule out data repositories`,
      source: FSX_SOURCES.linkedRepositories,
    };
  if (textOf(system, "import_path"))
    yield {
      code: "BadRequest",
      message: `${id} has import_path, which goes with no data repository association`,
      source: FSX_SOURCES.linkedRepositories,
    };
}

const unsupported = (message: string): Refusal => ({
  code: "UnsupportedOperation",
  message,
  source: FSX_SOURCES.association,
});

/** Number and paths of the associations of one file system. */
function* refuseNeighbours(object: Attributes, api: CloudApi): Iterable<Refusal> {
  const system = textOf(object, "file_system_id");
  const others = api
    .all(ASSOCIATION)
    .map(({ attributes }) => attributes)
    .filter((other) => other["file_system_id"] === system);
  const most = LUSTRE_LIMITS.dataRepositoryAssociations;
  if (others.length >= most)
    yield {
      code: "ServiceLimitExceeded",
      message: `${system} has ${others.length} data repository associations; a file system takes ${most}`,
      source: FSX_SOURCES.repositories,
    };
  for (const other of others)
    for (const name of ["file_system_path", "data_repository_path"]) {
      const [path, otherPath] = [textOf(object, name) ?? "", textOf(other, name) ?? ""];
      if (!overlap(path, otherPath)) continue;
      const message = `${name} ${path} overlaps ${otherPath} of ${textOf(other, "id")}`;
      yield { code: "BadRequest", message, source: FSX_SOURCES.association };
    }
}

/** Whether one path is the other, or is in it: `/` is in every one's way. */
function overlap(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => (path.endsWith("/") ? path : `${path}/`)) as [string, string];
  return a.startsWith(b) || b.startsWith(a);
}

/** Only a bucket of the same Region tells FSx what changes. Whether the bucket is there is its owner's affair. */
function refuseImport(object: Attributes, api: CloudApi): Refusal[] {
  const events = blocksOf(object, "s3").flatMap((s3) => textsOf(blockOf(s3, "auto_import_policy"), "events"));
  const bucket = /^s3:\/\/([^/]+)/.exec(textOf(object, "data_repository_path") ?? "")?.[1] ?? "";
  const region = textOf(api.get("aws_s3_bucket", bucket)?.attributes ?? null, "bucket_region");
  if (events.length === 0 || region === null || region === api.region) return [];
  const message = `auto_import_policy needs a bucket in ${api.region}, and ${bucket} is in ${region}`;
  return [{ code: "BadRequest", message, source: FSX_SOURCES.importUpdates }];
}
