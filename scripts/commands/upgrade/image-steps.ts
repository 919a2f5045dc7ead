import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import type { LoadedOnAws } from "../../lib/environments/on-aws";
import { badAmiRelease } from "../../../config/facts/versions";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { compareVersions } from "../../../config/kernel/version-order";
import { CONTROL_PLANE_JOBS, policyText, rollJobs } from "./effects";
import type { Step } from "./model";
import type { Newest } from "./newest";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";
import { environmentPath } from "../../lib/environments/environment-path";

export interface ImagesProps {
  readonly loaded: LoadedOnAws;
  readonly newest: Newest;
  /** Minor that the cluster has then. */
  readonly minor: string;
}

/** Whether a group stays on its version until its own image changes. */
export function isPinned({ config }: LoadedOnAws, { name }: ResolvedNodeGroup): boolean {
  const written = config.nodeGroups[name];
  const image = written?.kind === "hybrid" ? undefined : written?.image;
  return image?.kind === "custom" || image?.release !== undefined;
}

/** Newest release of a group's image for a minor; null: unknown, or an image of one's own. */
export function bestRelease({ machines: { image } }: ResolvedNodeGroup, newest: Newest, minor: string): string | null {
  if (isNamedImage(image)) return null;
  return (image.kind === "al2023" ? newest.al2023(minor) : newest.bottlerocket(minor))?.value ?? null;
}

/** Groups that pin a release get a newer one. @param releases what they have then, by group */
export function pinnedImages(
  groups: readonly ResolvedNodeGroup[],
  releases: ReadonlyMap<string, string>,
  { loaded, newest, minor }: ImagesProps,
): Step[] {
  const rows = groups.flatMap((group) => {
    const [has, best] = [releases.get(group.name), bestRelease(group, newest, minor)];
    return has !== undefined && best !== null && isOutdated(has, best) ? [{ group, has, best }] : [];
  });
  if (rows.length === 0) return [];
  const env = loaded.resolved;
  return [
    {
      kind: "images",
      title: `Images of ${rows.map(({ group }) => group.name).join(", ")}`,
      changes: rows.map(({ group, has, best }) => `${group.name}: ${has} → ${best}`),
      edit: `image.release in ${environmentPath(env.name)}`,
      groups: rows.map(({ group }) => group.name),
      deploy: [env.names.stack("nodes")],
      jobs: [
        policyText("nodeGroups", rows[0]!.group.name, "image", "release"),
        ...rows.flatMap(({ group }) => rollJobs(group, env)),
      ],
      blocked: [],
      cautions: [DRIVER],
    },
  ];
}

/** Nodes that follow the versions file get a newer image. */
export function followingImages({ loaded, newest, minor }: ImagesProps): Step[] {
  const env = loaded.resolved;
  const best = newest.al2023(minor)?.value ?? null;
  const outdated = (has: string | null) => has !== null && best !== null && isOutdated(has, best);
  const system = outdated(env.cluster.systemImage.release);
  const groups = ec2Groups(env).filter(
    (group) =>
      !isPinned(loaded, group) && group.machines.image.kind === "al2023" && outdated(group.machines.image.release),
  );
  const names = [...(system ? ["the system nodes"] : []), ...groups.map(({ name }) => name)];
  if (names.length === 0) return [];
  return [
    {
      kind: "images",
      title: `Images of ${names.join(", ")}`,
      changes: names.map((name) => `${name}: ${env.cluster.systemImage.release} → ${best}`),
      edit: "config/facts/versions.ts",
      deploy: [
        ...(system ? [env.names.stack("cluster")] : []),
        ...(groups.length > 0 ? [env.names.stack("nodes")] : []),
      ],
      jobs: [...(system ? [CONTROL_PLANE_JOBS[1]!] : []), ...groups.flatMap((group) => rollJobs(group, env))],
      blocked: [],
      cautions: [DRIVER],
    },
  ];
}

const DRIVER = "driver and kernel change with the image: try it on one group, and run npx railyard fabric-job after";

const isOutdated = (has: string, best: string): boolean =>
  compareVersions(has, best) < 0 || (badAmiRelease(has) !== null && has !== best);
