import { brought, judgeChart, pinnedChart, type ChartVersion } from "../../../config/compatibility/compatible";
import { KUBELET_SKEW } from "../../../config/facts/compatibility";
import { testedAlone } from "../../../config/fabrics/rdma/operator-rules";
import { record } from "../../../config/kernel/plain";
import { minorNumber } from "../../../config/kernel/version-order";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { environmentPath } from "../../lib/environments/environment-path";
import { chartItem, compared } from "./chart-item";
import { chartMoves, chartsAt, chartsOf, earlyMinor, isRefused, type ChartMove } from "./chart-moves";
import { chartSteps } from "./chart-steps";
import { legalTarget } from "./legal-target";
import type { Item, Step, UpgradePlan } from "./model";
import type { Newest } from "./newest";
import type { PlanProps } from "./plan";

/**
 * What is behind in an environment whose cluster somebody else looks after: charts are Railyard's; Kubernetes and the drivers of
 * hosts are upgraded by whoever runs them, and config follows.
 */
export function planOnCluster({ loaded, newest, to, unanswered }: PlanProps): UpgradePlan {
  const env: SiteEnvironment = loaded.resolved;
  const { version } = env.cluster;
  const target = to === undefined ? version : legalTarget(to, version, newest.minors, "there is no Kubernetes");
  const moves = chartMoves(chartsOf(env), newest, target, testedAlone(env.nodeGroups));
  return {
    environment: env.name,
    region: env.region,
    from: version,
    to: target,
    items: [kubernetes(env, newest, moves), ...drivers(env, moves), ...moves.map(chartItem)],
    steps: stepsOf(env, moves, target),
    unanswered,
  };
}

/** Kubernetes minors on which every chart of an environment is tested, or of which no document says anything. */
function fitting(charts: readonly ChartVersion[], minors: readonly string[]): string[] {
  return minors.filter((minor) =>
    charts.every((chart) => !["refused", "unproven"].includes(judgeChart(chart, minor).fit)),
  );
}

function kubernetes(env: SiteEnvironment, newest: Newest, moves: readonly ChartMove[]): Item {
  const { version } = env.cluster;
  const charts = moves.map(({ chart, to }) => to ?? pinnedChart(chart));
  const fit = fitting(charts, newest.minors);
  const [first, last] = [fit[0], fit.at(-1)];
  const span = first === undefined || last === undefined ? null : first === last ? first : `${first} to ${last}`;
  const text =
    span === null
      ? "no Kubernetes is known that all charts here are made for"
      : `all charts here are made for ${span}${last === version ? "" : `; railyard upgrade ${env.name} --to ${last} tells the order`}`;
  return {
    kind: "kubernetes",
    name: "Kubernetes",
    has: version,
    // what the owner of the cluster has in mind is not known
    newest: last ?? null,
    state: fit.includes(version) ? "current" : "ahead",
    text: `whoever runs the cluster upgrades it; ${text}`,
    source: "config/facts/compatibility.ts",
  };
}

/** Drivers of GPUs and cards, whose versions are the hosts' or a chart's. */
function drivers(env: SiteEnvironment, moves: readonly ChartMove[]): Item[] {
  const unknown = { kind: "driver", has: null, newest: null, state: "unknown", source: "" } as const;
  const hosts = (tool: string) => `the hosts have it, and whoever looks after them upgrades it: ${tool} tells which`;
  return env.nodeGroups.flatMap(({ name, gpus, fabric, driver }): Item[] => [
    ...(gpus === null
      ? []
      : driver === "operator" && env.gpu.operator
        ? [{ ...unknown, name: `GPU driver of ${name}`, ...gpuDriver(env) }]
        : [{ ...unknown, name: `GPU driver of ${name}`, text: hosts("nvidia-smi") }]),
    ...(fabric.rdma === null
      ? []
      : fabric.rdma.ofed === "host"
        ? [{ ...unknown, name: `card drivers of ${name}`, text: hosts("ofed_info -s") }]
        : [{ ...unknown, name: `card drivers of ${name}`, ...cardDriver(moves) }]),
  ]);
}

function gpuDriver({ platform }: SiteEnvironment): Pick<Item, "has" | "text"> {
  const { version } = record(record(platform.helmValues["gpu-operator"])["driver"]);
  return typeof version === "string"
    ? { has: version, text: "platform.helmValues.gpu-operator.driver.version pins it" }
    : { has: null, text: "gpu-operator brings it, and a new chart another one: nodes are drained for it" };
}

function cardDriver(moves: readonly ChartMove[]): Pick<Item, "has" | "newest" | "state" | "text"> {
  const move = moves.find(({ chart }) => chart === "network-operator");
  const of = (version: string | undefined) =>
    version === undefined ? null : brought({ component: "network-operator", version }, "doca-ofed");
  const has = of(move?.pinned.version);
  const text = "network-operator brings it: cards of a node are gone while it is loaded anew";
  return {
    has,
    ...(has === null ? { newest: null, state: "unknown" } : compared(has, of(move?.to?.version) ?? has)),
    text,
  };
}

/** Minors between two, each once: no control plane passes one. */
const minorsUpTo = (from: string, to: string): string[] =>
  Array.from({ length: minorNumber(to) - minorNumber(from) }, (_, at) => `1.${minorNumber(from) + at + 1}`);

function stepsOf(env: SiteEnvironment, moves: readonly ChartMove[], target: string): Step[] {
  const { version } = env.cluster;
  const path = minorsUpTo(version, target);
  const early = new Map(moves.map((move) => [move, earlyMinor(move, [version, ...path])] as const));
  const due = (minor: string | null) => moves.filter((move) => early.get(move) === minor);
  return [
    ...path.flatMap((minor, at) => {
      const before = path[at - 1] ?? version;
      return [...chartSteps(due(minor), env, before), ownersStep(env, before, minor, chartsAt(early, minor))];
    }),
    ...chartSteps(due(null), env, target),
  ];
}

/** One minor, which whoever runs the cluster makes, and config follows. */
function ownersStep(env: SiteEnvironment, before: string, minor: string, charts: readonly ChartVersion[]): Step {
  const alone = testedAlone(env.nodeGroups);
  const judged = charts.map((chart) => ({ chart: chart.chart, judgement: judgeChart(chart, minor) }));
  const refused = judged.filter(({ chart, judgement }) => isRefused(judgement, chart, alone));
  const unproven = judged.filter((one) => !refused.includes(one) && one.judgement.fit === "unproven");
  return {
    kind: "kubernetes",
    title: `Kubernetes ${before} → ${minor}, by whoever runs the cluster`,
    changes: [`control plane, then kubelets of all nodes: ${before} → ${minor}`],
    edit: `once the cluster has it: cluster.version: "${minor}" in ${environmentPath(env.name)}`,
    deploy: [],
    jobs: [
      "Nodes that are drained for a new kubelet end the jobs on them. Drain them in Slurm first: scontrol update NodeName=<nodes> State=DRAIN Reason=upgrade",
    ],
    blocked: refused.map(({ judgement }) => judgement.text),
    cautions: [
      ...unproven.map(({ judgement }) => `${judgement.text}: unproven on ${minor}`),
      "look for removed APIs first: https://kubernetes.io/docs/reference/using-api/deprecation-guide/",
      `kubelets may be ${KUBELET_SKEW.minors} minors older than the API server, and never newer (${KUBELET_SKEW.source})`,
      `after it: npx railyard preflight ${env.name} compares cluster.version with what the cluster says`,
    ],
  };
}
