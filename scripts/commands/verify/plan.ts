import { orList } from "../../../config/kernel/nearest";
import { CHARTS } from "../../../config/facts/versions";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { partitionsOf } from "../../../config/slurm/partitions";
import type { CheckImage } from "../../../config/verify/check-images";
import type { ValuesOf } from "../../cli/define-command";
import { startOf, WEEKLY_NAMESPACE } from "../../../constructs/verify/weekly-names";
import { refuse, UsageError } from "../../lib/errors/usage";
import type { Check, CheckProps, ClusterCheck, RunnerKind, Suite } from "../../verify/check";
import { checksOf } from "../../verify/checks";
import { clusterChecksOf } from "../../verify/cluster";
import { expectedNodes } from "../../verify/expected-nodes";
import type { VERIFY_COMMAND } from "./definition";
import { configHash } from "./folder";

/** What the options ask for. */
export interface VerifyPlan {
  readonly environment: SiteEnvironment;
  readonly suite: Suite;
  readonly on: RunnerKind;
  readonly pools: readonly ResolvedPool[];
  readonly checks: readonly Check[];
  readonly clusterChecks: readonly ClusterCheck[];
  readonly hash: string;
  /** Of what the suite has, what alone is asked for; null: all of it. */
  readonly part: readonly string[] | null;
  /** Image with nccl-tests that the command line names. */
  readonly image: string | null;
  /** Namespace that the command line names. */
  readonly namespace: string | undefined;
  /** Whether this runs in a pod of the cluster, by the account that `verify.weekly` makes. */
  readonly inCluster: boolean;
  /** Name of environment and suite, by which jobs that a dead start left behind are found. */
  readonly start: string;
}

/** Folder of a plan's evidence: what is of a part takes the place of no evidence of the whole suite. */
export const evidencePlace = ({ suite, part }: Pick<VerifyPlan, "suite" | "part">): string =>
  part === null ? suite : `${suite}-part`;

/** @throws UsageError */
export function planOf(environment: SiteEnvironment, values: ValuesOf<typeof VERIFY_COMMAND>): VerifyPlan {
  const { only, pool } = values;
  const suite = values.suite as Suite;
  const on = runnerOf(environment, values.on as RunnerKind | undefined);
  const inCluster = values["in-cluster"] === true;
  const namespace = inCluster ? WEEKLY_NAMESPACE : values.namespace;
  const all = checksOf(environment);
  const ofCluster = clusterChecksOf(environment);
  const pools = poolsOn(environment, on);
  refuse(
    inCluster &&
      (suite !== "weekly" || on === "slurm" || values.namespace !== undefined) &&
      `--in-cluster is for the suite weekly as Jobs of Kubernetes in the namespace ${WEEKLY_NAMESPACE}: give --suite weekly --on kubernetes, and leave --namespace out`,
    !inCluster &&
      namespace !== undefined &&
      on === "slurm" &&
      "--namespace is for jobs of Kubernetes: Slurm has partitions. Add --on kubernetes, or leave it out",
    !inCluster &&
      namespace !== undefined &&
      isOfSystem(namespace) &&
      `--namespace ${namespace}: pods of checks have no place among those that the cluster runs by. Name the namespace of a team, or leave it out`,
    ...unknown(
      "--only",
      only,
      [...ofCluster, ...all].map(({ id }) => id),
    ),
    ...unknown(
      "--pool",
      pool,
      pools.map(({ name }) => name),
    ),
  );
  const chosen = ({ id, suites }: Pick<Check, "id" | "suites">) => (only ? only.includes(id) : suites.includes(suite));
  const checks = all.filter(chosen);
  // where the cluster alone is asked, no node is looked at
  const looked =
    checks.length === 0 ? [] : pools.filter(({ name, gpus }) => (pool ? pool.includes(name) : gpus !== null));
  return {
    environment,
    suite,
    on,
    image: imagesOf(values, environment).image,
    namespace,
    inCluster,
    pools: looked,
    checks,
    clusterChecks: ofCluster.filter(chosen),
    hash: configHash(environment),
    part: partOf(environment, only, looked),
    start: startOf(environment.name, suite),
  };
}

const unknown = (option: string, wanted: readonly string[] = [], known: readonly string[]): string[] =>
  wanted
    .filter((one) => !known.includes(one))
    .map((one) => `${option} ${JSON.stringify(one)} is not known: give ${orList(known)}`);

/** Of Kubernetes itself, and of what Railyard installs; jobs and claims of volumes are where Slurm is. */
const isOfSystem = (namespace: string): boolean =>
  namespace.startsWith("kube-") ||
  Object.values(CHARTS).some((chart) => chart.namespace === namespace && namespace !== CHARTS.slurm.namespace);

/** Null: no check is left out, and no pool with GPUs whose nodes config asks for. */
function partOf(
  { nodeGroups }: SiteEnvironment,
  only: readonly string[] | undefined,
  looked: readonly ResolvedPool[],
): readonly string[] | null {
  const isWhole = nodeGroups.every(
    (pool) => pool.gpus === null || expectedNodes(pool) === 0 || looked.some(({ name }) => name === pool.name),
  );
  if (only === undefined && isWhole) return null;
  return [...(only ?? []), ...(isWhole ? [] : looked.map(({ name }) => `pool ${name}`))];
}

/** Slurm where there is one: its accounting and limits hold for checks, and its pods have the GPUs. */
function runnerOf(environment: SiteEnvironment, wanted: RunnerKind | undefined): RunnerKind {
  if (wanted === "slurm" && !environment.slurm)
    throw new UsageError(
      `--on slurm: ${environment.name} has no Slurm. Leave it out: checks are Jobs of Kubernetes then`,
    );
  return wanted ?? (environment.slurm ? "slurm" : "kubernetes");
}

/** Pools whose nodes a runner can use. */
function poolsOn(environment: SiteEnvironment, on: RunnerKind): readonly ResolvedPool[] {
  if (on === "kubernetes") return environment.nodeGroups;
  const byPool = partitionByPool(environment);
  return environment.nodeGroups.filter(({ name }) => byPool[name] !== undefined);
}

/** Images by program, as `--image` names them: without one it is nccl-tests. What is not named is as the environment places it. */
export function imagesOf(
  { image = [] }: ValuesOf<typeof VERIFY_COMMAND>,
  { platform }: Pick<SiteEnvironment, "platform">,
): Pick<CheckProps, "image" | "images" | "places"> {
  const given = image.map((text) => /^(?:([a-z-]+)=)?(.*)$/.exec(text)!);
  const { "nccl-tests": nccl, ...images } = Object.fromEntries(
    given.map(([, program = "nccl-tests", name]) => [program, name!]),
  ) as Partial<Record<CheckImage, string>>;
  return { image: nccl ?? null, images, places: platform.images };
}

/** The first partition that has each pool. */
export function partitionByPool(environment: SiteEnvironment): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, { nodeGroups }] of partitionsOf(environment)) for (const group of nodeGroups) found[group] ??= name;
  return found;
}
