import { catalogType } from "../../catalog/catalog";
import type { ReviewedChange } from "../changes/resource-changes";
import { fileSystemGoes } from "./file-systems";
import { lostByConfig } from "./lost-config";
import { lostRecovery } from "./lost-recovery";
import { lostByLifecycle } from "./lost-lifecycle";
import { lostReplication } from "./lost-replication";
import { releasedFiles } from "./released-files";
import { riskyReleases } from "./release-settings";
import { lostBySettings } from "./lost-settings";
import { releaseWatch } from "./release-watch";
import { slurmRelease } from "./slurm-release";
import { clusterGoes, releaseOf } from "./releases";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { movedLine } from "./twins";
import { takenForWhole } from "./whole-checkpoints";
import { capital, resourceText, valueAt, whyLines } from "./words";

/** What is lost: whatever holds data and goes, and what makes data unreadable or lets it go sooner. */
export function lost(changeSet: ChangeSet): SectionFinding[] {
  return [
    ...changeSet.changes.flatMap((change) => destroyed(change, changeSet)),
    ...changeSet.changes.flatMap((change) => lostBySettings(change, changeSet)),
    ...changeSet.ofType("helm_release").flatMap(riskyReleases),
    ...changeSet.where("helm_release", "name", "slurm").flatMap(slurmRelease),
    ...releaseWatch(changeSet),
    ...lostByLifecycle(changeSet),
    ...lostReplication(changeSet),
    ...lostByConfig(changeSet),
    ...lostRecovery(changeSet),
    ...takenForWhole(changeSet),
    ...releasedFiles(changeSet),
  ];
}

function destroyed(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  const { type, action } = change;
  if (action !== "delete" && action !== "replace") return [];
  const why = whyData(change);
  if (why === null) return [];
  // what is in something that goes is told with it
  const isInside =
    (type === "helm_release" && clusterGoes(changeSet)) ||
    (type === "aws_fsx_data_repository_association" && fileSystemGoes(change, changeSet));
  const { isFilled, about, first } = catalogType(type) ?? {};
  const anew = isFilled ? "is destroyed and made anew, empty" : "is destroyed and made anew";
  const how = action === "delete" ? "is destroyed" : anew;
  return [
    findingOn("lost", isInside ? "warning" : "danger", change, {
      title: `${capital(resourceText(change))} ${how}: ${why}.`,
      details: [
        ...whyLines(change),
        ...safeguards(change),
        type === "aws_kms_key" ? null : movedLine(change, changeSet),
        first ?? null,
      ],
      ...(about && { about }),
    }),
  ];
}

function whyData(change: ReviewedChange): string | null {
  if (change.type === "helm_release") return releaseOf(change).data;
  const loss = catalogType(change.type)?.loss;
  return loss?.kind === "data" ? loss.why : null;
}

/** What AWS or the provider still does or refuses, by the values in the state: those count when something is destroyed. */
function safeguards({ before, type }: ReviewedChange): (string | null)[] {
  const is = (path: string) => valueAt(before, path);
  const days = is("deletion_window_in_days");
  return [
    is("deletion_protection") === true || is("deletion_protection_enabled") === true
      ? "Deletion protection is on: AWS refuses until it is taken away."
      : null,
    is("skip_final_backup") === true || is("skip_final_snapshot") === true ? "No last backup is taken." : null,
    is("skip_final_backup") === false || is("skip_final_snapshot") === false ? "A last backup is taken." : null,
    type === "aws_s3_bucket" && is("force_destroy") === true ? "force_destroy is on: its objects go with it." : null,
    type === "aws_s3_bucket" && is("force_destroy") !== true ? "AWS refuses while there are objects in it." : null,
    type === "aws_kms_key" ? `It is deleted for good after ${typeof days === "number" ? days : 30} days.` : null,
    is("delete_data_in_filesystem") === true ? "Its files on the file system are deleted with it." : null,
    typeof is("storage_capacity") === "number"
      ? `It has ${Number(is("storage_capacity")).toLocaleString("en-US")} GiB.`
      : null,
  ];
}
