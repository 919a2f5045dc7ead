import {
  FsxDataRepositoryAssociation,
  type FsxDataRepositoryAssociationS3,
} from "@cdktf/provider-aws/lib/fsx-data-repository-association";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";

/** One folder of the file system that mirrors one prefix of a bucket. */
export interface DataRepository {
  /** Frozen, lower-case letters, digits and dashes, e.g. `checkpoints`. A new id makes the link anew. */
  readonly id: string;
  /** Absolute folder on the file system, e.g. `/checkpoints`. `/` only as the single link. */
  readonly fileSystemPath: string;
  /** Name of the bucket, not its ARN. Imports need it in the Region of the file system. */
  readonly bucket: string;
  /** Prefix in the bucket, e.g. `checkpoints/`; empty for the whole bucket. */
  readonly prefix: string;
  /**
   * Changes in S3 that appear on the file system by themselves. Lifecycle expirations are never among them.
   * The provider keeps what was set once: to switch all off later, update the association in FSx.
   */
  readonly importEvents: readonly ("NEW" | "CHANGED" | "DELETED")[];
  /** Changes on the file system that go to S3 once the file is closed. Switching off: as for imports. */
  readonly exportEvents: readonly ("NEW" | "CHANGED")[];
  /**
   * Whether deleting a file also deletes its object: then a slip of the hand reaches S3.
   * @default false
   */
  readonly exportDeletes?: boolean;
  /** Whether the listing of what is in S3 already is loaded when the link is made. @default true */
  readonly batchImportOnCreate?: boolean;
}

export interface DataRepositoriesProps {
  readonly fileSystemId: string;
  /** Frozen first part of the Terraform ids, e.g. `lustre_repository`. */
  readonly logicalId: string;
  /** At most 8; paths and prefixes must not overlap. */
  readonly repositories: readonly DataRepository[];
  /**
   * What must exist first: the bucket with its policy and encryption, the policy of its key. FSx checks its access
   * when it makes the link.
   * @default - none
   */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/create-dra-linked-data-repo.html */
const MAX_REPOSITORIES = 8;

/** FSx answers in this order; another one would be a diff for ever. */
const EVENT_ORDER = ["NEW", "CHANGED", "DELETED"] as const;

/**
 * The links between a file system and S3, made one after the other: FSx works on one at a time, and two made in
 * parallel fail (https://github.com/hashicorp/terraform-provider-aws/issues/24678).
 *
 * A link may be destroyed, there is no `prevent_destroy`: it holds no data. `delete_data_in_filesystem` is false, so
 * the files stay on the file system and the objects in S3. What was not exported yet stays on the file system only,
 * so wait until the metric `AgeOfOldestQueuedMessage` is 0 before the file system goes, too.
 */
export class DataRepositories extends Construct {
  /** Id in the props → id of the association, `dra-…`. */
  readonly associationIds: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: DataRepositoriesProps) {
    super(scope, id);
    assertLinkable(props.repositories);

    const associationIds: Record<string, string> = {};
    let before = [...(props.dependsOn ?? [])];
    for (const repository of props.repositories) {
      const association = new FsxDataRepositoryAssociation(this, repository.id, {
        fileSystemId: props.fileSystemId,
        fileSystemPath: folder(repository.fileSystemPath) || "/",
        dataRepositoryPath: s3Url(repository),
        batchImportMetaDataOnCreate: repository.batchImportOnCreate ?? true,
        deleteDataInFilesystem: false,
        s3: policies(repository),
        // Loading the listing of a large prefix takes hours; the default is 10 min.
        timeouts: { create: "120m", update: "120m", delete: "120m" },
        dependsOn: before,
      });
      association.overrideLogicalId(`${props.logicalId}_${repository.id.replaceAll("-", "_")}`);
      associationIds[repository.id] = association.associationId;
      before = [association];
    }
    this.associationIds = associationIds;
  }
}

function policies({ importEvents, exportEvents, exportDeletes }: DataRepository): FsxDataRepositoryAssociationS3 {
  const exports = [...exportEvents, ...(exportDeletes ? (["DELETED"] as const) : [])];
  // an empty list is written: a policy that is left out stays as it is on a link that exists
  return { autoImportPolicy: { events: inOrder(importEvents) }, autoExportPolicy: { events: inOrder(exports) } };
}

const inOrder = (events: readonly string[]): string[] => EVENT_ORDER.filter((event) => events.includes(event));

/** FSx appends the slash itself; without it Terraform could see a change, and replace the link. */
const s3Url = ({ bucket, prefix }: DataRepository): string =>
  prefix === "" ? `s3://${bucket}` : `s3://${bucket}/${folder(prefix)}/`;

const folder = (path: string): string => path.replace(/\/$/, "");

function assertLinkable(repositories: readonly DataRepository[]): void {
  if (repositories.length > MAX_REPOSITORIES) {
    throw new Error(
      `${repositories.length} data repositories; FSx links at most ${MAX_REPOSITORIES} to a file system. ` +
        "Link a common parent prefix instead.",
    );
  }
  for (const [index, repository] of repositories.entries()) {
    assertWellFormed(repository);
    for (const other of repositories.slice(0, index)) assertApart(other, repository);
  }
}

function assertWellFormed({ id, fileSystemPath, prefix }: DataRepository): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    throw new Error(`data repository id "${id}" must be lower-case letters, digits and single dashes. Rename it.`);
  }
  if (!/^(\/|(\/[^/]+)+\/?)$/.test(fileSystemPath)) {
    throw new Error(
      `data repository "${id}": fileSystemPath "${fileSystemPath}" must be absolute and have no empty part. ` +
        "Write it as /checkpoints.",
    );
  }
  if (!/^(([^/]+\/)*[^/]+\/?)?$/.test(prefix)) {
    throw new Error(
      `data repository "${id}": prefix "${prefix}" must not begin with a slash or have an empty part. ` +
        "Write it as checkpoints/.",
    );
  }
}

function assertApart(a: DataRepository, b: DataRepository): void {
  if (a.id === b.id) throw new Error(`data repository id "${a.id}" is given twice. Give each link its own id.`);
  const clash = (kind: string, first: string, second: string, extra: string) =>
    new Error(
      `data repositories "${a.id}" and "${b.id}": ${kind} "${first}" and "${second}" overlap; ` +
        `FSx refuses that.${extra} Choose folders beside each other.`,
    );
  if (overlap(a.fileSystemPath, b.fileSystemPath)) {
    throw clash("fileSystemPath", a.fileSystemPath, b.fileSystemPath, ' "/" is possible only as the single link.');
  }
  if (overlap(s3Url(a), s3Url(b))) throw clash("prefixes", s3Url(a), s3Url(b), "");
}

/** Whether one path is the other one or lies inside it. */
function overlap(a: string, b: string): boolean {
  const [first, second] = [`${folder(a)}/`, `${folder(b)}/`];
  return first.startsWith(second) || second.startsWith(first);
}
