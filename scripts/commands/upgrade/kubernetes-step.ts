import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import { minorNumber } from "../../../config/kernel/version-order";
import type { LoadedOnAws } from "../../lib/environments/on-aws";
import { judgeChart, type ChartVersion } from "../../../config/compatibility/compatible";
import { KUBELET_SKEW } from "../../../config/facts/compatibility";
import { CLUSTER_ADDONS } from "../../../config/sites/aws-eks/cluster/resolve";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { CONTROL_PLANE_JOBS, policyText, rollJobs } from "./effects";
import { isPinned } from "./image-steps";
import type { Step } from "./model";
import type { Newest } from "./newest";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";
import { environmentPath } from "../../lib/environments/environment-path";

export interface KubernetesStepProps {
  readonly loaded: LoadedOnAws;
  readonly newest: Newest;
  readonly before: string;
  readonly minor: string;
  /** Charts in the versions that they have then. */
  readonly charts: readonly ChartVersion[];
  /** Pinned releases that groups have then, by group. */
  readonly releases: ReadonlyMap<string, string>;
}

/** One minor: control plane, add-ons, and the nodes that follow it. */
export function kubernetesStep({ loaded, newest, before, minor, charts, releases }: KubernetesStepProps): Step {
  const { resolved: env } = loaded;
  const addons = CLUSTER_ADDONS.map((name) => {
    const [was, will] = [newest.addon(name, before)?.value, newest.addon(name, minor)?.value];
    return `${name}: ${was ?? "EKS's default"} → ${will ?? "EKS's default"}`;
  });
  const following = ec2Groups(env).filter((group) => !isPinned(loaded, group));
  const held = ec2Groups(env).filter((group) => isPinned(loaded, group));
  const fits = charts.map((chart) => judgeChart(chart, minor));
  const old = held.filter((group) => isTooOld(group, releases, minor));
  return {
    kind: "kubernetes",
    title: `Kubernetes ${before} → ${minor}`,
    changes: [
      `control plane: ${before} → ${minor}`,
      ...addons,
      ...["system nodes", ...following.map(({ name }) => `nodes of ${name}`)].map(
        (what) => `${what}: ${before} → ${minor}`,
      ),
    ],
    edit: `cluster.version: "${minor}" in ${environmentPath(env.name)}`,
    deploy: [env.names.stack("cluster"), ...(following.length > 0 ? [env.names.stack("nodes")] : [])],
    jobs: [
      policyText("cluster", "version"),
      ...CONTROL_PLANE_JOBS,
      ...following.flatMap((group) => rollJobs(group, env)),
      ...held.map(({ name, machines: { image } }) => {
        const why = isNamedImage(image) ? "it has an image of its own" : `image.release is ${releases.get(name)}`;
        return `${name} stays as it is: ${why}.`;
      }),
    ],
    blocked: [
      ...fits.filter(({ fit }) => fit === "refused").map(({ text }) => text),
      ...old.map(
        ({ name }) =>
          `kubelets of ${name} would be more than ${KUBELET_SKEW.minors} minors older than the API, and no newer image.release is known (${KUBELET_SKEW.source})`,
      ),
    ],
    cautions: [
      ...fits.filter(({ fit }) => fit === "unproven").map(({ text }) => `${text}: unproven on ${minor}`),
      `look for removed APIs first: aws eks list-insights --cluster-name ${env.names.cluster}`,
      ...((newest.dates(minor)?.value.standardSupportUntil ?? null) === null
        ? [`until when ${minor} is supported is unknown`]
        : []),
      ...(newest.al2023(minor) === null ? [`no release of the images of ${minor} is known: EKS chooses`] : []),
      ...held
        .filter(({ machines: { image } }) => image.kind !== "al2023")
        .map(
          ({ name }) =>
            `the image of ${name} decides on its kubelet: at most ${KUBELET_SKEW.minors} minors older than ${minor}`,
        ),
    ],
  };
}

/** Whether the kubelets of a group would be too old for a minor. The version of other images is not in their name. */
export function isTooOld(
  { name, machines: { image } }: ResolvedNodeGroup,
  releases: ReadonlyMap<string, string>,
  minor: string,
): boolean {
  const release = releases.get(name);
  if (image.kind !== "al2023" || release === undefined) return false;
  return minorNumber(minor) - minorNumber(release) > KUBELET_SKEW.minors;
}
