import { existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { PAIRS } from "../../../config/facts/compatibility";
import { loadEnvironments, type LoadedEnvironment } from "../../../config";
import { Recorder, Replayer } from "../../lib/aws/answers";
import { recordingFile, writeRecording } from "../../lib/aws/recording";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { ExpectedError } from "../../lib/errors/expected-error";
import { openWorkplace } from "../../lib/environments/workplace";
import { inputFile, place, something } from "../../cli/option-checks";
import { isTextOf, writtenBy } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs, type Output } from "../../lib/files/output";
import { readArgs } from "../../cli/read-args";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { gather } from "./gather";
import { jobImageLines } from "./job-images";
import type { LiveAnswers } from "./model";
import { newestOf } from "./newest";
import { isFailing, planUpgrade } from "./plan";
import { matrixText, planText } from "./text";
import { writeUpgrade } from "./write-upgrade";
import type { Fetch } from "./repositories";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Say what is behind in an environment (Kubernetes, add-ons, images, charts), what fits what, and the order of upgrading.

  npx railyard upgrade                      every environment, as the facts say
  npx railyard upgrade research --live      and ask AWS and the repositories of the charts
  npx railyard upgrade research --to 1.37   up to that Kubernetes minor, one after another
  npx railyard upgrade --check              for CI: fails when something is behind or without support
  npx railyard upgrade research --live --write --text pull-request.md
                                            write the newer facts, and the next step of the environment
  npx railyard upgrade --matrix             what is compatible with what, with the sources

  --live            ask eks:DescribeClusterVersions, eks:DescribeAddonVersions, ssm:GetParameters and the repositories of
                    the charts; who gives no answer is told as unknown, and the others still count
  --record <file>   ask, and keep the answers
  --replay <file>   take the answers from such a file; nothing is asked
  --to <minor>      Kubernetes minor to get to (default: the newest for which everything is known to work)
  --write           write config/facts/versions.ts and charts.json, and the next key of the environment: all or nothing,
                    and only when every rule passes for every environment, and these files have no uncommitted change
  --text <file>     write the description of the pull request there, and not to the terminal
  --force           let --record and --text replace a file that Railyard did not write
  --check           exit with 2 when something is behind, broken or without support
  --matrix          print what is compatible with what
  --json            print everything as JSON
  --help            this text

