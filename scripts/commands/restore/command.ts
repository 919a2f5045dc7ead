import { rmSync } from "node:fs";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import type { AwsAccess } from "../../lib/aws/access";
import { AwsCallError } from "../../lib/aws/ask-aws";
import { ExpectedError } from "../../lib/errors/expected-error";
import { checkedForm } from "../../lib/files/checked-form";
import { writeOutputs } from "../../lib/files/output";
import { parseJson, readText } from "../../lib/files/read-json";
import { ownCluster } from "../../lib/kubernetes/cluster-access";
import { interruptible } from "../../lib/process/interruptible";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { stateAccess } from "../../lib/terraform/state-access";
import { openTerminal } from "../../lib/terminal/ask";
import { confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { RESTORE_COMMAND } from "./definition";
import { clusterOfRestore, copiesOf, foundSchema, type Found } from "./found";
import { askedOf } from "./asked";
import { RESTORE_KINDS, type RestoreKind } from "./kinds";
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

/** `railyard restore`. @returns the exit code */
export async function restoreCommand(
  args: readonly string[],
  context: CommandContext,
  { env = process.env, open = openTerminal, aws: given, kubectl: cluster, pollSeconds = 5 }: RestoreWorld = {},
): Promise<number> {
  return runCommand(
    RESTORE_COMMAND,
    args,
    context,
    async ({ values, positionals }) => {
      const { name, word, environment, bucket, record } = askedOf({ values, positionals }, context, open);
      const kind: RestoreKind = RESTORE_KINDS[word];
      const isPlan = values.plan === true || values.replay !== undefined;
      const isNewVolume = values["new-volume"] === true;
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
    },
    undefined,
    (given) => askedOf(given, context, open),
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
