import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { WEEKLY_EVIDENCE, WEEKLY_NAMESPACE } from "../../../constructs/verify/weekly-names";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ArgsOf, type ValuesOf } from "../../cli/define-command";
import type { AwsAccess } from "../../lib/aws/access";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";
import { refuse, together, UsageError } from "../../lib/errors/usage";
import { outputFolder } from "../../lib/files/output";
import { pageOrigin } from "../../lib/git/page-origin";
import { interruptible } from "../../lib/process/interruptible";
import type { ClusterApi } from "../../lib/kubernetes/cluster-api";
import type { AskCluster } from "../../lib/kubernetes/question";
import type { SlurmProgram } from "../../lib/slurm/controller";
import { sectionLines } from "../../lib/terminal/sheet-section";
import { stateAccess } from "../../lib/terraform/state-access";
import { clusterStore } from "../../verify/cluster-store";
import { keptBaseline, withBaseline } from "../../verify/baseline";
import { runChecks } from "../../verify/engine/run-checks";
import type { CheckCluster } from "../../verify/engine/runner";
import { evidenceOf, type EarlierEvidence, type Evidence } from "../../verify/evidence";
import { waitForNodes } from "../../verify/expected-nodes";
import { exitCode, outcomeText } from "../../verify/outcome";
import { evidenceSections } from "../../verify/sections";
import { baselinePath, readBaseline, writeBaseline } from "./baseline-file";
import { VERIFY_COMMAND } from "./definition";
import { evidenceFolder, type EvidenceFolder } from "./folder";
import { listText } from "./list";
import { evidenceMarkdown } from "./markdown";
import { evidencePage } from "./page";
import { evidencePlace, imagesOf, planOf, type VerifyPlan } from "./plan";
import { assertSigns, attest, BUNDLE, STATEMENT, type Signing } from "./sign";
import { type EvidenceStore, evidenceStore } from "../../verify/store";
import { replayed } from "./replay";
import { withRunner } from "./runner";

type Values = ValuesOf<typeof VERIFY_COMMAND>;

/** What `verify` takes from the machine. */
export interface VerifyProps {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Slurm of the cluster. @default - that of the environment's cluster, by kubectl */
  readonly slurm?: SlurmProgram;
  /** Where evidence is kept. @default - the bucket of the environment's states; none beside a Slurm or an API that is given */
  readonly aws?: AwsAccess;
  /** API of the cluster. @default - that of the environment's cluster, by kubectl */
  readonly ask?: AskCluster;
  /** Between two looks at Jobs of Kubernetes, s. @default 2 */
  readonly pollSeconds?: number;
  /** Folder with the token of a pod, for --in-cluster. @default - where the kubelet puts it */
  readonly account?: string;
}

/** `railyard verify`. @returns the exit code */
export async function verifyCommand(
  args: readonly string[],
  context: CommandContext,
  { env = process.env, slurm, aws, ask, pollSeconds, account }: VerifyProps = {},
): Promise<number> {
  return runCommand(
    VERIFY_COMMAND,
    args,
    context,
    async ({ values, positionals }) => {
      const { resolved, plan: asked } = askedOf({ values, positionals }, context);
      const plan = { ...asked, checks: withBaseline(asked.checks, readBaseline(context.root, resolved.name)) };
      if (values.list) {
        context.print(listText(plan, { ...imagesOf(values, resolved), on: plan.on }));
        return 0;
      }
      if (values.replay !== undefined) {
        const { part, ...judged } = await replayed(
          plan,
          { given: values.replay, images: imagesOf(values, resolved) },
          context,
        );
        return report(evidenceWith({ ...plan, part }, { ...judged, before: null }, context), values, context);
      }
      const out = values.out ?? join(context.root, "cdktf.out", "verify", resolved.name, evidencePlace(plan));
      outputFolder({ option: "--out", path: out });
      const folder = evidenceFolder(resolve(out), runHash(plan, values), () => context.clock());
      const key = values["sign-key"];
      const signing = key === undefined ? null : { key, env };
      if (signing) assertSigns(signing);
      const uploads = values["no-upload"] !== true;
      const access =
        uploads && !plan.inCluster ? (aws ?? (slurm || ask ? undefined : stateAccess(resolved, env))) : undefined;
      const bucket = access ? evidenceStore(resolved, evidencePlace(plan), access) : null;
      return interruptible((signal) =>
        withRunner(plan, { env, signal, slurm, ask, pollSeconds, account }, async (runner, api) => {
          const store = uploads && plan.inCluster && api ? clusterStore(api, WEEKLY_KEPT) : bucket;
          await joined(plan, { runner, minutes: Number(values.wait ?? 0), signal }, context);
          const before = newer(folder.before(), (await store?.before()) ?? null);
          return verify({ plan, values, context, cluster: runner, api, folder, before, signing, store, signal });
        }),
      );
    },
    undefined,
    (given) => askedOf(given, context),
  );
}

