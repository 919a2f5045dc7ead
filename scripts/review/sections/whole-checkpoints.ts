import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

const PATH = "checkpoints.agent.whole";

/** What the agent of checkpoints takes for a whole one from now on, and what not any more. */
export function takenForWhole({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const [was, is] = [both.before, both.after].map(wholeOf);
  if (was === undefined || is === undefined || was === is) return [];
  const isWeaker = proof(is) < proof(was);
  return [
    findingOn("lost", "warning", configAddress(both.after, "platform", PATH), {
      title: isWeaker
        ? `A checkpoint that is torn may be taken for whole: ${TAKEN(is)}.`
        : `Checkpoints that were taken for whole may go no further: ${LEFT(is)}.`,
      details: [
        `whole: ${was} → ${is}.`,
        ...(isWeaker
          ? [
              "It is copied to the bucket then, and where archive.every asks for its number it becomes a milestone; it counts among the newest, and a whole one that is older may be deleted in its place.",
              was === "sums"
                ? "No sum says what was written: what is damaged on the file system is copied as it is."
                : null,
            ]
          : ["What the bucket and the archive have already stays."]),
      ],
      safer: isWeaker
        ? [
            {
              text: `Keep whole: ${was}, if trainings write it: docs/checkpoints.md, What is a checkpoint.`,
            },
          ]
        : [{ text: "Look first whether every training writes that." }],
      about: [PATH],
    }),
  ];
}

const wholeOf = (env: SiteEnvironment): string | undefined => awsOf(env)?.checkpoints?.agent?.whole;

/** A name says least, the file that is written last more, and sums of all files most. */
const proof = (whole: string): number => (whole === "rename" ? 0 : whole === "sums" ? 2 : 1);

const TAKEN = (whole: string): string =>
  whole === "rename"
    ? "whatever bears the name of one is, though a training that writes in place may have died on the way"
    : `whatever has the file ${whole} is, though another file may be missing or cut short`;

const LEFT = (whole: string): string =>
  whole === "sums"
    ? "those without the sums of all their processes are torn from now on, and are not copied"
    : `those without the file ${whole} are torn from now on, and are not copied`;
