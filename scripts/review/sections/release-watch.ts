import type { ReviewedChange } from "../changes/resource-changes";
import type { AttributeChange } from "../model";
import { releaseOf } from "./releases";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { valueLines } from "./words";

/** Releases that delete or keep data by what their values say, and the keys of config that those follow from. */
const DELETES: Readonly<Record<string, { readonly about: string; readonly what: string }>> = {
  "checkpoint-pruner": { about: "checkpoints", what: "what it deletes of checkpoints may be more than before" },
  "slurm-database-backup": { about: "slurm", what: "what it keeps of the accounting may be less than before" },
  "slurm-state-backup": { about: "slurm", what: "what it keeps of the queue may be less than before" },
  "slurm-off-hours": { about: "schedule", what: "which jobs it ends, and when, may be others than before" },
};

/** Values of charts that tell what is kept, and who is told when something fails; keys of config that say so, with | between them. */
const KEEPS: readonly (readonly [path: RegExp, about: string, what: string])[] = [
  [/ prometheus\.prometheusSpec\.retention(?:Size)?$/, "monitoring", "metrics are kept for another time"],
  [
    / alertmanager\.(?:enabled|config\b(?!\.global\.http_config\b).*)$/,
    "alarms|monitoring|teams|schedule|slurm|nodeGroups",
    "who is told of alarms is another one, or nobody",
  ],
  // how they leave, and not whom they reach
  [
    / alertmanager\.config\.global\.http_config\b/,
    "outbound",
    "alarms leave by another proxy, or by none: they reach nobody where it does not answer",
  ],
  [/ defaultRules\.(?:create|disabled|rules)\b/, "monitoring", "some alarms may not be raised any more"],
];

/** Image tags and checksums of what is in the values anyway. */
const ONLY_VERSION = /(?:^|[. ])(?:image|tag|digest)$|checksum/;

/** What a release of a chart keeps, deletes and tells, where that changes and no key of config says so. */
export function releaseWatch({ ofType, input }: ChangeSet): SectionFinding[] {
  const isInConfig = (about: string) =>
    about.split("|").some((key) => input.config.some(({ path }) => path === key || path.startsWith(`${key}.`)));
  return ofType("helm_release").flatMap((change) => {
    if (change.action !== "update") return [];
    const values = change.attributes.filter(({ path }) => /^(?:values|set)/.test(path) && !ONLY_VERSION.test(path));
    const deletes = DELETES[releaseOf(change).name];
    return [
      ...(deletes && values.length > 0 && !isInConfig(deletes.about) ? [grave(change, deletes.what, values)] : []),
      ...KEEPS.flatMap(([path, about, what]) => {
        const found = values.filter((one) => path.test(one.path));
        return found.length > 0 && !isInConfig(about) ? [grave(change, what, found)] : [];
      }),
    ];
  });
}

const grave = (change: ReviewedChange, what: string, values: readonly AttributeChange[]): SectionFinding =>
  findingOn("lost", "danger", change, {
    title: `Helm release ${releaseOf(change).name} changes, by no change of config that is known here: ${what}.`,
    details: valueLines(values),
    about: ["platform"],
  });
