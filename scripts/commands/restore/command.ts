import { rmSync } from "node:fs";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import type { AwsAccess } from "../../lib/aws/access";
import { AwsCallError } from "../../lib/aws/ask-aws";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";
import { refuse, UsageError } from "../../lib/errors/usage";
import { checkedForm } from "../../lib/files/checked-form";
import { outputFile, writeOutputs } from "../../lib/files/output";
import { isJsonWith } from "../../lib/files/output-kinds";
import { parseJson, readText } from "../../lib/files/read-json";
import { ownCluster } from "../../lib/kubernetes/cluster-access";
import { interruptible } from "../../lib/process/interruptible";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { stateAccess } from "../../lib/terraform/state-access";
import { openTerminal } from "../../lib/terminal/ask";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { RESTORE_COMMAND } from "./definition";
import { clusterOfRestore, copiesOf, foundSchema, type Found } from "./found";
import { RESTORE_KINDS, type RestoreKind, type RestoreWord } from "./kinds";
import type { Cluster } from "./objects";
import { momentOf, shown } from "./moments";
import { planLines, planOf, type Wanted } from "./plan";
import { putBack } from "./put-back";

/** What a test puts in place of the world. */
export interface RestoreWorld {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly open?: OpenTerminal;
  readonly aws?: AwsAccess;
  readonly kubectl?: Cluster;
  /** @default 5 */
  readonly pollSeconds?: number;
}

type Values = ValuesOf<typeof RESTORE_COMMAND>;

const isWord = (word: string | undefined): word is RestoreWord => word !== undefined && word in RESTORE_KINDS;

