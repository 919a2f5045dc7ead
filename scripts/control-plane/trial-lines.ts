import { number, table } from "../lib/terminal/table";
import { conversionHint, conversionLine } from "./conversions";
import type { ReleaseOutcome } from "./helm";
import type { UnreadKind } from "./inventory";
import type { QueueFinding } from "./kueue/trial-setting";
import type { PendingPods } from "./pending";
import type { NodeRequests } from "./requests";
import type { ClusterTrial } from "./try-cluster";
import { objectsOf, type DefinitionStays } from "./stays";
import type { Uninstalled } from "./uninstall";
import type { DefinitionGone, Upgraded } from "./upgrade";

/** What nobody can see without machines. */
export const NOT_RUN =
  "The API server, the scheduler, the controllers of Kubernetes and Helm are real. Nothing runs on the nodes: images are not pulled, pods of operators have stand-ins, and no webhooks are answered but those of Kueue and of operators of its jobs.";

/** A line when Helm is done with a release, and what is wrong with it. */
export function releaseLines({ stack, namespace, name, outcome, seconds, reason }: ReleaseOutcome): string[] {
  const verdict = outcome === "installed" ? "installed" : outcome.toUpperCase();
  const line = `${verdict.padEnd(9)}  ${stack}  ${namespace}/${name}  ${number(seconds, 1)} s`;
  const words = [...(reason === null ? [] : reason.split("\n")), conversionHint(reason) ?? []].flat();
  return [line, ...words.map((text) => `           ${text}`)];
}

/** What a person reads at the end of a trial. */
export function trialLines(trial: ClusterTrial): string[] {
  const { environment, kubernetes, releases, pods, pending, refused, systemNodes, budgets, unsettled } = trial;
  const good = releases.filter(({ outcome }) => outcome === "installed").length;
  return [
    "",
    ...pending.flatMap(pendingLines),
    ...refused.map(({ namespace, owner, reason }) => `REFUSED: pods of ${namespace}/${owner}: ${reason}`),
    ...trial.preempted.map(({ namespace, pod, reason }) => `gave way: pod ${namespace}/${pod}: ${reason}`),
    ...unsettled.map((name) => `not at rest: ${name}`),
    ...trial.stops.map((sentence) => `STOPPED: ${sentence}`),
    ...trial.conversions.map(conversionLine),
    ...requestLines(systemNodes, isSizeKnown(trial)),
    ...budgets.map(
      ({ namespace, name, pods: count }) =>
        `budget: ${namespace}/${name} lets none of its ${count} pods be evicted: a drain of their node waits until somebody deletes them`,
    ),
    ...trial.doubledBudgets.map(
      ({ namespace, owner }) =>
        `budget: pods of ${namespace}/${owner} are in more than one: none can be evicted, and a drain of their node fails`,
    ),
    ...(trial.upgraded ? upgradeLines(trial.upgraded) : []),
    ...trial.queues.map(queueLine),
    ...uninstalledLines(trial.uninstalled),
    ...trial.notTried.map((sentence) => `not tried: ${sentence}`),
    `${environment}: ${trial.ok ? "tried" : "FAILED"} on Kubernetes ${kubernetes.version}, ${good} of ${releases.length} releases installed, ${pods.withNode} of ${pods.all} pods have a node, ${number(trial.seconds, 1)} s.`,
    NOT_RUN,
  ];
}

function upgradeLines({
  refusedBefore,
  removed,
  forgotten,
  definitions,
  claims,
  unread,
  ...upgraded
}: Upgraded): string[] {
  const { added, changed, gone } = definitions;
  const some = (what: string, names: readonly string[]) => (names.length > 0 ? [`${what}: ${shown(names)}`] : []);
  return [
    ...refusedBefore.map(({ namespace, name, reason }) => `BEFORE: ${namespace}/${name} was not installed: ${reason}`),
    ...removed.map(({ release, reason }) =>
      reason === null ? `removed: ${release}` : `NOT REMOVED: ${release}: ${reason}`,
    ),
    ...some("not in config any more, and left as they are", forgotten),
    ...some("definitions added", added),
    ...some("definitions changed", changed),
    ...gone.map(goneLine),
    ...unread.map((one) => unreadLine("became of", one)),
    ...staysLines("stays, and no release brings it any more", upgraded.stays),
    ...upgraded.unusedClaims.map((name) => `stays: PersistentVolumeClaim ${name}: ${UNUSED_CLAIM}`),
    ...claims.map((name) => `LOST: PersistentVolumeClaim ${name}`),
    ...upgraded.ended.map(
      ({ namespace, owner, pods, of, isBack }) =>
        `ended: ${pods} of ${of} pods of ${namespace}/${owner}${isBack ? ", and made anew" : ", for good"}`,
    ),
  ];
}

