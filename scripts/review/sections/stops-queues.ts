import { KUEUE_JOBS } from "../../../config/facts/kueue";
import { queueQuotas } from "../../../config/kueue/resolve";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** What changes for people whose jobs wait in queues of Kueue. That all of them go is told of its release. */
export function queuesChanged({ both }: ChangeSet): SectionFinding[] {
  if (!both?.before.kueue || !both.after.kueue) return [];
  const { before, after } = both;
  return [
    ...madeAnew(before, after),
    ...poolsLeave(before, after),
    ...ownLess(before, after),
    ...notHeld(before, after),
    ...lendsNothing(before, after),
    ...lessTime(before, after),
  ];
}

const ABOUT = ["kueue"];
const at = (env: SiteEnvironment, key: string): string => configAddress(env, "platform", key);

/** A LocalQueue cannot be given to another ClusterQueue: all of them are made anew. */
function madeAnew(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const [was, now] = [before.kueue!.sharing.kind, after.kueue!.sharing.kind];
  if (was === now) return [];
  return [
    findingOn("stops", "danger", at(after, "kueue.sharing.kind"), {
      title: `Queues are made anew, for GPUs are shared by ${now} and no longer by ${was}: jobs that wait lose their place.`,
      details: [
        "A queue goes when no job that it has admitted runs any more; until then the new ones count its GPUs as free.",
      ],
      safer: [
        { text: "Let no more jobs in, and wait until those that run have ended." },
        { text: "Apply; jobs that wait are queued again, the oldest first." },
      ],
      about: ABOUT,
    }),
  ];
}

function poolsLeave(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const gone = before.kueue!.nodeGroups.filter((name) => !after.kueue!.nodeGroups.includes(name));
  if (gone.length === 0) return [];
  return [
    findingOn("stops", "warning", at(after, "kueue.nodeGroups"), {
      title: `Kueue hands out no more GPUs of ${andList(gone)}: jobs that wait for them go elsewhere, or wait for ever.`,
      details: ["What runs there is not ended by it."],
      about: ABOUT,
    }),
  ];
}

function ownLess(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  if (before.kueue!.sharing.kind !== "quota" || after.kueue!.sharing.kind !== "quota") return [];
  const [was, now] = [queueQuotas(before), queueQuotas(after)];
  return [...now].flatMap(([team, quotas]) =>
    [...quotas].flatMap(([pool, gpus]) => {
      const had = was.get(team)?.get(pool) ?? 0;
      if (gpus >= had) return [];
      return [
        findingOn("stops", "danger", at(after, `teams.${team}.namespace.quota.${pool}`), {
          title: `${team} owns ${gpus} GPUs of ${pool}, and ${had} before: its running jobs that hold more may be ended when other teams want theirs.`,
          details: [
            "They are queued again, and lose what they have not written. Nothing ends before somebody else asks for the GPUs.",
          ],
          about: ["teams", ...ABOUT],
        }),
      ];
    }),
  );
}

function notHeld(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const gone = before.kueue!.jobs.filter((kind) => !after.kueue!.jobs.includes(kind));
  if (gone.length === 0) return [];
  return [
    findingOn("stops", "warning", at(after, "kueue.jobs"), {
      title: `${andList(gone.map((kind) => KUEUE_JOBS[kind].title))} are not held in queues any more: new ones start at once, and those that wait stay suspended until somebody resumes them.`,
      about: ABOUT,
    }),
  ];
}

/** @see https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/#borrowinglimit */
function lendsNothing({ kueue: was }: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const now = after.kueue!.sharing;
  if (was?.sharing.kind !== "quota" || now.kind !== "quota" || !was.sharing.borrowing || now.borrowing) return [];
  return [
    findingOn("stops", "warning", at(after, "kueue.sharing.borrowing"), {
      title:
        "No team gets more GPUs than its own any more: jobs that ask for more than their team owns wait for ever, and others wait while GPUs of other teams are free.",
      details: ["Jobs that were admitted with borrowed GPUs go on."],
      about: ABOUT,
    }),
  ];
}

/** @see https://kueue.sigs.k8s.io/docs/tasks/manage/setup_wait_for_pods_ready/ */
function lessTime({ kueue: was }: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const [before, now] = [was!.readyMinutes, after.kueue!.readyMinutes];
  if (now >= before) return [];
  return [
    findingOn("stops", "warning", at(after, "kueue.readyMinutes"), {
      title: `Pods of a job have ${now} minutes to be ready, and had ${before}: a job of which some are not by then is stopped, and waits again.`,
      details: [
        "That is also for jobs whose pods are still starting when it is applied: large images, nodes that boot.",
      ],
      about: ABOUT,
    }),
  ];
}
