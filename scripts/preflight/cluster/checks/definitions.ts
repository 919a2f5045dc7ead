import { CHARTS } from "../../../../config/facts/versions";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";
import { isOwn, isUnmarked, ownerText } from "../owner";
import { workloads, WORKLOADS_RIGHTS } from "../workloads";

const ADOPTING = "https://github.com/helm/helm/pull/7649";

/** Groups of the definitions that a release brings, by its chart. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  "gpu-operator": /^(clusterpolicies|nvidiadrivers|gpuclusters)\.nvidia\.com$|\.nfd\.k8s-sigs\.io$/,
  "network-operator": /\.mellanox\.com$|\.nv-ipam\.nvidia\.com$|\.sriovnetwork\.openshift\.io$|\.k8s\.cni\.cncf\.io$/,
  "cert-manager": /\.cert-manager\.io$/,
  "prometheus-operator-crds": /\.monitoring\.coreos\.com$/,
  "slurm-operator-crds": /\.slinky\.slurm\.net$/,
  "mariadb-operator-crds": /\.k8s\.mariadb\.com$/,
};

/** Definitions of custom kinds that are there by somebody else. */
export const DEFINITIONS: ClusterCheck = {
  id: "releases/definitions",
  title: "Definitions of custom kinds are not somebody else's.",
  actions: ["list customresourcedefinitions.apiextensions.k8s.io", ...WORKLOADS_RIGHTS],
  run: async ({ api, releases }) => {
    const all = await api.list("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", { metadataOnly: true });
    const running = await workloads(api);
    return Object.entries(GROUPS).flatMap(([chart, group]): CheckResult[] => {
      const release = releases.find((one) => one.chart === chart);
      if (!release) return [];
      const there = all.filter(({ metadata }) => group.test(metadata.name));
      // what Helm takes of a folder crds/ it does not mark
      const isDeployed = running.some((one) => isOwn(one, [release]));
      const foreign = there.filter((one) => !isOwn(one, releases) && !(isDeployed && isUnmarked(one)));
      const subject = chart;
      if (foreign.length === 0)
        return [
          {
            verdict: "ok",
            subject,
            text: there.length === 0 ? "no definition of its kinds is there" : "the definitions are its own",
          },
        ];
      const names = foreign.map(({ metadata }) => metadata.name).toSorted();
      const what = `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""} of ${ownerText(foreign[0]!)}`;
      const inTemplates = CHARTS[chart as keyof typeof CHARTS].crds === "templates";
      return [
        inTemplates
          ? {
              verdict: "failed",
              subject,
              text: `${what} ${names.length === 1 ? "is" : "are"} there: Helm takes no object that another release owns`,
              fix: "Remove the release that owns them, where nothing else needs it; objects of its kinds go with it.",
              source: ADOPTING,
            }
          : {
              verdict: "warning",
              subject,
              text: `${what} ${names.length === 1 ? "is" : "are"} there: Helm leaves definitions of a chart's crds/ as they are, and they may be too old`,
              fix: `Compare them with the chart's: helm show crds ${chart}`,
              source: "https://helm.sh/docs/chart_best_practices/custom_resource_definitions/",
            },
      ];
    });
  },
};