function goneLine({ name, objects, instead }: DefinitionGone): string {
  const renamed = instead === null ? "" : ` (what looks like it is now ${instead}, which has none of its objects)`;
  if (objects?.length === 0)
    return `definition ${name} is gone${renamed}, and with it every object of its kind that users have; Railyard had none`;
  const which = objects === null ? "nobody could list them before" : shown(objects);
  return `LOST: definition ${name} is gone${renamed} with every object of its kind, those of users as well: ${which}`;
}

const UNUSED_CLAIM = "no pod mounts it any more, and its volume is kept and paid for until somebody deletes it";

/** Definitions with objects by name, and all others in one line. */
function staysLines(what: string, all: readonly DefinitionStays[]): string[] {
  const unused = all.flatMap(({ name, objects }) => (objects.length === 0 ? [name] : []));
  return [
    ...all.flatMap(({ name, objects }) =>
      objects.length > 0
        ? [`${what}: definition ${name}, with ${objects.length} of its objects: ${shown(objects)}`]
        : [],
    ),
    ...(unused.length > 0
      ? [`${what}: ${unused.length} definitions of which nobody has an object: ${shown(unused)}`]
      : []),
  ];
}

const unreadLine = (what: string, { kind, reason }: UnreadKind): string =>
  `UNKNOWN: what ${what} objects of ${kind}: ${reason}`;

const DEFINITION = "CustomResourceDefinition.apiextensions.k8s.io";
const isClaim = (kind: string): boolean => kind === "PersistentVolumeClaim";

const queueLine = ({ pool, promise, outcome, detail }: QueueFinding): string =>
  `queues of ${pool}: ${outcome === "broken" ? "BROKEN" : outcome}: ${promise}: ${detail}`;

/** Names of one kind that are told. */
const SHOWN = 6;

const shown = (names: readonly string[]): string =>
  names.length > SHOWN ? `${names.slice(0, SHOWN).join(", ")} and ${names.length - SHOWN} more` : names.join(", ");

function uninstalledLines({ failed, left, stuck, unread }: Uninstalled): string[] {
  const kinds = new Map<string, string[]>();
  for (const { kind, name, goesAfter } of left)
    if (goesAfter === null && kind !== DEFINITION) kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  return [
    ...failed.map(({ release, reason }) => `NOT REMOVED: ${release}: ${reason}`),
    ...stuck.map(
      ({ kind, name, goesAfter, reason }) =>
        `STUCK: ${kind} ${name} was deleted and waits for ${goesAfter?.join(", ")}${reason === null ? "" : `: ${reason}`}`,
    ),
    ...unread.map((one) => unreadLine("stays of", one)),
    ...staysLines(
      "stays after removal",
      left
        .filter(({ kind, goesAfter }) => kind === DEFINITION && goesAfter === null)
        .map(({ name }) => ({ name, objects: objectsOf(left, name) })),
    ),
    ...[...kinds].map(
      ([kind, names]) =>
        `stays after removal: ${names.length} ${kind}${isClaim(kind) && !kinds.has("Pod") ? ", which no pod mounts any more" : ""}: ${shown(names)}`,
    ),
  ];
}

const isSizeKnown = ({ nodes }: ClusterTrial): boolean => nodes.every((row) => row.isSizeKnown);

function pendingLines({ namespace, owner, pods, reasons }: PendingPods): string[] {
  const why = reasons.map(({ nodes, text }) => (nodes === null ? text : `${nodes} nodes: ${text}`)).join("; ");
  return [`NO NODE: ${pods === 1 ? "a pod" : `${pods} pods`} of ${namespace}/${owner}: ${why}`];
}

function requestLines(nodes: readonly NodeRequests[], known: boolean): string[] {
  const share = (asked: number, there: number) => (there > 0 ? `${Math.round((100 * asked) / there)} %` : "");
  const rows = nodes.map((one) => [
    one.node,
    String(one.pods),
    `${number(one.cpuMillis / 1000, 2)} CPUs`,
    known ? share(one.cpuMillis, one.cpuMillisThere) : "",
    `${number(one.memoryMiB / 1024, 1)} GiB`,
    known ? share(one.memoryMiB, one.memoryMiBThere) : "",
  ]);
  return [
    ...table(["system node", "pods", "asked", "", "asked", ""], rows, [1, 2, 3, 4, 5]),
    ...(known ? [] : ["Config does not say how large system nodes are: what they are asked for is all that is known."]),
    "",
  ];
}