/** What the words ask for, of which environment. @throws UsageError with all that is wrong with them */
function askedOf({ values, positionals }: ArgsOf<typeof VERIFY_COMMAND>, context: CommandContext) {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0)
    throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
  const { resolved } = loadFor("verify", [name], context)[0]!;
  const { plan } = together({ plan: () => planOf(resolved, values), measures: () => assertMeasures(values) });
  return { resolved, plan };
}

/** Where weekly runs keep their evidence. */
const WEEKLY_KEPT = { namespace: WEEKLY_NAMESPACE, name: WEEKLY_EVIDENCE };

/** @throws UsageError where an option is of what is measured, and nothing is: nobody shall think that it was signed or kept */
function assertMeasures(values: Values): void {
  const way = (["replay", "list"] as const).find((one) => values[one] !== undefined && values[one] !== false);
  const other = (["keep-baseline", "sign-key", "wait"] as const).find((one) => values[one]);
  refuse(
    way !== undefined &&
      other !== undefined &&
      `--${other} is of what is measured now, and --${way} measures nothing: give one of them`,
    values.replay !== undefined &&
      values.out !== undefined &&
      "--out is a folder for evidence, and --replay writes none: give one of them",
  );
}

/** Changes with the config, and with who runs checks in which image. */
function runHash({ hash, on, namespace }: VerifyPlan, { image = [] }: Values): string {
  if (image.length === 0) return on === "slurm" ? hash : `${hash}-${namespace ?? on}`;
  const images = createHash("sha256").update(JSON.stringify(image.toSorted())).digest("hex").slice(0, 8);
  return `${hash}-${namespace ?? on}-${images}`;
}

interface JoinProps {
  readonly runner: CheckCluster;
  readonly minutes: number;
  readonly signal: AbortSignal;
}

/** Waits for nodes; those that have not come are told, and checks begin with the others. */
async function joined({ pools }: VerifyPlan, { runner, minutes, signal }: JoinProps, { printError }: CommandContext) {
  if (minutes === 0) return;
  const deadline = Date.now() + minutes * 60_000;
  const patience = { pollSeconds: 10, deadline, signal, tell: printError };
  const missing = await waitForNodes({ cluster: runner, pools, patience });
  if (missing.length > 0) printError(`After ${minutes} minutes ${missing.join(", ")}: checks begin without them.`);
}

/** What ended last: of another machine, or of this one. */
const newer = (one: EarlierEvidence | null, other: EarlierEvidence | null): EarlierEvidence | null =>
  one && other ? (Date.parse(one.finishedAt) >= Date.parse(other.finishedAt) ? one : other) : (one ?? other);

interface VerifyRun {
  readonly plan: VerifyPlan;
  readonly values: Values;
  readonly context: CommandContext;
  readonly cluster: CheckCluster;
  /** Null: the cluster cannot be asked, as beside a Slurm that is given. */
  readonly api: ClusterApi | null;
  readonly folder: EvidenceFolder;
  readonly before: EarlierEvidence | null;
  readonly signing: Signing | null;
  readonly store: EvidenceStore | null;
  readonly signal: AbortSignal;
}

