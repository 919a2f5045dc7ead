import {
  CreateDataRepositoryTaskCommand,
  DescribeDataRepositoryAssociationsCommand,
  DescribeDataRepositoryTasksCommand,
  FSxClient,
  UpdateDataRepositoryAssociationCommand,
  type DataRepositoryAssociation,
  type DataRepositoryTask,
} from "@aws-sdk/client-fsx";
import type { AwsAccess } from "../../lib/aws/access";
import { AwsCallError, askAws } from "../../lib/aws/ask-aws";
import { until, type Patience } from "../../lib/process/until";

export interface ExportProps {
  readonly aws: AwsAccess;
  /** `fs-…` */
  readonly fileSystemId: string;
  readonly patience: Patience;
}

/** `gone`: FSx has no such file system. `not-exported`: files are on it that S3 does not have, or may be. */
export type ExportResult =
  | { readonly kind: "exported"; readonly files: number; readonly folders: readonly string[] }
  | { readonly kind: "gone" }
  | { readonly kind: "not-exported"; readonly why: string };

/**
 * Exports every change of a file system to the buckets that it is linked to, and looks whether all of it arrived. Automatic
 * exports and export tasks exclude each other, and only a task says what it could not export: the former are switched off.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/export-changed-data-meta-dra.html
 */
export async function exportLustre(props: ExportProps): Promise<ExportResult> {
  const links = await associations(props);
  if (links === null) return { kind: "gone" };
  if (links.length === 0) return notExported("it is linked to no bucket");
  const broken = brokenLink(links);
  if (broken !== null) return notExported(broken);
  await until("data repository tasks that run already", props.patience, async () =>
    (await openTasks(props)).map(({ TaskId }) => TaskId ?? ""),
  );
  const idle = await stopAutomaticExport(props, links);
  const brokenSince = brokenLink(idle);
  if (brokenSince !== null) return notExported(brokenSince);
  const task = await runTask(props, links);
  const { Lifecycle, Status: { TotalCount = 0, FailedCount = 0 } = {}, Report } = task;
  const folders = links.map(({ FileSystemPath = "/" }) => FileSystemPath);
  if (Lifecycle === "SUCCEEDED" && FailedCount === 0) return { kind: "exported", files: TotalCount, folders };
  const reason = task.FailureDetails?.Message ?? "no reason given";
  const counts = `${FailedCount} of ${TotalCount} files failed`;
  return notExported(
    `task ${task.TaskId} is ${Lifecycle}, ${counts}: ${reason}. Report: ${Report?.Path}/task-${task.TaskId}/failures.csv`,
  );
}

const notExported = (why: string): ExportResult => ({ kind: "not-exported", why });

/** Why one of the links exports nothing. */
function brokenLink(links: readonly DataRepositoryAssociation[]): string | null {
  const broken = links.find(({ Lifecycle }) => Lifecycle === "MISCONFIGURED" || Lifecycle === "FAILED");
  if (!broken) return null;
  const { AssociationId, Lifecycle, FailureDetails } = broken;
  return `its link ${AssociationId} is ${Lifecycle}: ${FailureDetails?.Message ?? "no reason given"}`;
}

/** Links of the file system; null when there is none of this id. */
async function associations({ aws, fileSystemId }: ExportProps): Promise<DataRepositoryAssociation[] | null> {
  const found: DataRepositoryAssociation[] = [];
  let NextToken: string | undefined;
  try {
    do {
      const Filters = [{ Name: "file-system-id" as const, Values: [fileSystemId] }];
      const page = await askAws("fsx:DescribeDataRepositoryAssociations", () =>
        aws.client(FSxClient).send(new DescribeDataRepositoryAssociationsCommand({ Filters, NextToken })),
      );
      found.push(...(page.Associations ?? []));
      ({ NextToken } = page);
    } while (NextToken !== undefined);
  } catch (error) {
    if (error instanceof AwsCallError && error.kind === "not-found") return null;
    throw error;
  }
  return found.filter(({ Lifecycle }) => Lifecycle !== "DELETING");
}

