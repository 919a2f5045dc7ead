import type { ReviewedChange } from "../changes/resource-changes";
import { tell, type Scene, type Told } from "./scene";
import { andList, capital, changeText, thing } from "./words";

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
export function stoppedByStorage(scene: Scene): Told[] {
  return scene.ofType("aws_fsx_lustre_file_system").flatMap((change) => {
    if (change.action === "create") return [];
    return change.action === "update" ? effects(change) : [unmounted(change, scene)];
  });
}

/**
 * What is mounted does not move along with it.
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/
 */
function unmounted(change: ReviewedChange, { env }: Scene): Told {
  const partitions = Object.keys(env?.slurm?.partitions ?? {});
  const title = `Whoever has ${thing(change)} mounted hangs at the next file, until the pod or node is made anew.`;
  const details = [
    partitions.length > 0 ? `Slurm partitions: ${andList(partitions)}.` : null,
    change.action === "replace"
      ? "Kubernetes points no volume to another file system: remove the releases of its volumes (volume-…) before, and they are made again."
      : null,
  ];
  const safer = [{ text: "Drain Slurm." }, { text: "Wait until no job runs." }, { text: "Apply." }];
  return tell("stops", "danger", change, { title, details, safer, about: ["lustre"] });
}

function effects(change: ReviewedChange): Told[] {
  return LUSTRE.flatMap(({ path, severity, what }) => {
    const found = change.attributes.filter((attribute) => path.test(attribute.path));
    if (found.length === 0) return [];
    const title = `${capital(thing(change))} ${what}.`;
    const refused = /throughput/.test(found[0]?.path ?? "") && change.before?.["efa_enabled"] === true;
    const details = [
      ...found.map(changeText),
      refused ? "AWS refuses another throughput for a file system with EFA: it has to be made anew." : null,
    ];
    return [tell("stops", severity, change, { title, details, about: ["lustre"] })];
  });
}
