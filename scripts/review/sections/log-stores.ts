import { logStore, logStoreTitle, logSubjects } from "../../../config/logs/logs";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** Where logs go, as somebody who reads them there sees it; null: nobody keeps them. */
const placeOf = ({ logs }: SiteEnvironment): string | null => {
  const store = logStore(logs);
  return store && logStoreTitle(store);
};

const tenantOf = ({ logs: { to } }: SiteEnvironment): string => (to.kind === "loki" ? (to.tenant ?? "") : "");

/** What the second list has and the first one has not. */
const newIn = (was: readonly string[], now: readonly string[]): string[] => now.filter((one) => !was.includes(one));

/** Logs that somebody else can read from now on. */
export function logsLeave({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const place = placeOf(after);
  if (place === null) return [];
  const isElsewhere = place !== placeOf(before) || tenantOf(before) !== tenantOf(after);
  const known = isElsewhere ? [] : logSubjects(before.logs);
  const more = newIn(known, logSubjects(after.logs));
  const opened = isElsewhere ? [] : newIn(after.logs.exceptNamespaces, before.logs.exceptNamespaces);
  const files = isElsewhere || more.includes("jobs") ? [] : newIn(before.logs.jobFiles, after.logs.jobFiles);
  const what = [
    ...(more.length > 0 ? [andList(more)] : []),
    ...(opened.length > 0 && after.logs.pods && !more.includes("pods") ? [`pods of ${andList(opened)}`] : []),
    ...(files.length > 0 ? [`jobs in ${andList(files)}`] : []),
  ];
  if (what.length === 0) return [];
  const { exceptNamespaces } = after.logs;
  return [
    findingOn("security", "warning", configAddress(after, "platform", "logs.to"), {
      title: `Logs of ${andList(what)} go to ${place}.`,
      details: [
        "Whoever reads there reads what programs print: names of users and files, and tokens that a program prints by mistake.",
        more.includes("pods") && exceptNamespaces.length > 0 ? `Not those of ${andList(exceptNamespaces)}.` : null,
        more.includes("nodes") ? "Its collectors read the whole file system of every node." : null,
      ],
      about: ["logs"],
    }),
  ];
}

/** Logs that nobody keeps any more, or for a shorter time. */
export function logsMissed({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const was = placeOf(before);
  if (was === null) return [];
  const missed = (title: string, details: readonly (string | null)[]): SectionFinding[] => [
    findingOn("stops", "warning", configAddress(after, "platform", "logs"), {
      title,
      details: [...details],
      about: ["logs"],
    }),
  ];
  const now = placeOf(after);
  if (now !== was)
    return missed(`${was} gets no logs of the cluster any more.`, [
      now === null ? "Nobody keeps them: the kubelet deletes those of pods that are gone." : null,
      "What waits on the disks of nodes is not sent to it any more.",
    ]);
  const subjects = newIn(logSubjects(after.logs), logSubjects(before.logs));
  const closed = newIn(before.logs.exceptNamespaces, after.logs.exceptNamespaces);
  return [
    ...(subjects.length > 0 ? missed(`Logs of ${andList(subjects)} are not kept any more.`, []) : []),
    ...(closed.length > 0 && logSubjects(after.logs).includes("pods")
      ? missed(`Logs of pods of ${andList(closed)} are not kept any more.`, [])
      : []),
    ...(subjects.includes("jobs")
      ? []
      : newIn(after.logs.jobFiles, before.logs.jobFiles).flatMap((files) =>
          missed(`Logs of jobs in ${files} are not kept any more.`, []),
        )),
    ...loginChanged(before, after).flatMap((title) =>
      missed(title, [
        "Railyard does not ask the store whether it takes that: look for the alert LogsLost after the apply.",
      ]),
    ),
  ];
}

function loginChanged({ logs: { to: was } }: SiteEnvironment, { logs: { to: now } }: SiteEnvironment): string[] {
  if (was.kind !== "loki" || now.kind !== "loki") return [];
  return JSON.stringify([was.login, was.tenant]) === JSON.stringify([now.login, now.tenant])
    ? []
    : [`Collectors write to ${logStoreTitle(now)} as somebody else.`];
}
