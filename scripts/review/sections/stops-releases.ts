import { CHARTS, type CrdPolicy } from "../../../config/facts/versions";
import type { ReviewedChange } from "../changes/resource-changes";
import { clusterGoes, releaseOf } from "./releases";
import { tell, type Scene, type Told } from "./scene";
import { movedLine } from "./twins";
import { slurmEffects } from "./slurm-effects";
import { valueLines, whyLines } from "./words";

/** Helm releases that go, and those whose update ends or disturbs what runs. */
export function stoppedByReleases(scene: Scene, groups: readonly Told[]): Told[] {
  return scene.ofType("helm_release").flatMap((change) => {
    const release = releaseOf(change);
    if (change.action === "create") return [];
    // what is lost with it is told there
    if (change.action !== "update") return release.data === null ? [gone(change, scene)] : [];
    return release.name === "slurm" ? slurmEffects(change, scene, groups) : updated(change);
  });
}

function gone(change: ReviewedChange, scene: Scene): Told {
  const { where } = scene;
  const { name, jobs } = releaseOf(change);
  const how = change.action === "delete" ? "is removed" : "is removed and installed anew";
  const what = jobs ?? "nothing that runs jobs needs it";
  // what serves Slurm alone goes with it: that is told once
  const withSlurm =
    /^(?:slurm|mariadb)-/.test(name) &&
    where("helm_release", "name", "slurm").some(({ action }) => action === "delete");
  return tell("stops", jobs === null || withSlurm || clusterGoes(scene) ? "warning" : "danger", change, {
    title: `Helm release ${name} ${how}: ${what}.`,
    details: [...whyLines(change), movedLine(change, scene), withSlurm ? "Slurm itself goes too." : null],
    about: ["platform", ...(name.startsWith("slurm") ? ["slurm"] : [])],
  });
}

/** Charts that act on GPUs or their driver while pods use them; keys that do it. */
const REACHES_GPUS: Readonly<Record<string, RegExp>> = {
  "gpu-operator":
    /^values\[\d+\] (?:driver|toolkit|mig|migManager|cdi|vgpuManager|kataManager|vfioManager|sandboxWorkloads|operator\.runtimeClass|operator\.defaultRuntime)\b/,
};

/** What an update of a release does to what runs. */
export const CONTROLLERS: Readonly<Record<string, string>> = {
  "slurm-operator":
    "it restarts: slurmd pods are not started or drained meanwhile, and a new version may make them anew",
  "mariadb-operator": "it restarts; the accounting database may restart after it",
  "slurm-database": "the accounting database may restart; slurmctld keeps what it cannot store yet",
  "gpu-operator": "its daemons restart; pods keep the GPUs that they have, and new ones wait for a minute",
  "dra-driver-nvidia-gpu": "its daemons restart; pods keep the GPUs that they have, and new ones wait for a minute",
  "aws-efa-k8s-device-plugin":
    "its daemons restart; pods keep the devices that they have, and new ones wait for a minute",
  "aws-dranet": "its daemons restart; pods keep the devices that they have, and new ones wait for a minute",
  "aws-fsx-csi-driver": "its daemons restart; volumes stay mounted, and new pods wait for a minute",
  "aws-mountpoint-s3-csi-driver": "its daemons restart; jobs that read a bucket through it may see errors",
  "slurm-files": "scripts of slurmd change: those that run read them anew within a minute or two",
};

function updated(change: ReviewedChange): Told[] {
  const { name } = releaseOf(change);
  const about = ["platform", "gpu", ...(name.startsWith("slurm") ? ["slurm"] : [])];
  const details = valueLines(change.attributes);
  const reaches = change.attributes.filter(
    ({ path, after }) =>
      REACHES_GPUS[name]?.test(path) || (name in REACHES_GPUS && path.startsWith("values") && after.kind === "unknown"),
  );
  if (reaches.length > 0) {
    const title = `Helm release ${name} changes how nodes reach their GPUs: pods that use them are evicted, or nodes reboot.`;
    return [tell("stops", "danger", change, { title, details: valueLines(reaches), about })];
  }
  if (/-crds$/.test(name)) {
    const title = `Helm release ${name} changes custom resource definitions: objects that no longer fit them are refused.`;
    return [tell("stops", "warning", change, { title, details, about })];
  }
  const crds = newCrds(change);
  const what = CONTROLLERS[name] ?? (crds === null ? undefined : "it gets another version");
  if (what === undefined) return [];
  const title = `Helm release ${name} changes: ${what}.`;
  return [tell("stops", "warning", change, { title, details: crds === null ? details : [...details, crds], about })];
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
