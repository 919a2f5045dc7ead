import { LUSTRE_METADATA_RATES } from "../../../config/facts/lustre";
import type { Estimate, SizeProps } from "../../../config/physics/estimate";
import type { ResolvedVolume } from "../../../config/storage/kind";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { round, span } from "./words";

const unknown = "unknown";
const seconds = (value: number | null): string => (value === null ? unknown : span(value / 3600));

/** What Lustre makes and opens of files in a second, against what checkpoints and data ask for; that of other volumes nobody says. */
export function filesSection({ dataset, environment }: SizeProps, { gpus, files }: Estimate): SheetSection[] {
  if (files === null) return unknownRates(environment);
  const { perSecond, metadataIops, checkpointSeconds, openSeconds, readSeconds, evenMegabytes, neededIops } = files;
  const waits = openSeconds !== null && readSeconds !== null && openSeconds > readSeconds;
  return [
    {
      title: "Files on Lustre",
      head: ["", ""],
      rows: [
        ["metadata operations a second that it has", metadataIops === null ? unknown : round(metadataIops, 0)],
        ["creates, opens or closes a second", perSecond === null ? unknown : round(perSecond, 0)],
        [`a checkpoint of ${round(gpus, 0)} files, at the least`, seconds(checkpointSeconds)],
        ...(dataset === null
          ? []
          : [
              ["all files of the data opened once, at the least", seconds(openSeconds)],
              ["all of them read once, at the least", seconds(readSeconds)],
              [
                "metadata operations with which opening takes no longer than reading",
                neededIops === null ? unknown : round(neededIops, 0),
              ],
            ]),
        [
          "files of this mean size take as long to open as to read",
          evenMegabytes === null ? unknown : `${round(evenMegabytes, 3)} MB`,
        ],
      ],
      right: [],
      notes: [
        `A file is opened or made, and closed: two operations. All clients together get ${LUSTRE_METADATA_RATES.fileCreateOpenClose} of them a second for each metadata operation that is bought, ${LUSTRE_METADATA_RATES.fileDelete} delete, or ${LUSTRE_METADATA_RATES.folderCreateRename} of folders made or renamed (https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html).`,
        ...(waits
          ? [
              "Opening takes longer than reading: fewer and larger files (shards), or more metadata operations, make reading faster, and more throughput does not.",
            ]
          : []),
        "How fast names alone are listed, no document that was read says.",
      ],
    },
  ];
}

/** Why nothing is computed where no Lustre of AWS is: a rate that nobody publishes is not guessed from another one. */
const REASONS: Readonly<Partial<Record<ResolvedVolume["kind"], string>>> = {
  efs: "AWS gives other limits of EFS, and no document that was read has this one",
  "fsx-openzfs": "AWS gives disk operations and throughput of FSx for OpenZFS, and no document that was read has this",
  nfs: "it hangs on a server that Railyard does not know",
  "lustre-existing": "it hangs on metadata servers that Railyard does not know",
  weka: "it hangs on a cluster of WEKA that Railyard does not know",
  scale: "it hangs on a cluster of Storage Scale that Railyard does not know",
};

function unknownRates({ storage }: SizeProps["environment"]): SheetSection[] {
  const rows = storage.flatMap(({ title, kind }) => {
    const why = REASONS[kind];
    return why === undefined ? [] : [[title, `${unknown}: ${why}`]];
  });
  if (rows.length === 0) return [];
  return [
    {
      title: "Files made and opened a second",
      head: ["", ""],
      rows,
      right: [],
      notes: ["mdtest measures it on the volume: npx railyard verify --suite accept."],
    },
  ];
}
