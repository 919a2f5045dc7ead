import { CHARTS, type CrdPolicy } from "../../../config/facts/versions";
import { parseDocument } from "../../lib/files/documents";
import { rawOf } from "../changes/raw-values";
import type { ReviewedChange } from "../changes/resource-changes";
import type { AttributeChange } from "../model";
import { cardsSetAnew } from "./stops-cards";
import { clusterGoes, componentReview, releaseOf } from "./releases";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { movedLine } from "./twins";
import { slurmEffects } from "./slurm-effects";
import { listOf, recordOf, valueAt, valueLines, whyLines } from "./words";

/** Helm releases that go, and those whose update ends or disturbs what runs. */
export function stoppedByReleases(changeSet: ChangeSet, groups: readonly SectionFinding[]): SectionFinding[] {
  return changeSet.ofType("helm_release").flatMap((change) => {
    const release = releaseOf(change);
    if (change.action === "create") return COMES[release.name]?.(change) ?? [];
    // what is lost with it is told there
    if (change.action !== "update") return release.data === null ? [gone(change, changeSet)] : [];
    const ofCards = cardsSetAnew(change);
    return release.name === "slurm" ? slurmEffects(change, changeSet, groups) : [...ofCards, ...updated(change)];
  });
}

/** Nodes that are in use have no profile yet, for no daemon was there before. */
const heldBack = (change: ReviewedChange): SectionFinding =>
  findingOn("stops", "info", change, {
    title:
      "Helm release host-tuning comes: nodes that lack a setting take no new job until what runs there has ended and it is made, no more than maxCordoned of a pool at one time (a tenth where config says nothing); the others take jobs as they are, and so do all with gate: none.",
    about: ["nodeGroups"],
  });

/** Nodes are closed that take pods: on EKS at once, by their group; on other machines by the daemon, one after another. */
const checked = (change: ReviewedChange): SectionFinding =>
  findingOn("stops", "info", change, {
    title:
      "Helm release startup-checks comes: nodes of pools with startupChecks get a taint, those that run as well; pods that are there go on, and new ones wait until the checks of their node have passed.",
    details: ["A node that does not pass takes no new pod until it does, or until somebody removes the taint."],
    about: ["nodeGroups"],
  });

/** Releases that hold nodes back where they come. */
const COMES: Readonly<Record<string, (change: ReviewedChange) => SectionFinding[]>> = {
  "host-tuning": (change) => [heldBack(change)],
  "startup-checks": (change) => [checked(change)],
};

function gone(change: ReviewedChange, changeSet: ChangeSet): SectionFinding {
  const { where } = changeSet;
  const { name, jobs } = releaseOf(change);
  const how = change.action === "delete" ? "is removed" : "is removed and installed anew";
  const what = jobs ?? "nothing that runs jobs needs it";
  // what serves Slurm alone goes with it: that is told once
  const withSlurm =
    /^(?:slurm|mariadb)-/.test(name) &&
    where("helm_release", "name", "slurm").some(({ action }) => action === "delete");
  return findingOn("stops", jobs === null || withSlurm || clusterGoes(changeSet) ? "warning" : "danger", change, {
    title: `Helm release ${name} ${how}: ${what}.`,
    details: [...whyLines(change), movedLine(change, changeSet), withSlurm ? "Slurm itself goes too." : null],
    about: ["platform", ...(name.startsWith("slurm") ? ["slurm"] : [])],
  });
}

/** What an update of a release of Railyard's own objects does to what runs. */
const OWN: Readonly<Record<string, string>> = {
  "slurm-database": "the accounting database may restart; slurmctld keeps what it cannot store yet",
  "slurm-files": "scripts of slurmd change: those that run read them anew within a minute or two",
  "host-tuning":
    "no more nodes of a pool than maxCordoned (a tenth where config says nothing) take no new job at one time, until what runs there has ended and the new settings are made; with gate: none nodes take jobs meanwhile",
};

/** Whether a value acts on GPUs or their driver while pods use them: below one of these keys, unless what it is for is off. */
const reaches =
  ({ before, after }: ReviewedChange, keys: readonly string[]) =>
  ({ path, after: now }: AttributeChange): boolean => {
    if (path.startsWith("values") && now.kind === "unknown") return true;
    const value = /^values\[\d+\] (.*)$/.exec(path)?.[1] ?? "";
    const key = keys.find((one) => value.startsWith(one) && !/^\w/.test(value.slice(one.length)));
    return key !== undefined && !(isOff(before, key) && isOff(after, key));
  };

/** The last values that say so count, as for Helm; a chart's own default is on. */
const isOff = (values: ReviewedChange["before"], key: string): boolean =>
  listOf((rawOf(values) ?? values)?.["values"])
    .map((text) => (typeof text === "string" ? recordOf(parseDocument(text)?.value) : {}))
    .map((document) => valueAt(document, `${key}.enabled`))
    .filter((enabled) => enabled !== undefined)
    .at(-1) === false;

function updated(change: ReviewedChange): SectionFinding[] {
  const { name } = releaseOf(change);
  const about = ["platform", "gpu", ...(name.startsWith("slurm") ? ["slurm"] : [])];
  const details = valueLines(change.attributes);
  const review = componentReview(name);
  const { reachesGpus = [] } = review ?? {};
  const found = reachesGpus.length === 0 ? [] : change.attributes.filter(reaches(change, reachesGpus));
  if (found.length > 0) {
    const title = `Helm release ${name} changes how nodes reach their GPUs: pods that use them are evicted, or nodes reboot.`;
    return [findingOn("stops", "danger", change, { title, details: valueLines(found), about })];
  }
  if (/-crds$/.test(name)) {
    const title = `Helm release ${name} changes custom resource definitions: objects that no longer fit them are refused.`;
    return [findingOn("stops", "warning", change, { title, details, about })];
  }
  const crds = newCrds(change);
  const what = review?.changed ?? OWN[name] ?? (crds === null ? undefined : "it gets another version");
  if (what === undefined) return [];
  const title = `Helm release ${name} changes: ${what}.`;
  return [
    findingOn("stops", "warning", change, { title, details: crds === null ? details : [...details, crds], about }),
  ];
}

/** What becomes of custom resource definitions that a chart brings with it, when its version changes. */
function newCrds({ attributes, after }: ReviewedChange): string | null {
  const known: Readonly<Record<string, { readonly crds: CrdPolicy }>> = CHARTS;
  const policy = after?.["skip_crds"] === true ? "none" : (known[String(after?.["chart"])]?.crds ?? "none");
  if (policy === "none" || policy === "other-chart" || !attributes.some(({ path }) => path === "version")) return null;
  return policy === "directory"
    ? "Helm never upgrades the custom resource definitions of this chart: apply those of the new version by hand before, if they differ."
    : "Its custom resource definitions may change with it: objects that no longer fit them are refused.";
}
