import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import type { LoadedOnAws } from "../../lib/environments/on-aws";
import { compareVersions, minorNumber } from "../../../config/kernel/version-order";
import { chartsAt, earlyMinor, type ChartMove } from "./chart-moves";
import { chartSteps } from "./chart-steps";
import { bestRelease, followingImages, isPinned, pinnedImages } from "./image-steps";
import { isTooOld, kubernetesStep } from "./kubernetes-step";
import type { Item, Step } from "./model";
import type { Newest } from "./newest";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

export interface StepsProps {
  readonly loaded: LoadedOnAws;
  readonly newest: Newest;
  readonly target: string;
  readonly moves: readonly ChartMove[];
  readonly items: readonly Item[];
}

/**
 * The order. Before a minor come the charts that only fit it in their new version, and images that would fall too far
 * behind it; after the last one the other images, the other charts, and Slurm.
 */
export function stepsOf(props: StepsProps): Step[] {
  const { loaded, newest, target, moves } = props;
  const env = loaded.resolved;
  const { version } = env.cluster;
  const path = newest.minors.filter(
    (minor) => compareVersions(minor, version) > 0 && compareVersions(minor, target) <= 0,
  );
  const early = new Map(moves.map((move) => [move, earlyMinor(move, [version, ...path])] as const));
  const pinned = ec2Groups(env).filter((group) => isPinned(loaded, group));
  const releases = new Map(
    pinned.flatMap(({ name, machines: { image } }) =>
      isNamedImage(image) || image.release === null ? [] : [[name, image.release] as const],
    ),
  );
  const raise = (groups: typeof pinned, minor: string): Step[] => {
    const steps = pinnedImages(groups, releases, { loaded, newest, minor });
    for (const group of groups) {
      const best = bestRelease(group, newest, minor);
      if (best !== null) releases.set(group.name, best);
    }
    return steps;
  };
  const steps: Step[] = [];
  let before: string = version;
  for (const minor of path) {
    const due = moves.filter((move) => early.get(move) === minor);
    const tooOld = pinned.filter((group) => isTooOld(group, releases, minor));
    steps.push(...chartSteps(due, env, before), ...raise(tooOld, before));
    steps.push(kubernetesStep({ loaded, newest, before, minor, charts: chartsAt(early, minor), releases }));
    before = minor;
  }
  return [
    ...steps,
    // with a new minor, add-ons and the nodes that follow it come along
    ...(path.length > 0 ? [] : [...addonStep(props), ...followingImages({ loaded, newest, minor: before })]),
    ...raise(pinned, before),
    ...chartSteps(
      moves.filter((move) => early.get(move) === null),
      env,
      before,
    ),
  ];
}

/** Newer add-ons for the minor that the cluster has. */
function addonStep({ loaded, items }: StepsProps): Step[] {
  const behind = items.filter(({ kind, state }) => kind === "addon" && state === "behind");
  if (behind.length === 0) return [];
  const { cluster, names } = loaded.resolved;
  return [
    {
      kind: "addons",
      title: `Add-ons for Kubernetes ${cluster.version}`,
      changes: behind.map(({ name, has, newest }) => `${name}: ${has ?? "EKS's default"} → ${newest}`),
      edit: "config/facts/versions.ts",
      deploy: [names.stack("cluster")],
      jobs: ["Their pods restart one after another; those of jobs go on, and new ones may wait for a minute."],
      blocked: [],
      cautions: behind.some(({ name, has, newest }) => name === "vpc-cni" && minorsApart(has, newest) > 1)
        ? ["EKS takes vpc-cni one minor version at a time: go through those between"]
        : [],
    },
  ];
}

const minorsApart = (has: string | null, newest: string | null): number =>
  has === null || newest === null ? 0 : minorNumber(newest) - minorNumber(has);
