import { existsSync, readFileSync, rmSync } from "node:fs";
import { PAIRS } from "../../../config/facts/compatibility";
import { loadEnvironments, type LoadedEnvironment } from "../../../config";
import { Recorder, Replayer } from "../../lib/aws/answers";
import { recordingFile, writeRecording } from "../../lib/aws/recording";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { UPGRADE_COMMAND } from "./definition";
import { openWorkplace } from "../../lib/environments/workplace";
import { isTextOf, writtenBy } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs, type Output } from "../../lib/files/output";
import { interruptible } from "../../lib/process/interruptible";
import { gather } from "./gather";
import { jobImageLines } from "./job-images";
import type { LiveAnswers } from "./model";
import { newestOf } from "./newest";
import { isFailing, planUpgrade } from "./plan";
import { matrixText, planText } from "./text";
import { writeUpgrade, type Written } from "./write-upgrade";
import type { Fetch } from "../../lib/charts/repositories";
import { refuse } from "../../lib/errors/usage";

/** `railyard upgrade`. @param fetch how repositories of charts are asked @returns the exit code */
export async function upgradeCommand(args: readonly string[], context: CommandContext, fetch?: Fetch): Promise<number> {
  return runCommand(UPGRADE_COMMAND, args, context, async ({ values, positionals }) => {
    assertTogether(values, positionals);
    if (values.matrix) {
      context.print(values.json ? JSON.stringify({ pairs: PAIRS }, null, 2) : matrixText());
      return 0;
    }
    const now = context.clock();
    const description =
      values.text === undefined
        ? undefined
        : outputFile({ option: "--text", path: values.text, isGenerated: isTextOf("upgrade"), force: values.force });
    const place = openWorkplace(context.root);
    const loadAll = (names: readonly string[]) => loadEnvironments(place.table, names, now, place.beside);
    const environments = loadAll(positionals);
    return await interruptible(async (signal) => {
      const live = await answersOf(environments, values, now, fetch);
      const planned = environments.map((loaded) => planOne(loaded, live, values.to, now));
      const plans = planned.map(({ plan }) => plan);
      const written = values.write
        ? await writeUpgrade({
            root: context.root,
            planned,
            everyone: loadAll([]),
            isOne: positionals.length === 1,
            now,
            signal,
            keepText: description && keeping(description),
          })
        : null;
      if (values.json) {
        const upgrades = planned.map(({ plan, jobImages }) => ({ ...plan, jobImages }));
        context.print(JSON.stringify({ asOf: plannedOn(planned), environments: upgrades, written }, null, 2));
      } else {
        const texts = planned.map(({ plan, jobImages, newest }) => planText({ plan, jobImages, asOf: newest.asOf }));
        context.print(texts.join("\n\n\n"));
        if (written) context.print(`\n${writtenText(written, values.text)}`);
        if (written && values.text === undefined && written.files.length > 0) context.print(`\n${written.text}`);
      }
      return values.check && plans.some(isFailing) ? 2 : 0;
    });
  });
}

type Values = ValuesOf<typeof UPGRADE_COMMAND>;

async function answersOf(
  environments: readonly LoadedEnvironment[],
  { live, record, replay, force }: Values,
  now: Date,
  fetch: Fetch | undefined,
): Promise<ReadonlyMap<string | null, LiveAnswers> | null> {
  if (!live && record === undefined && replay === undefined) return null;
  const replayer = replay === undefined ? null : Replayer.from(replay);
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
  live: ReadonlyMap<string | null, LiveAnswers> | null,
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

function writtenText({ files, before }: Written, text: string | undefined): string {
  const changed =
    before.length === 0
      ? ""
      : `\nChanged before, and in no commit: ${before.join(", ")}. A run that was stopped may have written that, and the description does not tell of it: see git diff.`;
  if (files.length === 0) return `Nothing was written: there is nothing newer to write.${changed}`;
  const pullRequest = text === undefined ? "" : ` What to say in the pull request: ${text}.`;
  return `Written: ${files.join(", ")}. Every rule passes for every environment.${pullRequest}${changed}`;
}

/** @throws UsageError for words that mean nothing together */
function assertTogether(values: ValuesOf<typeof UPGRADE_COMMAND>, positionals: readonly string[]): void {
  refuse(
    values.record !== undefined &&
      values.replay !== undefined &&
      "--record asks and --replay does not: give one of them",
    values.text !== undefined && !values.write && "--text is the description of what --write writes: give both",
    positionals.length > 1 && `name one environment or none, not ${positionals.length}`,
  );
}