async function openTasks({ aws, fileSystemId }: ExportProps): Promise<DataRepositoryTask[]> {
  const Filters = [
    { Name: "file-system-id" as const, Values: [fileSystemId] },
    { Name: "task-lifecycle" as const, Values: ["PENDING", "EXECUTING", "CANCELING"] },
  ];
  const { DataRepositoryTasks = [] } = await askAws("fsx:DescribeDataRepositoryTasks", () =>
    aws.client(FSxClient).send(new DescribeDataRepositoryTasksCommand({ Filters })),
  );
  return DataRepositoryTasks;
}

/** @returns the links as they are when none of them changes any more: an earlier run may have left one that does */
async function stopAutomaticExport(
  props: ExportProps,
  links: readonly DataRepositoryAssociation[],
): Promise<readonly DataRepositoryAssociation[]> {
  const { aws, patience } = props;
  const automatic = links.filter(({ S3 }) => S3?.AutoExportPolicy?.Events?.length);
  if (automatic.length === 0 && !links.some(isChanging)) return links;
  for (const { AssociationId, S3 } of automatic) {
    const kept = S3?.AutoImportPolicy && { AutoImportPolicy: S3.AutoImportPolicy };
    await askAws("fsx:UpdateDataRepositoryAssociation", () =>
      aws.client(FSxClient).send(
        new UpdateDataRepositoryAssociationCommand({
          AssociationId,
          S3: { ...kept, AutoExportPolicy: { Events: [] } },
        }),
      ),
    );
    patience.tell(`automatic exports of ${AssociationId} are off; deploy switches them on again`);
  }
  let now = links;
  await until("links to change", patience, async () => {
    now = (await associations(props)) ?? [];
    return now.filter(isChanging).map(({ AssociationId = "" }) => AssociationId);
  });
  return now;
}

const isChanging = ({ Lifecycle }: DataRepositoryAssociation): boolean =>
  Lifecycle === "UPDATING" || Lifecycle === "CREATING";

async function runTask(
  { aws, fileSystemId, patience }: ExportProps,
  links: readonly DataRepositoryAssociation[],
): Promise<DataRepositoryTask> {
  const paths = links.map(({ FileSystemPath = "/" }) => FileSystemPath.replace(/^\//, "").replace(/\/$/, ""));
  const repository = (links[0]?.DataRepositoryPath ?? "").replace(/\/$/, "");
  const { DataRepositoryTask: created } = await askAws("fsx:CreateDataRepositoryTask", () =>
    aws.client(FSxClient).send(
      new CreateDataRepositoryTaskCommand({
        Type: "EXPORT_TO_REPOSITORY",
        FileSystemId: fileSystemId,
        // no path is the whole file system
        ...(paths.every(Boolean) && { Paths: paths }),
        Report: {
          Enabled: true,
          Format: "REPORT_CSV_20191124",
          Scope: "FAILED_FILES_ONLY",
          Path: `${repository}/${REPORTS}`,
        },
      }),
    ),
  );
  const id = created?.TaskId ?? "";
  patience.tell(`export task ${id} of ${fileSystemId} has begun`);
  let task = created;
  await until("the export to end", patience, async () => {
    const { DataRepositoryTasks = [] } = await askAws("fsx:DescribeDataRepositoryTasks", () =>
      aws.client(FSxClient).send(new DescribeDataRepositoryTasksCommand({ TaskIds: [id] })),
    );
    task = DataRepositoryTasks[0];
    const { Lifecycle = "unknown", Status: { SucceededCount = 0, TotalCount = 0 } = {} } = task ?? {};
    return ENDED.includes(Lifecycle) ? [] : [`${id} is ${Lifecycle}, ${SucceededCount} of ${TotalCount} files`];
  });
  return task!;
}

/** Names with a dot at their beginning are no runs: neither the pruner of the next cluster nor the agent of tiers looks at them. */
const REPORTS = ".railyard/final-export";

const ENDED = ["SUCCEEDED", "FAILED", "CANCELED"];