/** `railyard restore`. @returns the exit code */
export async function restoreCommand(
  args: readonly string[],
  context: CommandContext,
  { env = process.env, open = openTerminal, aws: given, kubectl: cluster, pollSeconds = 5 }: RestoreWorld = {},
): Promise<number> {
  return runCommand(RESTORE_COMMAND, args, context, async ({ values, positionals }) => {
    const [name, word, ...more] = positionals;
    if (name === undefined || !isWord(word) || more.length > 0)
      throw new UsageError(`restore takes one environment and ${Object.keys(RESTORE_KINDS).join(" or ")}`);
    const kind: RestoreKind = RESTORE_KINDS[word];
    const environment = loadFor("restore", [name], context)[0]!.resolved;
    const isPlan = values.plan === true || values.replay !== undefined;
    assertOptions(values, name, isPlan || canAsk(open));
    const isNewVolume = values["new-volume"] === true;
    if (isNewVolume) assertOwnVolume(kind, environment);
    if (values.at !== undefined) assertChanges(kind, environment);
    const lacks = kind.lacks(environment);
    const bucket = environment.checkpoints?.bucket.name;
    if (lacks !== null || bucket === undefined)
      throw new ExpectedError(`There is no copy of ${kind.title} of ${name}: ${lacks}.`);
    const record =
      values.record === undefined
        ? undefined
        : outputFile({
            option: "--record",
            path: values.record,
            isGenerated: isJsonWith("format", "takenAt", "copies", "cluster"),
            force: values.force,
          });
    if (values.replay !== undefined) return tell(kind, replayed(values.replay, name, word), values, context);
    return interruptible(async (signal) => {
      const aws = given ?? stateAccess(environment, env);
      const folder = temporaryFolder("restore");
      try {
        const kubectl = cluster ?? (await ownCluster({ environment, aws, folder, env, signal }, signal));
        const found: Found = {
          format: 1,
          takenAt: context.clock().toISOString(),
          environment: name,
          what: word,
          ...(await copiesOf(aws, bucket, kind)),
          cluster: await clusterOfRestore(kubectl, kind),
        };
        if (record) writeOutputs([{ ...record, text: `${JSON.stringify(found, null, 1)}\n` }]);
        const code = tell(kind, found, values, context);
        if (isPlan) return code;
        if (!(await isMeant({ kind, found, values, name }, open, context))) return 2;
        const patience = {
          pollSeconds,
          signal,
          tell: context.printError,
          deadline: Date.now() + Number(values.timeout ?? 60) * 60_000,
        };
        const replicas = kind.replicas(environment);
        const { copy, at, until } = planOf(kind, found, wantedOf(values));
        await putBack({
          kubectl,
          kind,
          copy: copy.name,
          at,
          isNewVolume,
          replicas,
          before: found.cluster,
          folder,
          patience,
        });
        context.printError(
          `${copy.name} of ${kind.title} is put back${at === undefined ? "" : `, with what changed until ${shown(until)} UTC`}.`,
        );
        return 0;
      } catch (error) {
        if (error instanceof AwsCallError) throw new ExpectedError(`The bucket cannot be asked: ${error.message}`);
        throw error;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}

/** @throws UsageError, ExpectedError where the volume is not one that a claim of the operator can get anew */
function assertOwnVolume(kind: RestoreKind, { slurm, name }: SiteEnvironment): void {
  if (kind.ownClaim === null)
    throw new UsageError("--new-volume is for the queue: the database's own operator makes its volume");
  const claim = slurm?.controller?.claim;
  if (claim !== undefined)
    throw new ExpectedError(
      `The queue of ${name} is on the claim ${claim}, which is yours (slurm.controller.claim): make it anew yourself while Slurm is stopped, and restore without --new-volume.`,
    );
}

/** @throws UsageError, ExpectedError where nothing but dumps is kept */
function assertChanges(kind: RestoreKind, { slurm, name }: SiteEnvironment): void {
  if (kind.changes === null)
    throw new UsageError("--at is for the database: of the queue there are copies, which --copy names");
  if (slurm?.accounting.kind !== "mariadb" || slurm.accounting.recoveryMinutes === undefined)
    throw new ExpectedError(
      `Of the database of ${name} there are dumps alone, which --copy names: slurm.accounting.recoveryMinutes keeps what changes between them.`,
    );
}

function assertOptions(values: Values, name: string, canAnswer: boolean): void {
  refuse(
    values.at !== undefined &&
      values.copy !== undefined &&
      `--at ${values.at} goes on from the newest dump before it, and --copy ${values.copy} names a dump as it is: give one of them`,
    ...(["yes-restore", "lose-newer"] as const).map(
      (option) =>
        values[option] !== undefined &&
        values[option] !== name &&
        `--${option} is "${values[option]}", but the environment is ${name}`,
    ),
    values.replay !== undefined &&
      (values.record !== undefined || values["yes-restore"] !== undefined) &&
      "--replay asks nobody and changes nothing: give it without --record and --yes-restore",
    !canAnswer &&
      values["yes-restore"] === undefined &&
      `nobody can be asked here: --yes-restore ${name} says that it is meant, and --plan does nothing`,
  );
}

/** What is to be put back, by the options. */
const wantedOf = (values: Values): Wanted => ({
  copy: values.copy,
  at: values.at === undefined ? undefined : (momentOf(values.at) ?? undefined),
  isNewVolume: values["new-volume"] === true,
});

/** @throws ExpectedError where nothing can be put back */
function tell(kind: RestoreKind, found: Found, values: Values, context: CommandContext): number {
  const plan = planOf(kind, found, wantedOf(values));
  if (values.json) context.print(JSON.stringify({ ...found, plan }, null, 2));
  else context.print(planLines(kind, found, plan).join("\n"));
  return 0;
}

interface Meant {
  readonly kind: RestoreKind;
  readonly found: Found;
  readonly values: Values;
  readonly name: string;
}

async function isMeant({ kind, found, values, name }: Meant, open: OpenTerminal, context: CommandContext) {
  const { program } = kind.stopped;
  if (found.cluster.running.length > 0 && values["lose-newer"] === undefined) {
    context.printError(
      `Refused: ${program} runs, and what it has is newer than any copy. Nothing was done. --lose-newer ${name} says that it is given up.`,
    );
    return false;
  }
  if (values["yes-restore"] !== undefined) return true;
  if (await confirm(open, `Type ${name} to put ${values.at ?? values.copy ?? "latest"} back: `, name)) return true;
  context.printError("Nothing was done.");
  return false;
}

function replayed(file: string, name: string, word: string): Found {
  const document = { name: file, fix: "Record it anew with --record." };
  const content = parseJson(readText(file, { name: `--replay: ${file}` }), document);
  const found = checkedForm(foundSchema, content, { ...document, what: "a recording of restore" });
  if (found.environment !== name || found.what !== word)
    throw new ExpectedError(
      `${file} is a recording of ${found.what} of ${found.environment}, and not of ${word} of ${name}.`,
    );
  return found;
}
