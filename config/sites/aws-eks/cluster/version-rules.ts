import { minorNumber } from "../../../kernel/version-order";
import { price } from "../../../facts/prices";
import { DEFAULT_KUBERNETES_VERSION, KUBERNETES_VERSIONS, type KubernetesVersion } from "../../../facts/versions";
import type { AwsConfig } from "../schema";
import type { AwsRule } from "../rule";

const VERSIONS = "https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html";
const WARNING_DAYS = 60;

/** `1.36` as something to compare. */

const calendar = ({ cluster }: AwsConfig): KubernetesVersion => KUBERNETES_VERSIONS[cluster.version];

/** Day on which EKS upgrades the cluster by itself; null: not announced. */
const lastDay = (config: AwsConfig): string | null =>
  config.cluster.support === "standard" ? calendar(config).standardSupportUntil : calendar(config).extendedSupportUntil;

/** Days from `now` to the beginning of a day, UTC; negative when it is past. */
const daysTo = (day: string, now: Date): number => (Date.parse(day) - now.getTime()) / 86_400_000;

/** Life of the Kubernetes version, and what goes with it. */
export const CLUSTER_VERSION_RULES: readonly AwsRule[] = [
  {
    id: "cluster/version-ended",
    title: "The Kubernetes version is supported.",
    severity: "error",
    why: "EKS upgrades such a cluster by itself, without notice; Terraform would then want to go back, which EKS refuses.",
    source: VERSIONS,
    *check({ config, now }) {
      const { version, support } = config.cluster;
      const end = lastDay(config);
      if (end === null || daysTo(end, now) > 0) return;
      const message = `${support} support of Kubernetes ${version} ended on ${end}`;
      const { extendedSupportUntil } = calendar(config);
      const stay = support === "standard" && extendedSupportUntil !== null && daysTo(extendedSupportUntil, now) > 0;
      const fix = `write version: "${DEFAULT_KUBERNETES_VERSION}", one minor at a time${stay ? `; or support: "extended" until ${extendedSupportUntil}` : ""}`;
      yield { path: ["cluster", "version"], message, fix };
    },
  },
  {
    id: "cluster/version-ends-soon",
    title: "The Kubernetes version is supported for two months more.",
    severity: "warning",
    why: "After the last day EKS upgrades the cluster by itself, in the middle of runs; nodes and add-ons then lag behind.",
    source: VERSIONS,
    *check({ config, now }) {
      const { version, support } = config.cluster;
      const end = lastDay(config);
      if (end === null) return;
      const days = Math.ceil(daysTo(end, now));
      if (days <= 0 || days > WARNING_DAYS) return;
      const message = `${support} support of Kubernetes ${version} ends on ${end}, in ${days} days`;
      const fix = `plan the upgrade to 1.${minorNumber(version) + 1} before then`;
      yield { path: ["cluster", "version"], message, fix };
    },
  },
  {
    id: "cluster/extended-price",
    title: "Nobody pays for extended support without knowing.",
    severity: "warning",
    why: "The control plane costs several times as much from the day that standard support ends.",
    source: "https://aws.amazon.com/eks/pricing/",
    *check({ config, now }) {
      const { version, support } = config.cluster;
      const { standardSupportUntil } = calendar(config);
      const end = lastDay(config);
      if (support !== "extended" || standardSupportUntil === null || daysTo(standardSupportUntil, now) > 0) return;
      if (end !== null && daysTo(end, now) <= 0) return;
      const [base, extended] = [
        price("eks/cluster", config.region),
        price("eks/cluster-extended-support", config.region),
      ];
      const cost =
        base !== null && extended !== null
          ? `${extended.toFixed(2)} $/h instead of ${base.toFixed(2)} $/h`
          : `more; the price in ${config.region} is unknown`;
      const message = `Kubernetes ${version} has been in extended support since ${standardSupportUntil}: the control plane costs ${cost}`;
      const fix = `write version: "${DEFAULT_KUBERNETES_VERSION}", one minor at a time`;
      yield { path: ["cluster", "version"], message, fix };
    },
  },
  {
    id: "cluster/version-newer-than-proven",
    title: "The Kubernetes version is one for which images, charts and dates are known.",
    severity: "warning",
    why: "Charts may not be validated on it yet, and the end of its support is not known.",
    source:
      "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/platform-support.html; https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html",
    *check({ config }) {
      const { version } = config.cluster;
      if (minorNumber(version) <= minorNumber(DEFAULT_KUBERNETES_VERSION)) return;
      const dates = lastDay(config) === null ? ", and the end of its support is unknown" : "";
      const message = `Kubernetes ${version} is newer than ${DEFAULT_KUBERNETES_VERSION}, the newest on which all charts are known to run${dates}`;
      yield { path: ["cluster", "version"], message, fix: `write version: "${DEFAULT_KUBERNETES_VERSION}"` };
    },
  },
  {
    id: "cluster/version-unpinned-addons",
    title: "Every add-on has a pinned version for the Kubernetes version.",
    severity: "warning",
    why: "EKS then chooses its default when the add-on is made, and two environments may differ.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/updating-an-add-on.html",
    *check({ env }) {
      const { version, addons } = env.cluster;
      const unpinned = Object.entries(addons).flatMap(([name, pinned]) => (pinned === null ? [name] : []));
      if (!unpinned.length) return;
      const message = `no version is known for Kubernetes ${version} of ${unpinned.join(", ")}: EKS's default is taken at deployment`;
      const fix = `write version: "${DEFAULT_KUBERNETES_VERSION}", or add the versions to config/facts/versions.ts`;
      yield { path: ["cluster", "version"], message, fix };
    },
  },
];
