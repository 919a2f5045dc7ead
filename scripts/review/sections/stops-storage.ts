import type { ReviewedChange } from "../changes/resource-changes";
import { tell, type Scene, type Told } from "./scene";
import { capital, changeText, thing } from "./words";

interface Effect {
  readonly path: RegExp;
  readonly severity: "warning" | "info";
  readonly what: string;
}

/**
 * Changes of a file system that runs.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-throughput-capacity.html
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-storage-capacity.html
 */
const LUSTRE: readonly Effect[] = [
  {
    path: /^(?:per_unit_storage_throughput|throughput_capacity)$/,
    severity: "warning",
    what: "gets another throughput: its servers are exchanged, and jobs wait for their files for some minutes",
  },
  {
    path: /^metadata_configuration/,
    severity: "warning",
    what: "gets other metadata servers: jobs wait for their files for some minutes",
  },
  {
    path: /^file_system_type_version$/,
    severity: "warning",
    what: "is upgraded: it cannot be reached for that time, jobs wait, and clients must be able to read the new version",
  },
  {
    path: /^storage_capacity$/,
    severity: "info",
    what: "grows: data is spread over the new disks, and files are read more slowly until that is done",
  },
  {
    path: /^data_read_cache_configuration/,
    severity: "info",
    what: "gets another read cache, which is empty at first",
  },
  {
    path: /^root_squash_configuration/,
    severity: "warning",
    what: "treats root of its clients as another user from then on",
  },
];

/** What changes of storage do to jobs that use it. */
export function stoppedByStorage({ ofType }: Scene): Told[] {
  return ofType("aws_fsx_lustre_file_system").flatMap((change) => (change.action === "update" ? effects(change) : []));
}

function effects(change: ReviewedChange): Told[] {
  return LUSTRE.flatMap(({ path, severity, what }) => {
    const found = change.attributes.filter((attribute) => path.test(attribute.path));
    if (found.length === 0) return [];
    const title = `${capital(thing(change))} ${what}.`;
    return [tell("stops", severity, change, { title, details: found.map(changeText), about: ["lustre"] })];
  });
}
