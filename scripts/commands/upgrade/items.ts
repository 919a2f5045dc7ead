import { UBUNTU_SOURCES } from "../../../config/facts/ubuntu-images";
import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import { KUBERNETES_MINORS } from "../../../config/facts/kubernetes";
import { badAmiRelease, DEFAULT_KUBERNETES_VERSION } from "../../../config/facts/versions";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { CLUSTER_ADDONS } from "../../../config/sites/aws-eks/cluster/resolve";
import type { ResolvedImage } from "../../../config/sites/aws-eks/images/resolve";
import { compareVersions } from "../../../config/kernel/version-order";
import { chartItem, compared } from "./chart-item";
import type { ChartMove } from "./chart-moves";
import type { Item, State } from "./model";
import type { Newest } from "./newest";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

export interface ItemsProps {
  readonly env: AwsEnvironment;
  readonly newest: Newest;
  /** Kubernetes minor to get to. */
  readonly target: string;
  readonly moves: readonly ChartMove[];
  readonly now: Date;
}

/** Days before the end of support from which on it is told. */
const SOON_DAYS = 60;
const DAY = 86_400_000;

/** Everything that an environment has a version of, and what is newest. */
export function itemsOf(props: ItemsProps): Item[] {
  const { env, newest, moves } = props;
  const { version } = env.cluster;
  const addons = CLUSTER_ADDONS.map((name): Item => {
    const found = newest.addon(name, version);
    const has = env.cluster.addons[name];
    const text = has === null ? `no version is pinned for Kubernetes ${version}: EKS chooses its default` : "";
    return { kind: "addon", name, has, ...compared(has, found?.value ?? null), text, source: found?.source ?? "" };
  });
  const images = [
    image("system nodes", { ...env.cluster.systemImage, kind: "al2023", version }, props),
    ...ec2Groups(env).map((group) => image(group.name, group.machines.image, props)),
  ];
  return [kubernetes(props), ...addons, ...images, ...moves.map(chartItem)];
}

function kubernetes({ env, newest, target, now }: ItemsProps): Item {
  const { version, support } = env.cluster;
  const dates = newest.dates(version);
  const end = (support === "standard" ? dates?.value.standardSupportUntil : dates?.value.extendedSupportUntil) ?? null;
  const days = end === null ? null : Math.ceil((Date.parse(end) - now.getTime()) / DAY);
  const behind = compareVersions(version, target) < 0;
  const life =
    end === null
      ? `the end of its ${support} support is unknown`
      : days! <= 0
        ? `${support} support ended on ${end}: EKS upgrades it by itself`
        : `${support} support until ${end}${days! <= SOON_DAYS ? `, in ${days} days` : ""}`;
  const text = [life, ...offersText(newest, target)].join("; ");
  const state: State =
    days !== null && days <= 0
      ? "ended"
      : behind
        ? "behind"
        : days !== null && days <= SOON_DAYS
          ? "ends-soon"
          : compareVersions(version, DEFAULT_KUBERNETES_VERSION) > 0
            ? "ahead"
            : "current";
  return {
    kind: "kubernetes",
    name: "Kubernetes",
    has: version,
    newest: target,
    state,
    text,
    source: dates?.source ?? "",
  };
}

/** Minors after the one to get to: not everything is known to work on them. */
function offersText({ minors }: Newest, target: string): string[] {
  const later = minors.filter((minor) => compareVersions(minor, target) > 0);
  const unknown = later.filter((minor) => !(KUBERNETES_MINORS as readonly string[]).includes(minor));
  return [
    ...(later.length > 0 ? [`EKS offers ${later.join(", ")} as well, which Railyard does not choose by itself`] : []),
    ...(unknown.length > 0 ? [`config/facts/versions.ts does not have ${unknown.join(", ")}`] : []),
  ];
}

function image(name: string, resolved: ResolvedImage, { env, newest }: ItemsProps): Item {
  const shared = { kind: "image", name: `image of ${name}` } as const;
  if (isNamedImage(resolved))
    return {
      ...shared,
      has: resolved.imageId,
      newest: null,
      state: "unknown",
      text:
        resolved.kind === "ubuntu"
          ? `an image of Canonical: preflight tells the newest one of Ubuntu ${resolved.ubuntu}`
          : "your own image: build it anew on the newest EKS image",
      source: resolved.kind === "ubuntu" ? UBUNTU_SOURCES.images.url : "",
    };
  const { version } = env.cluster;
  const found = resolved.kind === "al2023" ? newest.al2023(version) : newest.bottlerocket(version);
  const has = resolved.release;
  const bad = resolved.kind === "al2023" && has !== null ? badAmiRelease(has) : null;
  if (bad) return { ...shared, has, newest: found?.value ?? null, state: "bad", text: bad.reason, source: bad.source };
  const available = { newest: found?.value ?? null, source: found?.source ?? "" };
  if (has === null)
    return { ...shared, has, ...available, state: "unknown", text: "EKS chooses one when the group is made" };
  const { state } = compared(has, available.newest);
  if (resolved.kind === "al2023" && state === "current" && newest.isAl2023Unanswered(version))
    return {
      ...shared,
      has,
      ...available,
      state: "unknown",
      text: "AWS gave no answer: the newest is that of the facts",
    };
  return { ...shared, has, ...available, state, text: "" };
}
