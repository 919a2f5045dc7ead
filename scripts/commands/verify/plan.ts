import { orList } from "../../../config/kernel/nearest";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { partitionsOf } from "../../../config/slurm/partitions";
import type { ValuesOf } from "../../cli/define-command";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import type { Check, CheckImage, CheckProps, RunnerKind, Suite } from "../../verify/check";
import { checksOf } from "../../verify/checks";
import type { VERIFY_COMMAND } from "./definition";
import { configHash } from "./folder";

/** What the options ask for. */
export interface VerifyPlan {
  readonly environment: SiteEnvironment;
  readonly suite: Suite;
  readonly on: RunnerKind;
  readonly pools: readonly ResolvedPool[];
  readonly checks: readonly Check[];
  readonly hash: string;
  readonly jobName: string;
}

/** @throws ExpectedError, UsageError */
export function planOf(
  environment: SiteEnvironment,
  { suite, only, pool }: ValuesOf<typeof VERIFY_COMMAND>,
): VerifyPlan {
  if (!environment.slurm)
    throw new ExpectedError(`${environment.name} has no Slurm: verify runs its checks as jobs of Slurm.`);
  const all = checksOf(environment);
  const byPool = partitionByPool(environment);
  const inSlurm = environment.nodeGroups.filter(({ name }) => byPool[name] !== undefined);
  const unknown = (option: string, wanted: readonly string[] | undefined, known: readonly string[]) => {
    const wrong = wanted?.find((one) => !known.includes(one));
    if (wrong !== undefined)
      throw new UsageError(`${option} ${JSON.stringify(wrong)} is not known: give ${orList(known)}`);
  };
  unknown(
    "--only",
    only,
    all.map(({ id }) => id),
  );
  unknown(
    "--pool",
    pool,
    inSlurm.map(({ name }) => name),
  );
  return {
    environment,
    suite: suite as Suite,
    on: "slurm",
    pools: inSlurm.filter(({ name, gpus }) => (pool ? pool.includes(name) : gpus !== null)),
    checks: all.filter(({ id, suites }) => (only ? only.includes(id) : suites.includes(suite as Suite))),
    hash: configHash(environment),
    jobName: `railyard-verify-${environment.name}-${suite}`,
  };
}

/** Images by program, as `--image` names them: without one it is nccl-tests. */
export function imagesOf({ image = [] }: ValuesOf<typeof VERIFY_COMMAND>): Pick<CheckProps, "image" | "images"> {
  const given = image.map((text) => /^(?:([a-z-]+)=)?(.*)$/.exec(text)!);
  const { "nccl-tests": nccl, ...images } = Object.fromEntries(
    given.map(([, program = "nccl-tests", name]) => [program, name!]),
  ) as Partial<Record<CheckImage, string>>;
  return { image: nccl ?? null, images };
}

/** The first partition that has each pool. */
export function partitionByPool(environment: SiteEnvironment): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, { nodeGroups }] of partitionsOf(environment)) for (const group of nodeGroups) found[group] ??= name;
  return found;
}
