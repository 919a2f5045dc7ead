import { lustreChange, type LustreChange } from "../../../config/facts/lustre-changes";
import { openzfsChange } from "../../../config/facts/openzfs-changes";
import { efsChange } from "../../../config/facts/efs-changes";
import type { ReviewedChange } from "../changes/resource-changes";
import { fileSystemGoes } from "./file-systems";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList, capital, changeText, listOf, recordOf, resourceText, valueAt } from "./words";

/** What changes of storage do to jobs that use it. */
export function stoppedByStorage(changeSet: ChangeSet): SectionFinding[] {
  return [
    ...changeSet.ofType("aws_fsx_lustre_file_system").flatMap((change) => {
      if (change.action === "create") return [];
      return change.action === "update" ? effects(change) : [unmounted(change, changeSet)];
    }),
    ...EFS_TYPES.flatMap((type) => changeSet.ofType(type)).flatMap((change) => {
      if (change.action === "create" || fileSystemGoes(change, changeSet)) return [];
      return change.action === "update" ? efsEffects(change) : [unmounted(change, changeSet)];
    }),
    ...changeSet.ofType("aws_fsx_openzfs_file_system").flatMap((change) => {
      if (change.action === "create") return [];
      return change.action === "update" ? openzfsEffects(change) : [unmounted(change, changeSet)];
    }),
  ];
}

/** What is mounted hangs without any of these; of access points it is told as of other ground. */
const EFS_TYPES = ["aws_efs_file_system", "aws_efs_mount_target"] as const;

function efsEffects(change: ReviewedChange): SectionFinding[] {
  const rows = change.attributes.flatMap((attribute) => {
    const row = efsChange(change.type, attribute.path.replaceAll(/\[\d+\]/g, ""));
    return row?.what == null ? [] : [{ attribute, what: row.what }];
  });
  return [...new Set(rows.map(({ what }) => what))].map((what) => {
    const title = `${capital(resourceText(change))} ${what}.`;
    const details = rows.filter((row) => row.what === what).map(({ attribute }) => changeText(attribute));
    return findingOn("stops", "info", change, { title, details, about: ["storage"] });
  });
}

/** Another server or other rights of root are felt; what grows is said. */
function openzfsEffects(change: ReviewedChange): SectionFinding[] {
  const rows = change.attributes.flatMap((attribute) => {
    const row = openzfsChange(attribute.path.replaceAll(/\[\d+\]/g, ""), wayOf(attribute));
    return row?.what == null ? [] : [{ attribute, row, what: row.what }];
  });
  return [...new Map(rows.map((each) => [each.what, each.row])).entries()].map(([what, row]) => {
    const isFelt = row.attribute === "root_volume_configuration.nfs_exports";
    const root = isFelt ? rightsOfRoot(change) : null;
    const title = `${capital(resourceText(change))} ${root ?? what}.`;
    const details = rows.filter((each) => each.what === what).map(({ attribute }) => changeText(attribute));
    const severity =
      row.effect !== "in-place" ? "danger" : row.attribute === "throughput_capacity" ? "warning" : "info";
    return findingOn("stops", isFelt ? "danger" : severity, change, { title, details, about: ["storage"] });
  });
}

/** What root of pods gains or loses; null: exports differ in something else, or one of them cannot be read. */
function rightsOfRoot({ before, after }: ReviewedChange): string | null {
  const [was, is] = [before, after].map((values) => {
    const clients = listOf(valueAt(values, "root_volume_configuration.0.nfs_exports.0.client_configurations"));
    const options = clients.map((client) => listOf(recordOf(client)["options"]));
    return options.length === 0 ? null : options.some((each) => each.includes(ROOT_STAYS));
  });
  if (was == null || is == null || was === is) return null;
  return is
    ? "lets root of pods be root on it: whoever is root in a pod that mounts it reads and writes the files of everybody"
    : "makes root of pods nobody on it, also of those that run: what root alone may read or write is refused, and root gives files to nobody else";
}

/** @see https://docs.aws.amazon.com/fsx/latest/APIReference/API_OpenZFSClientConfiguration.html */
const ROOT_STAYS = "no_root_squash";

/**
 * What is mounted does not move along with it.
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/
 */
function unmounted(change: ReviewedChange, { env }: ChangeSet): SectionFinding {
  const partitions = Object.keys(env?.slurm?.partitions ?? {});
  const title = `Whoever has ${resourceText(change)} mounted hangs at the next file, until the pod or node is made anew.`;
  const details = [
    partitions.length > 0 ? `Slurm partitions: ${andList(partitions)}.` : null,
    change.action === "replace"
      ? "Kubernetes points no volume to another file system: remove the releases of its volumes (volume-…) before, and they are made again."
      : null,
  ];
  const safer = [{ text: "Drain Slurm." }, { text: "Wait until no job runs." }, { text: "Apply." }];
  return findingOn("stops", "danger", change, { title, details, safer, about: ["lustre", "storage"] });
}

function effects(change: ReviewedChange): SectionFinding[] {
  const { before } = change;
  const storage = LUSTRE_STORAGE.find((each) => each === before?.["storage_type"]) ?? null;
  const efa = before?.["efa_enabled"] === true;
  const found = change.attributes.flatMap((attribute) => {
    const row = lustreChange(attribute.path.replaceAll(/\[\d+\]/g, ""), { storage, efa }, wayOf(attribute));
    return row?.what == null ? [] : [{ attribute, row, what: row.what }];
  });
  const rows = [...new Map(found.map((each) => [each.what, each.row])).entries()];
  return rows.map(([what, row]) => {
    const title = `${capital(resourceText(change))} ${what}.`;
    const details = found.filter((each) => each.what === what).map(({ attribute }) => changeText(attribute));
    return findingOn("stops", severityOf(row), change, { title, details, about: ["lustre"] });
  });
}

const LUSTRE_STORAGE = ["SSD", "HDD", "INTELLIGENT_TIERING"] as const;

/** What FSx refuses is broken, what clients wait for is a warning, and what they hardly notice is said. */
function severityOf({ effect, attribute }: LustreChange): SectionFinding["severity"] {
  // what root of the clients may no longer do, jobs and homes may hang on
  if (effect !== "in-place" || attribute === "root_squash_configuration") return "danger";
  return ["storage_capacity", "data_read_cache_configuration"].includes(attribute) ? "info" : "warning";
}

function wayOf({ before, after }: ReviewedChange["attributes"][number]): "grows" | "shrinks" | null {
  const [from, to] = [before, after].map((shown) => (shown.kind === "value" ? Number(shown.value) : NaN)) as [
    number,
    number,
  ];
  if (Number.isNaN(from) || Number.isNaN(to) || from === to) return null;
  return to < from ? "shrinks" : "grows";
}
