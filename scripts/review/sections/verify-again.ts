import type { ResolvedPool } from "../../../config/pools/pool";
import { imageOf } from "../../../config/pools/pool";
import { COMPONENT_ROWS } from "../../../config/components/registry";
import type { ChartName } from "../../../config/facts/versions";
import type { ResolvedVolume } from "../../../config/storage/kind";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { Step } from "../model";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { rollingCauses } from "./node-group-effects";
import { nodeGroupFacts } from "./node-group-facts";
import { andList } from "./words";

/** What the speed of a node follows from, in words. */
const ASPECTS: Readonly<Record<string, (pool: ResolvedPool) => unknown>> = {
  "its machines": ({ machineType, hardware, nvlinkDomainNodes }) => [machineType, hardware, nvlinkDomainNodes],
  "its image": imageOf,
  "who brings its driver": ({ driver }) => driver,
  "its fabric": ({ fabric }) => fabric,
  "how its GPUs are shared": ({ sharing, allocation }) => [sharing, allocation],
  "how its hosts are set up": ({ tuning, kubelet, localStorage }) => [tuning?.settings, kubelet, localStorage],
};

/** Values of the slurm chart that name what jobs run in. */
const SLURMD_IMAGE = /slurmd\.image\./;

/** What `verify` measured holds for the nodes as they were: which pools and volumes are measured again, and why. */
export function verifyAgain(changeSet: ChangeSet): SectionFinding[] {
  const { before, after } = changeSet.input;
  if (!after) return [];
  return [...pools(before, after, changeSet), ...volumes(before, after)];
}

function pools(before: SiteEnvironment | null, after: SiteEnvironment, changeSet: ChangeSet): SectionFinding[] {
  const everywhere = releaseCauses(changeSet);
  const rolled = rolledGroups(changeSet);
  const due = after.nodeGroups.flatMap((now) => {
    if (!now.gpus) return [];
    const was = before?.nodeGroups.find(({ name }) => name === now.name);
    if (!was?.gpus) return [{ name: now.name, isNew: true, causes: [] }];
    const differs = Object.entries(ASPECTS).flatMap(([words, read]) =>
      JSON.stringify(read(was)) === JSON.stringify(read(now)) ? [] : [words],
    );
    const nodes = differs.length === 0 && rolled.has(now.name) ? ["its nodes are made anew"] : [];
    const releases = everywhere.filter(({ reaches }) => reaches(now)).map(({ words }) => words);
    const causes = [...differs, ...nodes, ...releases];
    return causes.length > 0 ? [{ name: now.name, isNew: false, causes }] : [];
  });
  const changed = due.filter(({ isNew }) => !isNew);
  const fresh = due.filter(({ isNew }) => isNew);
  return [
    ...(changed.length > 0
      ? [
          findingOn("capacity", "warning", configAddress(after, "platform", "nodeGroups"), {
            title: `What was measured of ${poolWords(changed)} holds no longer: measure again after this is applied.`,
            details: changed.map(({ name, causes }) => `${name}: ${andList(causes)}.`),
            safer: orderOf(after, changed),
          }),
        ]
      : []),
    ...(fresh.length > 0
      ? [
          findingOn("capacity", "info", configAddress(after, "platform", "nodeGroups"), {
            title: `Nothing is proved yet of ${poolWords(fresh)}.`,
            safer: orderOf(after, fresh),
          }),
        ]
      : []),
  ];
}

const poolWords = (due: readonly { readonly name: string }[]): string =>
  `${due.length === 1 ? "pool" : "pools"} ${andList(due.map(({ name }) => name))}`;

const orderOf = ({ name }: SiteEnvironment, due: readonly { readonly name: string }[]): Step[] => [
  { text: "Apply." },
  {
    text: "Measure before jobs of many nodes count on it.",
    command: ["npx railyard verify", name, ...due.map((pool) => `--pool ${pool.name}`)].join(" "),
  },
];

interface ReleaseCause {
  readonly words: string;
  readonly reaches: (pool: ResolvedPool) => boolean;
}

/** Releases of drivers and plugins that become others. */
function releaseCauses({ ofType }: ChangeSet): ReleaseCause[] {
  return ofType("helm_release").flatMap((change): ReleaseCause[] => {
    if (change.action !== "update" && change.action !== "replace") return [];
    const release = String(change.after?.["name"] ?? change.before?.["name"] ?? "");
    const differs = (path: RegExp) => change.attributes.some((one) => path.test(one.path));
    if (release === "gpu-operator" && differs(/^version$|driver|toolkit|gdrcopy|gds/i))
      return [{ words: "the GPU Operator changes", reaches: () => true }];
    if (release === "slurm" && differs(SLURMD_IMAGE))
      return [{ words: "the image of slurmd changes", reaches: () => true }];
    const ofFabric = (pool: ResolvedPool) =>
      pool.fabric.charts[pool.allocation].some((chart) => releaseName(chart) === release);
    return differs(/^(?:version|values)/) ? [{ words: `${release} changes`, reaches: ofFabric }] : [];
  });
}

const releaseName = (chart: ChartName): string => COMPONENT_ROWS.find(([name]) => name === chart)?.[1].release ?? chart;

/** Groups of EC2 whose nodes are made anew, by what changes. */
const rolledGroups = (changeSet: ChangeSet): ReadonlySet<string> =>
  new Set(
    changeSet
      .ofType("aws_eks_node_group", "aws_autoscaling_group")
      .filter((change) => change.action === "replace" || rollingCauses(change, changeSet).length > 0)
      .map((change) => nodeGroupFacts(change, changeSet).name),
  );

/** What the speed of a volume follows from: hours of maintenance and backups do not. */
const speedOf = ({ kind, lines, rate, needs, gpuDirect }: ResolvedVolume) => [kind, lines, rate, needs, gpuDirect];

function volumes(before: SiteEnvironment | null, after: SiteEnvironment): SectionFinding[] {
  const due = after.storage.filter((now) => {
    const was = before?.storage.find(({ name }) => name === now.name);
    return was && JSON.stringify(speedOf(was)) !== JSON.stringify(speedOf(now));
  });
  if (due.length === 0) return [];
  const names = due.map(({ name }) => name);
  return [
    findingOn("capacity", "info", configAddress(after, "storage", "storage"), {
      title: `What was measured of ${names.length === 1 ? "volume" : "volumes"} ${andList(names)} holds no longer.`,
      safer: [
        { text: "Apply." },
        {
          text: "Measure again.",
          command: ["npx railyard verify", after.name, ...names.map((name) => `--only volume-${name}`)].join(" "),
        },
      ],
    }),
  ];
}
