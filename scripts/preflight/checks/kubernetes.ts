import { compareVersions, newestVersion } from "../../../config/kernel/version-order";
import {
  EKSClient,
  paginateDescribeAddonVersions,
  paginateDescribeClusterVersions,
  type AddonVersionInfo,
  type ClusterVersionInformation,
} from "@aws-sdk/client-eks";
import { KUBERNETES_VERSIONS, type KubernetesVersion } from "../../../config/facts/versions";
import { CLUSTER_ADDONS } from "../../../config/sites/aws-eks/cluster/resolve";
import type { CheckResult, PreflightCheck } from "../check";
import { all } from "../../lib/aws/once";

const VERSIONS_DOCUMENT = "https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html";
/** As in the rule cluster/version-ends-soon. */
const SOON_DAYS = 60;
const DAY = 24 * 60 * 60_000;

const day = (date: Date | undefined): string | null => date?.toISOString().slice(0, 10) ?? null;

/** The Kubernetes version, as EKS itself sees its life. */
export const KUBERNETES_VERSION: PreflightCheck = {
  id: "kubernetes/version",
  title: "EKS offers and supports the Kubernetes version.",
  actions: ["eks:DescribeClusterVersions"],
  run: async ({ environment: { cluster }, aws, now }) => {
    const pages = paginateDescribeClusterVersions({ client: aws.client(EKSClient) }, {});
    const versions = await all(pages, (page) => page.clusterVersions);
    const found = versions.find(({ clusterVersion }) => clusterVersion === cluster.version);
    const subject = `Kubernetes ${cluster.version}`;
    if (!found || found.versionStatus === "UNSUPPORTED") {
      const offered = versions.flatMap(({ clusterVersion, versionStatus }) =>
        clusterVersion && versionStatus !== "UNSUPPORTED" ? [clusterVersion] : [],
      );
      const text = `EKS does not offer it in ${aws.region}; it offers ${offered.sort(compareVersions).join(", ")}`;
      return [{ verdict: "failed", subject, text, fix: "Write another cluster.version." }];
    }
    return [supportOf(found, subject, cluster.support, now), ...calendarDiffers(found, subject)];
  },
};

function supportOf(version: ClusterVersionInformation, subject: string, support: string, now: Date): CheckResult {
  const { endOfStandardSupportDate: standard, endOfExtendedSupportDate: extended, versionStatus } = version;
  const dates = `standard support until ${day(standard) ?? "unknown"}, extended until ${day(extended) ?? "unknown"}`;
  const source = VERSIONS_DOCUMENT;
  if (versionStatus === "EXTENDED_SUPPORT") {
    const fix = "Plan the upgrade, one minor at a time.";
    const text = `is in extended support: ${dates}`;
    // a cluster that may not enter extended support is upgraded by EKS instead
    return { verdict: support === "standard" ? "failed" : "warning", subject, text, fix, source };
  }
  const end = support === "standard" ? standard : extended;
  if (!end) {
    const fix = "Look in the calendar of EKS.";
    return {
      verdict: "unknown",
      subject,
      text: `is offered; when support ends, EKS does not say: ${dates}`,
      fix,
      source,
    };
  }
  const days = Math.ceil((end.getTime() - now.getTime()) / DAY);
  if (days > SOON_DAYS) return { verdict: "ok", subject, text: `is offered: ${dates}` };
  const text = `${support} support ends in ${days} days: ${dates}; EKS then upgrades the cluster by itself`;
  return { verdict: "warning", subject, text, fix: "Plan the upgrade before then.", source };
}

/** Rules count with the calendar of the facts: that it is behind must be known. */
function calendarDiffers(version: ClusterVersionInformation, subject: string): CheckResult[] {
  const known = (KUBERNETES_VERSIONS as Readonly<Record<string, KubernetesVersion>>)[version.clusterVersion ?? ""];
  const real = [day(version.endOfStandardSupportDate), day(version.endOfExtendedSupportDate)];
  const written = [known?.standardSupportUntil ?? null, known?.extendedSupportUntil ?? null];
  if (real.every((date, index) => date === null || date === written[index])) return [];
  const text = `EKS says that support ends on ${real.join(" and ")}; config/facts/versions.ts says ${written.map((date) => date ?? "unknown").join(" and ")}`;
  return [{ verdict: "warning", subject, text, fix: "Correct the calendar in config/facts/versions.ts." }];
}

/** Pinned add-on versions against what EKS has for the Kubernetes version. */
export const ADDON_VERSIONS: PreflightCheck = {
  id: "kubernetes/addons",
  title: "EKS has the pinned versions of its add-ons for the Kubernetes version.",
  actions: ["eks:DescribeAddonVersions"],
  run: async ({ environment: { cluster }, aws }) => {
    const results: CheckResult[] = [];
    for (const addonName of CLUSTER_ADDONS) {
      const input = { addonName, kubernetesVersion: cluster.version };
      const pages = paginateDescribeAddonVersions({ client: aws.client(EKSClient) }, input);
      const addons = await all(pages, (page) => page.addons);
      const versions = addons.flatMap(({ addonVersions = [] }) => addonVersions);
      results.push(judgeAddon(addonName, cluster.addons[addonName], versions, cluster.version));
    }
    return results;
  },
};

function judgeAddon(
  subject: string,
  pinned: string | null,
  versions: readonly AddonVersionInfo[],
  minor: string,
): CheckResult {
  const compatible = versions.filter(({ compatibilities }) => compatibilities?.some((c) => c.clusterVersion === minor));
  const names = compatible.flatMap(({ addonVersion }) => addonVersion ?? []);
  const newest = newestVersion(names);
  if (newest === null) {
    const text = `EKS has no version for Kubernetes ${minor}`;
    return { verdict: "failed", subject, text, fix: "Choose another cluster.version." };
  }
  const isDefault = (one: AddonVersionInfo) =>
    one.compatibilities?.some((c) => c.clusterVersion === minor && c.defaultVersion) ?? false;
  const standard = compatible.find(isDefault)?.addonVersion ?? "unknown";
  if (pinned === null) return { verdict: "ok", subject, text: `no version is pinned; EKS's default is ${standard}` };
  if (names.includes(pinned)) {
    return {
      verdict: "ok",
      subject,
      text: pinned === newest ? `${pinned} is the newest` : `${pinned}; newest is ${newest}`,
    };
  }
  const text = `EKS has no ${pinned} for Kubernetes ${minor}; its default is ${standard}, the newest ${newest}`;
  return {
    verdict: "failed",
    subject,
    text,
    fix: `Pin ${standard === "unknown" ? newest : standard} in config/facts/versions.ts.`,
  };
}
