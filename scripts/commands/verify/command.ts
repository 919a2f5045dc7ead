import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { CHARTS } from "../../../config/facts/versions";
import { orList } from "../../../config/kernel/nearest";
import type { ResolvedPool } from "../../../config/pools/pool";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { partitionsOf } from "../../../config/slurm/partitions";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { assertAccount } from "../../lib/aws/account";
import { loadWritten } from "../../lib/environments/environment-table";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { outputFolder } from "../../lib/files/output";
import { pageOrigin } from "../../lib/git/page-origin";
import { clusterReached } from "../../lib/kubernetes/cluster-access";
import { interruptible } from "../../lib/process/interruptible";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { slurmController, type SlurmProgram } from "../../lib/slurm/controller";
import { sectionLines } from "../../lib/terminal/sheet-section";
import { stateAccess } from "../../lib/terraform/state-access";
import type { Check, Suite } from "../../verify/check";
import { checksOf } from "../../verify/checks";
import { CheckNotRunError, runChecks, type CheckCluster } from "../../verify/engine/run-checks";
import { evidenceOf, type EarlierEvidence, type Evidence } from "../../verify/evidence";
import { exitCode, outcomeText } from "../../verify/outcome";
import { evidenceSections } from "../../verify/sections";
import { endLeftJobs, slurmChecks } from "../../verify/slurm";
import { VERIFY_COMMAND } from "./definition";
import { configHash, evidenceFolder, readRecorded, type EvidenceFolder } from "./folder";
import { listText } from "./list";
import { evidenceMarkdown } from "./markdown";
import { evidencePage } from "./page";

type Values = ValuesOf<typeof VERIFY_COMMAND>;

/** What `verify` takes from the machine. */
export interface VerifyProps {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Slurm of the cluster. @default - that of the environment's cluster, by kubectl */
  readonly slurm?: SlurmProgram;
}

/** `railyard verify`. @returns the exit code */
export async function verifyCommand(
  args: readonly string[],
  context: CommandContext,
  { env = process.env, slurm }: VerifyProps = {},
): Promise<number> {
  return runCommand(VERIFY_COMMAND, args, context, async ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
    const { resolved } = loadWritten([name], context.clock())[0]!;
    const plan = planOf(resolved, values);
    if (values.list) {
      context.print(listText(plan.pools, plan.checks, { image: values.image ?? null }));
      return 0;
    }
    if (values.replay !== undefined) return replay(plan, values, context);
    const out = values.out ?? join(context.root, "cdktf.out", "verify", resolved.name, plan.suite);
    outputFolder({ option: "--out", path: out });
    const folder = evidenceFolder(resolve(out), plan.hash);
    return interruptible((signal) =>
      withSlurm(resolved, { env, signal, given: slurm }, async (command) => {
        await endLeftJobs(command, plan.jobName);
        const cluster = slurmChecks({ slurm: command, partitions: partitionByPool(resolved), jobName: plan.jobName });
        return verify({ plan, values, context, cluster, folder, signal });
      }),
    );
  });
}

interface VerifyPlan {
  readonly environment: SiteEnvironment;
  readonly suite: Suite;
  readonly pools: readonly ResolvedPool[];
  readonly checks: readonly Check[];
  readonly hash: string;
  readonly jobName: string;
}

function planOf(environment: SiteEnvironment, { suite, only, pool }: Values): VerifyPlan {
  if (!environment.slurm)
    throw new ExpectedError(`${environment.name} has no Slurm: verify runs its checks as jobs of Slurm.`);
  const all = checksOf(environment.storage);
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
    pools: inSlurm.filter(({ name, gpus }) => (pool ? pool.includes(name) : gpus !== null)),
    checks: all.filter(({ id, suites }) => (only ? only.includes(id) : suites.includes(suite as Suite))),
    hash: configHash(environment),
    jobName: `railyard-verify-${environment.name}-${suite}`,
  };
}

/** The first partition that has each pool. */
function partitionByPool(environment: SiteEnvironment): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, { nodeGroups }] of partitionsOf(environment)) for (const group of nodeGroups) found[group] ??= name;
  return found;
}

