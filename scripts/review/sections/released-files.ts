import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { count } from "./words";

const PATH = "checkpoints.warm.tasks.release";

/** Files that lose their contents on Lustre by the next task, where there was none or it let them rest for longer. */
export function releasedFiles({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const [was, is] = [both.before, both.after].map(daysOf);
  if (is === undefined || (was !== undefined && was <= is)) return [];
  const { lustre, checkpoints } = awsOf(both.after)!;
  const folder = `${lustre?.mount.mountPath ?? ""}${checkpoints!.warm!.path}`;
  return [
    findingOn("lost", "warning", configAddress(both.after, "platform", PATH), {
      title: `What nobody has used under ${folder} for ${count(is, "day")} is in the bucket alone from the next task on.`,
      details: [
        `afterDays: ${was ?? "none"} → ${is}.`,
        "FSx releases files that it has exported, and no others; names and metadata stay.",
        "The first read of each of them waits until FSx has it back from S3. How fast that is is unknown: nobody has measured it here, and AWS does not say it of a file.",
        "S3 bills the requests; how many FSx makes is unknown.",
      ],
      safer: [
        { text: "Bring back what a training is about to read: preload.sbatch of `railyard examples`." },
        ...(was === undefined
          ? [{ text: "Write days: [] first, and start the first task by hand: docs/storage.md." }]
          : []),
      ],
      about: [PATH],
    }),
  ];
}

const daysOf = (env: SiteEnvironment): number | undefined =>
  awsOf(env)?.checkpoints?.warm?.tasks.find(({ kind }) => kind === "release")?.afterDays ?? undefined;
