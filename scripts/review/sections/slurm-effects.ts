import { SLURM_CONTROLLERS } from "../../../config/facts/slurm-controllers";
import { compareVersions } from "../../../config/kernel/version-order";
import { limitText } from "../../../config/slurm/time-limit";
import type { ReviewedChange } from "../changes/resource-changes";
import type { AttributeChange } from "../model";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { slurmSettings } from "./slurm-settings";
import { loginComes, loginGoes } from "./stops-login";
import { andList, valueLines } from "./words";

/** Part of Slurm that a value is for. */
type Part =
  | "all"
  | "keys"
  | "state"
  | "settings"
  | "controllers"
  | "controller-size"
  | "controller"
  | "accounting"
  | "login"
  | "nodes"
  | "node-count"
  | "other";

/** Keys of the chart's values, each with its part; the first that matches counts. */
const PARTS: readonly (readonly [matches: RegExp, part: Part])[] = [
  [/^(?:slurmKey|jwtKey|clusterName)\b/, "keys"],
  [/^nodesets(?:\.[\w-]+|\["[^"]+"\])\.(?:replicas|partition|workloadDisruptionProtection)\b/, "node-count"],
  [/^nodesets\b/, "nodes"],
  [/^controller\.persistence\b/, "state"],
  [/^controller\.ha\b/, "controllers"],
  [/^controller\.slurmctld\.resources\b/, "controller-size"],
  [/^controller\.extraConf(?:Map)?\b/, "settings"],
  [
    /^(?:controller|configFiles|prologScripts|epilogScripts|prologSlurmctldScripts|epilogSlurmctldScripts|partitions|vendor)\b/,
    "controller",
  ],
  [/^accounting\b/, "accounting"],
  [/^loginsets\b/, "login"],
];

/** What an update of the Slurm release does to jobs. */
export function slurmEffects(
  change: ReviewedChange,
  changeSet: ChangeSet,
  groups: readonly SectionFinding[],
): SectionFinding[] {
  const parts = new Map<Part, AttributeChange[]>();
  for (const attribute of change.attributes) {
    const part = partOf(attribute);
    parts.set(part, [...(parts.get(part) ?? []), attribute]);
  }
  const of = (part: Part) => parts.get(part) ?? [];
  return [
    ...whole(change, of("all")),
    ...keys(change, of("keys")),
    ...nodes(change, of("nodes"), changeSet, groups),
    ...stateGone(change, of("state")),
    ...slurmSettings(change, of("settings")),
    ...simple(
      change,
      of("controllers"),
      "Slurm gets another number of slurmctld, which start anew: nobody can submit for a minute or so, and jobs that run go on.",
    ),
    ...simple(
      change,
      of("controller-size"),
      "slurmctld starts anew, as its pod asks for other resources: nobody can submit for a minute or so, and jobs that run go on.",
    ),
    ...simple(
      change,
      of("controller"),
      "Slurm's controller restarts or reads its files anew: nobody can submit for a minute or so. What that does to jobs is as the values below say, and is not known here.",
    ),
    ...simple(
      change,
      of("accounting"),
      "Slurm's accounting restarts: slurmctld keeps what it cannot store yet, as far as its memory goes (MaxDBDMsgs).",
    ),
    ...login(change, of("login"), changeSet.input),
  ];
}

function partOf({ path, after }: AttributeChange): Part {
  const key = /^values\[\d+\] (.*)$/.exec(path)?.[1];
  if (key === undefined)
    return /^values|^set|^version$|^chart$/.test(path) || after.kind === "unknown" ? "all" : "other";
  return PARTS.find(([matches]) => matches.test(key))?.[1] ?? "other";
}

const ABOUT = ["slurm", "teams"];

/** That they go for good is told of config. */
function login(
  change: ReviewedChange,
  found: readonly AttributeChange[],
  { before, after }: ChangeSet["input"],
): SectionFinding[] {
  if (loginGoes(before, after)) return [];
  if (!loginComes(before, after))
    return simple(change, found, "Slurm's login pods are made anew: sessions on them end.");
  if (found.length === 0) return [];
  const title = "Slurm gets login pods, and had none: no session ends by them.";
  return [findingOn("stops", "info", change, { title, details: valueLines(found), about: ABOUT })];
}

function simple(change: ReviewedChange, found: readonly AttributeChange[], title: string): SectionFinding[] {
  if (found.length === 0) return [];
  return [findingOn("stops", "warning", change, { title, details: valueLines(found), about: ABOUT })];
}

/** Another chart, or values that are not known: what of Slurm is made anew cannot be told. */
function whole(change: ReviewedChange, found: readonly AttributeChange[]): SectionFinding[] {
  if (found.length === 0) return [];
  const hidden = found.some(
    ({ path, after }) => path.startsWith("values") && (after.kind === "unknown" || after.kind === "secret"),
  );
  return hidden
    ? [
        findingOn("stops", "danger", change, {
          title: "Values of Slurm cannot be seen in the plan: jobs may end.",
          details: valueLines(found),
          about: ABOUT,
        }),
      ]
    : [
        findingOn("stops", "warning", change, {
          title:
            "Slurm gets another chart: controller, accounting and login restart, and slurmd pods are made anew one after another.",
          details: [...valueLines(found), ...newService(found), ...ROLLING],
          about: ABOUT,
        }),
      ];
}

/**
 * The charts in which the StatefulSet of slurmctld belongs to another Service, which cannot be changed in place.
 * @see https://github.com/SlinkyProject/slurm-operator/blob/f2ed3fc/internal/controller/controller/controller_sync.go
 */
function newService(found: readonly AttributeChange[]): string[] {
  const version = found.find(({ path }) => path === "version");
  if (version?.before.kind !== "value" || version.after.kind !== "value") return [];
  const [was, now] = [String(version.before.value), String(version.after.value)];
  const { since } = SLURM_CONTROLLERS;
  if (compareVersions(was, since) < 0 === compareVersions(now, since) < 0) return [];
  return [
    `The operator deletes the StatefulSet slurm-controller and makes it anew, since charts from ${since} on have it behind another Service: slurmctld ends first, and its claim stays. Copy its state before: kubectl --namespace slurm create job --from=cronjob/slurm-state-backup state-before-upgrade`,
  ];
}

function keys(change: ReviewedChange, found: readonly AttributeChange[]): SectionFinding[] {
  if (found.length === 0) return [];
  const title = "Slurm gets another key or name: running slurmd pods and all tokens are locked out, and jobs end.";
  return [findingOn("stops", "danger", change, { title, details: valueLines(found), about: ABOUT })];
}

/** Jobs that run and wait are known by what the controller has written down, and by nothing else. */
function stateGone(change: ReviewedChange, found: readonly AttributeChange[]): SectionFinding[] {
  if (found.length === 0) return [];
  const title =
    "Slurm's controller keeps its state elsewhere, or not at all: waiting jobs are forgotten, and running ones are no longer known and end.";
  const details = [
    ...valueLines(found),
    "First: drain Slurm, wait until squeue prints nothing, and save the state (StateSaveLocation).",
  ];
  return [findingOn("lost", "danger", change, { title, details, about: ABOUT })];
}

/** The operator drains a node in Slurm first, and ends its pod when no job runs there any more. */
const ROLLING = [
  "The operator drains nodes in Slurm first, a quarter of them at a time unless the chart says otherwise, so that jobs there can come to their end; no new one starts there meanwhile.",
];

function nodes(
  change: ReviewedChange,
  found: readonly AttributeChange[],
  changeSet: ChangeSet,
  groups: readonly SectionFinding[],
): SectionFinding[] {
  const setOf = ({ path }: AttributeChange) =>
    /^values\[\d+\] nodesets(?:\.([\w-]+)|\["([^"]+)"\])/
      .exec(path)
      ?.slice(1)
      .find((name) => name !== undefined) ?? "";
  const names = [...new Set(found.map(setOf))];
  const [was, after] = [usedGroups(changeSet.input.before), usedGroups(changeSet.input.after)];
  // a set that goes has no values after it
  const gone = names.filter(
    (name) =>
      changeSet.input.after !== null &&
      !after.includes(name) &&
      found.filter((one) => setOf(one) === name).every((one) => one.after.kind === "absent"),
  );
  // one that was there may get a value that it had not
  const come = names.filter(
    (name) =>
      !was.includes(name) && found.filter((one) => setOf(one) === name).every((one) => one.before.kind === "absent"),
  );
  const rolled = names.filter((name) => !gone.includes(name) && !come.includes(name));
  // with its nodes, everything on them goes: that is told of the node group
  const alone = gone.filter(
    (name) => !groups.some(({ severity, about }) => severity === "danger" && about?.includes(`nodeGroups.${name}`)),
  );
  const findings: SectionFinding[] = [];
  if (gone.length > 0) {
    findings.push(
      findingOn("stops", alone.length > 0 ? "danger" : "warning", change, {
        title: `Slurm no longer has the nodes of ${andList(gone)}: their slurmd pods end at once, with every job on them.`,
        details: alone.length > 0 ? [] : ["Their node groups go too."],
        safer:
          alone.length > 0
            ? [{ text: "Drain these nodes in Slurm." }, { text: "Wait until no job runs there." }, { text: "Apply." }]
            : [],
        about: ABOUT,
      }),
    );
  }
  findings.push(...left(change, found, rolled, setOf));
  if (rolled.length > 0) {
    const values = found.filter((one) => rolled.includes(setOf(one)));
    const title = `slurmd pods of ${andList(rolled)} are made anew, one after another, when no job runs on them.`;
    findings.push(
      findingOn("stops", "warning", change, {
        title,
        details: [...valueLines(values), ...ROLLING, ...longest(changeSet)],
        about: ABOUT,
      }),
    );
  }
  return findings;
}

/**
 * A selector that asks for more, or for something else, takes the pods from all nodes that do not have it: no quarter is waited for.
 * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/internal/controller/nodeset/nodeset_sync.go
 */
function left(
  change: ReviewedChange,
  found: readonly AttributeChange[],
  names: readonly string[],
  setOf: (attribute: AttributeChange) => string,
): SectionFinding[] {
  const asked = found.filter(
    (one) => names.includes(setOf(one)) && /\.podSpec\.nodeSelector\b/.test(one.path) && one.after.kind !== "absent",
  );
  if (asked.length === 0) return [];
  const sets = andList([...new Set(asked.map(setOf))]);
  return [
    findingOn("stops", "danger", change, {
      title: `slurmd pods of ${sets} go from every node that does not have its new labels: all of these are drained in Slurm at once, and no new job starts there.`,
      details: [...valueLines(asked), "Jobs that run there come to their end as far as the cards of the node stay."],
      safer: [
        { text: "Give the nodes the new labels beside the old ones." },
        { text: "Apply." },
        { text: "Take the old labels away." },
      ],
      about: ABOUT,
    }),
  ];
}

/** Groups that some partition has: those that Slurm runs on. */
function usedGroups(env: ChangeSet["env"]): readonly string[] {
  return Object.values(env?.slurm?.partitions ?? {}).flatMap(({ nodeGroups }) => nodeGroups);
}

function longest({ input }: ChangeSet): string[] {
  const hours = Object.values(input.before?.slurm?.partitions ?? {}).map(({ maxHours }) => maxHours);
  return hours.length === 0 ? [] : [`That takes as long as the longest job: up to ${limitText(Math.max(...hours))}.`];
}