interface VerifyRun {
  readonly plan: VerifyPlan;
  readonly values: Values;
  readonly context: CommandContext;
  readonly cluster: CheckCluster;
  readonly folder: EvidenceFolder;
  readonly signal: AbortSignal;
}

async function verify({ plan, values, context, cluster, folder, signal }: VerifyRun): Promise<number> {
  const startedAt = context.clock();
  const earlier = folder.earlier();
  if (earlier.length > 0) context.printError(`${earlier.length} runs of an earlier start are kept.`);
  const pools = await runChecks({
    cluster,
    checks: plan.checks,
    pools: plan.pools,
    image: values.image ?? null,
    earlier,
    keep: folder.keep,
    tell: (text) => context.printError(text),
    seconds: () => performance.now() / 1000,
    signal,
  });
  const evidence = evidenceWith(
    plan,
    { pools, startedAt, finishedAt: context.clock(), before: folder.before() },
    context,
  );
  const sections = evidenceSections(evidence);
  folder.finish({
    "evidence.json": `${JSON.stringify(evidence, null, 2)}\n`,
    "evidence.md": evidenceMarkdown(evidence, sections),
    "evidence.html": evidencePage(evidence, sections, pageOrigin(context.root, context.clock())),
  });
  return report(evidence, values, context);
}

/** Judges again what was printed then: floors and judges may have changed since. */
async function replay(plan: VerifyPlan, values: Values, context: CommandContext): Promise<number> {
  const runs = readRecorded(values.replay!);
  const nodes = (pool: string) => [...new Set(runs.flatMap((run) => (run.pool === pool ? run.nodes : [])))];
  const recorded = new Set(runs.map(({ check }) => check));
  const cluster: CheckCluster = {
    nodes: ({ name }) => Promise.resolve({ free: nodes(name), left: [] }),
    run: () => Promise.reject(new CheckNotRunError("the recording does not have it", "")),
  };
  const pools = await runChecks({
    cluster,
    checks: plan.checks.filter(({ id }) => recorded.has(id)),
    pools: plan.pools.filter(({ name }) => nodes(name).length > 0),
    image: values.image ?? null,
    earlier: runs,
    keep: () => {},
    tell: () => {},
    seconds: () => 0,
  });
  const now = context.clock();
  return report(evidenceWith(plan, { pools, startedAt: now, finishedAt: now, before: null }, context), values, context);
}

function evidenceWith(
  { environment, suite, hash, checks }: VerifyPlan,
  measured: { pools: Evidence["pools"]; startedAt: Date; finishedAt: Date; before: EarlierEvidence | null },
  { root, clock }: CommandContext,
): Evidence {
  const { commit, uncommitted } = pageOrigin(root, clock());
  const program = `railyard ${commit ?? "of no commit"}${uncommitted ? " with changes" : ""}`;
  return evidenceOf({ environment: environment.name, suite, configHash: hash, program, checks, ...measured });
}

function report(evidence: Evidence, { json }: Values, { print }: CommandContext): number {
  if (json) print(JSON.stringify(evidence, null, 2));
  else
    print(
      [outcomeText(evidence), ...evidenceSections(evidence).map((section) => sectionLines(section).join("\n"))].join(
        "\n\n",
      ),
    );
  return exitCode(evidence);
}

interface SlurmWay {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly given: SlurmProgram | undefined;
}

/** Slurm's commands beside its controller, for as long as something asks them. */
async function withSlurm<T>(
  environment: SiteEnvironment,
  { env, signal, given }: SlurmWay,
  use: (slurm: SlurmProgram) => Promise<T>,
): Promise<T> {
  if (given) return use(given);
  const aws = stateAccess(environment, env);
  const onAws = awsOf(environment);
  if (onAws) await assertAccount(aws, onAws, { signal });
  const folder = temporaryFolder("verify");
  try {
    const kubectl = await clusterReached({ environment, aws, folder, env, signal });
    const slurm = await slurmController(kubectl, CHARTS.slurm.namespace, true);
    if (!slurm) throw new ExpectedError(`The cluster of ${environment.name} has no controller of Slurm.`);
    return await use(slurm);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
