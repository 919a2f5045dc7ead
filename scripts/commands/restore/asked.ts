import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import type { ArgsOf, ValuesOf } from "../../cli/define-command";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";
import { refuse, together } from "../../lib/errors/usage";
import { outputFile, type Output } from "../../lib/files/output";
import { isJsonWith } from "../../lib/files/output-kinds";
import { canAsk, type OpenTerminal } from "../../lib/terminal/confirm";
import type { RESTORE_COMMAND } from "./definition";
import { RESTORE_KINDS, type RestoreKind, type RestoreWord } from "./kinds";
import { LATEST, momentOf, shown } from "./moments";

type Values = ValuesOf<typeof RESTORE_COMMAND>;

/** What the words of `railyard restore` ask for. */
export interface Asked {
  readonly name: string;
  readonly word: RestoreWord;
  readonly environment: SiteEnvironment;
  /** The bucket that has the copies. */
  readonly bucket: string;
  readonly record: Output | undefined;
}

const isWord = (word: string | undefined): word is RestoreWord =>
  word !== undefined && Object.hasOwn(RESTORE_KINDS, word);

/** What the words ask for, before anybody is asked. @throws UsageError with all that is wrong with them */
export function askedOf(
  { values, positionals }: ArgsOf<typeof RESTORE_COMMAND>,
  context: CommandContext,
  open: OpenTerminal,
): Asked {
  const [name, word, ...more] = positionals;
  const kind: RestoreKind | null = isWord(word) ? RESTORE_KINDS[word] : null;
  const { record, of } = together({
    words: () =>
      refuse(
        (name === undefined || kind === null || more.length > 0) &&
          `restore takes one environment and ${Object.keys(RESTORE_KINDS).join(" or ")}`,
      ),
    options: () => assertOptions(values, name),
    names: () => kind && assertOfKind(kind, values, context.clock()),
    record: () => recordOf(values),
    of: () => {
      if (name === undefined) return null;
      const environment = loadFor("restore", [name], context)[0]!.resolved;
      const { bucket } = together({
        asks: () => assertAnswers(values, name, open),
        bucket: () => kind && bucketOf(kind, environment, values),
      });
      return bucket === null ? null : { environment, bucket };
    },
  });
  return { name: name!, word: word as RestoreWord, record, ...of! };
}

function assertOptions(values: Values, name: string | undefined): void {
  refuse(
    values.at !== undefined &&
      values.copy !== undefined &&
      `--at ${values.at} goes on from the newest dump before it, and --copy ${values.copy} names a dump as it is: give one of them`,
    ...(["yes-restore", "lose-newer"] as const).map(
      (option) =>
        name !== undefined &&
        values[option] !== undefined &&
        values[option] !== name &&
        `--${option} is "${values[option]}", but the environment is ${name}`,
    ),
    values.replay !== undefined &&
      (values.record !== undefined || values["yes-restore"] !== undefined) &&
      "--replay asks nobody and changes nothing: give it without --record and --yes-restore",
  );
}

function assertAnswers(values: Values, name: string, open: OpenTerminal): void {
  const isPlan = values.plan === true || values.replay !== undefined;
  refuse(
    !isPlan &&
      values["yes-restore"] === undefined &&
      !canAsk(open) &&
      `nobody can be asked here: --yes-restore ${name} says that it is meant, and --plan does nothing`,
  );
}

/** What no bucket has to be asked for. */
function assertOfKind(kind: RestoreKind, { copy, at, "new-volume": isNewVolume }: Values, now: Date): void {
  const moment = at === undefined ? null : momentOf(at);
  refuse(
    copy !== undefined &&
      !kind.names.test(copy) &&
      `--copy ${JSON.stringify(copy)} is no name of a copy of ${kind.title}: there are ${kind.namesText}`,
    at !== undefined &&
      kind.changes === null &&
      "--at is for the database: of the queue there are copies, which --copy names",
    moment !== null &&
      moment !== LATEST &&
      moment > now.toISOString() &&
      `--at ${at}: that has not been yet. It is ${shown(now.toISOString())} UTC; latest is the last that the bucket has`,
    isNewVolume === true &&
      kind.ownClaim === null &&
      "--new-volume is for the queue: the database's own operator makes its volume",
  );
}

function recordOf({ record, force }: Values): Output | undefined {
  if (record === undefined) return undefined;
  const isGenerated = isJsonWith("format", "takenAt", "copies", "cluster");
  return outputFile({ option: "--record", path: record, isGenerated, force });
}

/** @throws ExpectedError where nothing is kept of what is asked for, or the volume is not one that a claim of the operator can get anew */
function bucketOf(kind: RestoreKind, environment: SiteEnvironment, values: Values): string {
  const { slurm, name, checkpoints } = environment;
  const claim = slurm?.controller?.claim;
  const lacks = kind.lacks(environment);
  const [first, ...more] = [
    values["new-volume"] === true && kind.ownClaim !== null && claim !== undefined
      ? `The queue of ${name} is on the claim ${claim}, which is yours (slurm.controller.claim): make it anew yourself while Slurm is stopped, and restore without --new-volume.`
      : [],
    lacks !== null || checkpoints === null
      ? `There is no copy of ${kind.title} of ${name}: ${lacks}.`
      : values.at !== undefined && kind.changes !== null && !keepsChanges(environment)
        ? `Of the database of ${name} there are dumps alone, which --copy names: slurm.accounting.recoveryMinutes keeps what changes between them.`
        : [],
  ].flat();
  if (first !== undefined) throw new ExpectedError([first, ...more].join("\n"));
  return checkpoints!.bucket.name;
}

const keepsChanges = ({ slurm }: SiteEnvironment): boolean =>
  slurm?.accounting.kind === "mariadb" && slurm.accounting.recoveryMinutes !== undefined;