async function verify({ plan, values, context, cluster, api, folder, before, ...run }: VerifyRun): Promise<number> {
  const { signing, store, signal } = run;
  const { runs: earlier, stale } = folder.earlier();
  if (earlier.length > 0) context.printError(`${earlier.length} runs of an earlier start are kept.`);
  if (stale > 0) context.printError(`${stale} runs of an earlier start are older than a day: they are run again.`);
  // of what is kept, the first one
  const startedAt = new Date(
    Math.min(context.clock().getTime(), ...earlier.flatMap(({ endedAt }) => (endedAt ? [Date.parse(endedAt)] : []))),
  );
  const pools = await runChecks({
    cluster,
    clusterChecks: api ? plan.clusterChecks : [],
    api,
    checks: plan.checks,
    pools: plan.pools,
    ...imagesOf(values, plan.environment),
    on: plan.on,
    earlier,
    keep: folder.keep,
    tell: (text) => context.printError(text),
    seconds: () => performance.now() / 1000,
    signal,
  });
  const evidence = evidenceWith(plan, { pools, startedAt, finishedAt: context.clock(), before }, context);
  const sections = evidenceSections(evidence);
  folder.finish({
    "evidence.json": `${JSON.stringify(evidence, null, 2)}\n`,
    "evidence.md": evidenceMarkdown(evidence, sections),
    "evidence.html": evidencePage(evidence, sections, pageOrigin(context.root, context.clock())),
  });
  const code = report(evidence, values, context);
  if (values["keep-baseline"]) keepBaseline(plan, evidence, context);
  else if (evidence.outcome === "measured" && hasNoFloor(evidence))
    context.printError(`Some figures have no floor. --keep-baseline makes what was measured the floor of later runs.`);
  return (await isKept({ folder, evidence, signing, store }, context)) || code !== 0 ? code : 1;
}

const hasNoFloor = ({ pools }: Evidence): boolean =>
  pools.some(({ runs }) => runs.some(({ verdict }) => verdict?.figures.some(({ floor }) => floor === null) === true));

/** Writes what good nodes did beside the environment's config; where something is wrong, nobody knows which they are. */
function keepBaseline(
  { environment, pools }: VerifyPlan,
  evidence: Evidence,
  { root, printError }: CommandContext,
): void {
  const file = baselinePath(environment.name);
  if (evidence.outcome === "failed" || evidence.outcome === "incomplete") {
    printError(`${file} is as it was: ${outcomeText(evidence)}`);
    return;
  }
  const measuredAt = evidence.finishedAt;
  const { baseline, notes, taken } = keptBaseline(readBaseline(root, environment.name), {
    pools,
    results: evidence.pools,
    measuredAt,
  });
  for (const note of notes) printError(note);
  if (taken > 0) writeBaseline(root, environment.name, baseline);
  printError(
    taken > 0
      ? `${file} is written, with ${taken === 1 ? "a figure" : `${taken} figures`} of now: commit it.`
      : `${file} is as it was: nothing is new or better.`,
  );
}

/** Signs the evidence and keeps it where states are; what fails there is told, and nothing of the evidence is lost. */
async function isKept(
  { folder, evidence, signing, store }: Pick<VerifyRun, "folder" | "signing" | "store"> & { evidence: Evidence },
  { printError }: CommandContext,
): Promise<boolean> {
  try {
    attest(folder.path, evidence, signing);
    if (!store) return true;
    const names = ["evidence.json", "evidence.md", "evidence.html", "outputs.jsonl", STATEMENT, BUNDLE];
    await store.keep(folder.path, names, evidence.finishedAt);
    printError(`It is kept in ${store.place}.`);
    return true;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    printError(error.message);
    return false;
  }
}

function evidenceWith(
  { environment, suite, hash, part, checks, clusterChecks }: VerifyPlan,
  measured: { pools: Evidence["pools"]; startedAt: Date; finishedAt: Date; before: EarlierEvidence | null },
  { root, clock }: CommandContext,
): Evidence {
  const { commit, uncommitted } = pageOrigin(root, clock());
  const program = `railyard ${commit ?? "of no commit"}${uncommitted ? " with changes" : ""}`;
  return evidenceOf({
    environment: environment.name,
    suite,
    configHash: hash,
    program,
    part,
    checks: [...clusterChecks, ...checks],
    ...measured,
  });
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
