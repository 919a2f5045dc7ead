import { ExpectedError } from "../../lib/errors/expected-error";
import { didYouMean } from "../../../config/kernel/nearest";
import type { Copy, Found } from "./found";
import type { RestoreKind } from "./kinds";
import { LATEST, reachesOf, shortOf, shown, wayTo } from "./moments";
import { volumeText, type ProgramVolume } from "./new-volume";

/** What is to be put back, and why it cannot be. */
export interface RestorePlan {
  readonly copy: Copy;
  /** To which moment it goes on from the copy, or to the last one. @default - no further */
  readonly at?: string;
  /** Until when the state is. */
  readonly until: string;
  /** Why that is no later, though the last was asked for. @default - the bucket has it all */
  readonly short?: string;
  /** Whether the program runs, whose state is newer than any copy. */
  readonly runs: boolean;
  /** The volume that is given up for a new one. @default - it keeps its own */
  readonly givenUp?: ProgramVolume;
}

/** What somebody asks for. */
export interface Wanted {
  /** Name of the copy, where there is no moment. @default - the latest */
  readonly copy?: string | undefined;
  readonly at?: string | undefined;
  readonly isNewVolume?: boolean;
}

/** @throws ExpectedError where there is nothing to put back, or what is there is not understood */
export function planOf(
  kind: RestoreKind,
  found: Found,
  { copy: given = "latest", at, isNewVolume = false }: Wanted,
): RestorePlan {
  const { copies, cluster } = found;
  if (copies.length === 0)
    throw new ExpectedError(
      `There is no copy of ${kind.title} in the bucket, below ${kind.prefix}.${othersText(found)}`,
    );
  const way = at === undefined ? undefined : wayTo(found, at);
  const name = way?.dump.name ?? given;
  const copy = copies.find((one) => one.name === name);
  if (!copy) {
    const names = copies.map((one) => one.name);
    const near = didYouMean(name, names);
    throw new ExpectedError(
      `There is no copy ${JSON.stringify(name)}${near === undefined ? "." : `: ${near}`} There are ${names.join(", ")}.${othersText(found)}`,
    );
  }
  if (copy.bytes === 0) throw new ExpectedError(`The copy ${copy.name} is empty: name another one with --copy.`);
  const until = way?.until ?? null;
  if (until !== null && found.changes.some((one) => one.name === name && one.bytes === 0))
    throw new ExpectedError(
      `What changed since ${name} is empty in the bucket: --copy ${name} puts back the dump alone.`,
    );
  const short = at === LATEST && way ? shortOf(found, way) : null;
  if (!cluster.hasJob)
    throw new ExpectedError(
      `The cluster has no CronJob ${kind.cronJob} beside a StatefulSet ${kind.stopped.statefulSet}: deploy the environment first.`,
    );
  if (cluster.operator === null)
    throw new ExpectedError(
      "The cluster has no slurm-operator, which would start Slurm again: deploy the environment first.",
    );
  if (cluster.jobs.length > 0)
    throw new ExpectedError(
      `A restore before this one has left the job ${cluster.jobs.join(", ")}: read its log (kubectl --namespace slurm logs --all-containers job/${cluster.jobs[0]}), and delete it.`,
    );
  const { volume } = cluster;
  if (isNewVolume && !volume)
    throw new ExpectedError("What was recorded says nothing of the volume: ask the cluster, without --replay.");
  if (!isNewVolume && volume?.isThere === false)
    throw new ExpectedError(
      `The claim ${volume.claim} is not there, and the copy has no volume to go to: --new-volume makes it.`,
    );
  return {
    copy,
    ...(at !== undefined && until !== null && { at }),
    until: at === undefined || at === LATEST ? (until ?? copy.at) : at,
    ...(short !== null && { short }),
    runs: cluster.running.length > 0,
    ...(isNewVolume && volume && { givenUp: volume }),
  };
}

/** As in `2026-11-23 15:20 UTC`. */
const when = (at: string): string => `${at.slice(0, 16).replace("T", " ")} UTC`;

function age(at: string, now: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(now) - Date.parse(at)) / 60_000));
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`;
}

/** What lies beside the copies, in a sentence with a space before it. */
const othersText = ({ others }: Found): string =>
  others.length === 0
    ? ""
    : ` Not named as Railyard names copies, and left alone: ${others.slice(0, 5).join(", ")}${others.length > 5 ? ` and ${others.length - 5} more` : ""}.`;

/** What a person reads before anything is done. */
export function planLines(kind: RestoreKind, found: Found, plan: RestorePlan): string[] {
  const { copy, at, until, runs, givenUp } = plan;
  const since = at === undefined || at === LATEST ? when(until) : `${shown(until)} UTC`;
  const others = othersText(found);
  const { program, statefulSet } = kind.stopped;
  return [
    `Copies of ${kind.title}, the newest first:`,
    ...found.copies.map(
      ({ name, at, bytes }) =>
        `  ${name === copy.name ? "→" : " "} ${name.padEnd(10)}  ${when(at)}  ${age(at, found.takenAt)}, ${bytes} bytes`,
    ),
    ...reachesOf(found).map(
      ({ dump, until }) => `    with ${dump.name}: any moment from ${shown(dump.at)} to ${shown(until)} UTC (--at)`,
    ),
    ...(others === "" ? [] : [` ${others}`]),
    "",
    `With ${copy.name}, which is of ${when(copy.at)} (${age(copy.at, found.takenAt)})${at === undefined ? "" : `, and what changed from then to ${at === LATEST ? `the last that the bucket has, ${shown(until)} UTC` : `${shown(at)} UTC`}`}:`,
    ...(plan.short === undefined ? [] : [`  - ${plan.short}`]),
    ...kind.lost(since).map((text) => `  - ${text}`),
    ...(runs
      ? [
          `  - ${program} runs (${found.cluster.running.join(", ")}): what it has is newer than the copy, and is given up.`,
        ]
      : []),
    ...(givenUp
      ? [
          `  - The claim ${givenUp.claim} has ${volumeText(givenUp)}${givenUp.volume === null ? "" : ", which is given up for an empty one: nothing of it is read again"}.`,
        ]
      : kind.kept === null
        ? []
        : [`  - ${kind.kept}`]),
    "",
    "In this order:",
    ...numbered([
      `slurm-operator is stopped, which would start ${program} again, and then StatefulSet ${statefulSet}`,
      ...(givenUp
        ? [
            `${givenUp.volume === null ? "" : `${volumeText(givenUp)} is told to stay without its claim (Retain), and `}the claim ${givenUp.claim} is made anew, without a volume`,
          ]
        : []),
      `a job of ${kind.cronJob} fetches ${copy.name}${at === undefined ? "" : " and its changes"}, looks at it, and puts it back`,
      `${program} starts, and the operator`,
    ]),
  ];
}

const numbered = (steps: readonly string[]): string[] => steps.map((step, index) => `  ${index + 1}. ${step}`);