A new Kubernetes minor that EKS offers and config/facts/versions.ts does not have is told; it is added by hand.
Exit code: 0 told, or written; 1 something is wrong, and nothing was written; 2 with --check only: something is behind,
broken or without support.`;

/** `railyard upgrade`. @param fetch how repositories of charts are asked @returns the exit code */
export async function upgradeCommand(args: readonly string[], context: CommandContext, fetch?: Fetch): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help || values.matrix) {
      context.print(values.help ? HELP : values.json ? JSON.stringify({ pairs: PAIRS }, null, 2) : matrixText());
      return 0;
    }
    const now = context.clock();
    const description =
      values.text === undefined
        ? undefined
        : outputFile({ option: "--text", path: values.text, isOurs: isTextOf("upgrade"), force: values.force });
    const place = openWorkplace(context.root);
    const environments = loadEnvironments(place.table, positionals, now, place.files);
    return await interruptible(async (signal) => {
      const live = await answersOf(environments, values, now, fetch);
      const planned = environments.map((loaded) => planOne(loaded, live, values.to, now));
      const plans = planned.map(({ plan }) => plan);
      const written = values.write
        ? await writeUpgrade({
            root: context.root,
            planned,
            everyone: loadEnvironments(place.table, [], now, place.files),
            isOne: positionals.length === 1,
            now,
            signal,
            keepText: description && keeping(description),
          })
        : null;
      if (values.json) {
        const told = planned.map(({ plan, jobImages }) => ({ ...plan, jobImages }));
        context.print(JSON.stringify({ asOf: plannedOn(planned), environments: told, written }, null, 2));
      } else {
        const texts = planned.map(({ plan, jobImages, newest }) => planText({ plan, jobImages, asOf: newest.asOf }));
        context.print(texts.join("\n\n\n"));
        if (written) context.print(`\n${writtenText(written.files, values.text)}`);
        if (written && values.text === undefined && written.files.length > 0) context.print(`\n${written.text}`);
      }
      return values.check && plans.some(isFailing) ? 2 : 0;
    });
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(`Interrupted (${error.by}). Nothing was written.`);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard upgrade --help" });
  }
}

type Values = ReturnType<typeof parse>["values"];

async function answersOf(
  environments: readonly LoadedEnvironment[],
  { live, record, replay, force }: Values,
  now: Date,
  fetch: Fetch | undefined,
): Promise<ReadonlyMap<string, LiveAnswers> | null> {
  if (!live && record === undefined && replay === undefined) return null;
  const replayer = replay === undefined ? null : new Replayer(recordingText(replay), replay);
  const file = record === undefined ? null : recordingFile(record, force);
  const recorder = file === null ? null : new Recorder();
  const asOf = (replayer?.takenAt ?? now.toISOString()).slice(0, 10);
  const answers = await gather({
    environments,
    answers: replayer ?? recorder ?? undefined,
    asOf,
    env: process.env,
    fetch,
  });
  if (recorder && file) writeRecording(file, recorder.recording(now.toISOString()));
  return answers;
}

function planOne(
  loaded: LoadedEnvironment,
  live: ReadonlyMap<string, LiveAnswers> | null,
  to: string | undefined,
  now: Date,
) {
  const answers = live?.get(loaded.resolved.region) ?? null;
  const newest = newestOf(answers);
  const plan = planUpgrade({ loaded, newest, to, unanswered: answers?.unanswered ?? [], now });
  return { loaded, live: answers, newest, plan, jobImages: jobImageLines(loaded.resolved) };
}

/** Writes the description, and takes it away again: what was there before comes back. */
function keeping(output: Output): (text: string) => () => void {
  return (text) => {
    const before = existsSync(output.path) ? readFileSync(output.path, "utf8") : null;
    writeOutputs([{ ...output, text: `${text}\n\n<!-- ${writtenBy("upgrade")} -->\n` }]);
    return () => (before === null ? rmSync(output.path, { force: true }) : writeOutputs([{ ...output, text: before }]));
  };
}

const plannedOn = (planned: readonly ReturnType<typeof planOne>[]): string | null => planned[0]?.newest.asOf ?? null;

function writtenText(files: readonly string[], text: string | undefined): string {
  if (files.length === 0) return "Nothing was written: there is nothing newer to write.";
  const told = text === undefined ? "" : ` What to say in the pull request: ${text}.`;
  return `Written: ${files.join(", ")}. Every rule passes for every environment.${told}`;
}

function recordingText(file: string): string {
  try {
    return readFileSync(resolve(file), "utf8");
  } catch (error) {
    throw new ExpectedError(`--replay: ${file} cannot be read: ${(error as Error).message}`);
  }
}

function parse(args: readonly string[]) {
  const parsed = readArgs(args, {
    live: { type: "boolean" },
    record: { type: "string", check: place },
    replay: { type: "string", check: inputFile },
    to: { type: "string", check: something },
    write: { type: "boolean" },
    text: { type: "string", check: place },
    check: { type: "boolean" },
    force: { type: "boolean" },
    matrix: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  const { values, positionals } = parsed;
  if (values.record !== undefined && values.replay !== undefined)
    throw new UsageError("--record asks and --replay does not: give one of them");
  if (values.text !== undefined && !values.write)
    throw new UsageError("--text is the description of what --write writes: give both");
  if (positionals.length > 1) throw new UsageError(`name one environment or none, not ${positionals.length}`);
  return parsed;
}
