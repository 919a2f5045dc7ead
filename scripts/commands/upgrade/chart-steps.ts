import { majorOf } from "../../../config/kernel/version-order";
import { brought, judge, judgeChart, type ChartVersion } from "../../../config/compatibility/compatible";
import type { Component } from "../../../config/components/component";
import { COMPONENTS } from "../../../config/components/registry";
import { SLURM_UPGRADE } from "../../../config/facts/compatibility";
import { CHARTS, type ChartName, type CrdPolicy } from "../../../config/facts/versions";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { testedAlone } from "../../../config/fabrics/rdma/operator-rules";
import { isRefused, type ChartMove } from "./chart-moves";
import { chartJobs } from "./effects";
import type { Step } from "./model";

type Moving = ChartMove & { readonly to: NonNullable<ChartMove["to"]> };

/**
 * Moves of charts in their order: definitions, then what runs in the platform, then Slurm.
 * @param minor the minor that the cluster has then
 */
export function chartSteps(moves: readonly ChartMove[], env: SiteEnvironment, minor: string): Step[] {
  const moving = moves.filter((move): move is Moving => move.to !== null);
  const step = (kind: Step["kind"], title: string, role: Component["stack"]): Step[] => {
    const of = moving.filter(({ chart }) => COMPONENTS[chart].stack === role);
    return of.length === 0
      ? []
      : [
          {
            kind,
            title,
            changes: of.map(({ chart, pinned, to }) => `${chart}: ${pinned.version} → ${to.version}`),
            edit: "config/facts/charts.json",
            deploy: [env.names.stack(role)],
            jobs: of.map(({ chart }) => chartJobs(chart)),
            blocked: of.flatMap((move) => blockers(move, minor, env)),
            cautions: of.flatMap((move) => cautions(move, env, minor)),
          },
        ];
  };
  return [
    ...step("crds", "Custom resource definitions, before the charts that use them", "crds"),
    ...step("charts", "Charts of the platform", "platform"),
    ...step("slurm", "Slurm: operators first, then the cluster", "slurm"),
  ];
}

function blockers({ chart, to, pinned }: Moving, minor: string, env: SiteEnvironment): string[] {
  const fit = judgeChart(to, minor);
  return [
    ...(isRefused(fit, chart, testedAlone(env.nodeGroups)) ? [`${fit.text}, and the cluster has ${minor}`] : []),
    ...slurmOf(chart, pinned.version, to.version),
  ];
}

/** Slurm that the chart brings now and will bring. */
function slurmOf(chart: ChartName, before: string, after: string): string[] {
  if (chart !== "slurm") return [];
  const [was, will] = [before, after].map((version) => brought({ component: "slurm-operator", version }, "slurm"));
  return was && will ? slurmJump(was, will) : [];
}

/** Why Slurm cannot go from one version to another at once: it keeps jobs and state over a few major releases only. */
export function slurmJump(was: string, will: string): string[] {
  const apart = halfYears(will) - halfYears(was);
  return apart > SLURM_UPGRADE.majors
    ? [
        `Slurm ${was} → ${will} passes ${apart} major releases; ${SLURM_UPGRADE.majors} keep jobs and state (${SLURM_UPGRADE.source})`,
      ]
    : [];
}

/** Slurm has a major release in May and November: 25.11 → 51. */
const halfYears = (version: string): number => {
  const [year = 0, month = 0] = version.split(".").map(Number);
  return year * 2 + (month > 6 ? 1 : 0);
};

function cautions({ chart, pinned, to }: Moving, env: SiteEnvironment, minor: string): string[] {
  const fit = judgeChart(to, minor);
  const written = Object.keys(env.platform.helmValues[chart] ?? {});
  return [
    ...(fit.fit === "unproven" ? [`${fit.text}, and the cluster has ${minor}: unproven`] : []),
    ...(isDocumented(pinned, minor) && !isDocumented(to, minor)
      ? [`which Kubernetes ${chart} ${to.version} supports is unknown here: read its notes, the cluster has ${minor}`]
      : []),
    ...(majorOf(pinned.version) === majorOf(to.version)
      ? []
      : [`${chart} ${to.version} is a new major version: read its notes for values that are gone`]),
    ...(chart === "slurm" && brought({ component: "slurm-operator", version: to.version }, "slurm") === null
      ? [
          `which Slurm the chart ${to.version} brings is unknown: ${SLURM_UPGRADE.majors} major releases may be passed at once`,
        ]
      : []),
    ...(written.length === 0
      ? []
      : [`platform.helmValues.${chart} sets ${written.join(", ")}: look whether the new chart still reads them`]),
    ...definitions(chart, to.version),
  ];
}

/** Whether a document says which Kubernetes a version is for, beyond the oldest on which it can be installed. */
const isDocumented = ({ chart, version }: ChartVersion, minor: string): boolean =>
  judge({ component: chart, version }, { component: "kubernetes", version: minor }).fit !== "unknown";

/** What becomes of a chart's custom resource definitions. */
function definitions(chart: ChartName, version: string): string[] {
  const { crds, repository }: { crds: CrdPolicy; repository: string } = CHARTS[chart];
  if (crds === "unknown") return [`where ${chart} has its custom resource definitions is unknown: look before`];
  if (crds !== "directory" || COMPONENTS[chart].crdsElsewhere) return [];
  const source = repository.startsWith("oci://") ? `${repository}/${chart}` : `${chart} --repo ${repository}`;
  return [
    `Helm never upgrades the definitions of ${chart}. By hand, before: helm show crds ${source} --version ${version} | kubectl apply --server-side -f -`,
  ];
}
