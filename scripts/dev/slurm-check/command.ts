import { generatedFiles } from "../../../constructs/slurm/generated-files";
import { slurmSamples } from "../../../constructs/slurm/samples";
import { trainingJobs } from "../../../constructs/training/training-jobs";
import { usedGroups } from "../../../constructs/slurm/slurm-types";
import { slurmHours, slurmLayout } from "../../../stacks/slurm-layout";
import { driftFiles } from "../../../stacks/drift-files";
import { preloadFiles } from "../../../stacks/preload-files";
import { tierFiles } from "../../../stacks/tier-files";
import { trainingGpu } from "../../../stacks/training-gpu";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { SLURM_CHECK_COMMAND } from "./definition";
import { loadFor } from "../../lib/environments/load-for";
import { isJsonWith } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs } from "../../lib/files/output";
import { directoryFiles } from "./directory-members";
import { offHoursFiles } from "./off-hours-files";
import { brokenLines, promiseLines, promiseResults, unknowns, type Check } from "./promise-results";
import type { CheckResult } from "./promise-table";
import { promises } from "./promises";
import { repairFiles } from "./repair-files";
import { runHarness, slurmVersion } from "./run-harness";
import { assertTools } from "./tools";

/** `railyard slurm-check`. @returns the exit code */
export async function slurmCheckCommand(args: readonly string[], context: CommandContext): Promise<number> {
  return runCommand(SLURM_CHECK_COMMAND, args, context, async ({ values, positionals }) => {
    const { root, from } = values;
    const out =
      values.out === undefined
        ? undefined
        : outputFile({
            option: "--out",
            path: values.out,
            isGenerated: isJsonWith("slurm", "passed", "failed", "promises"),
            force: values.force,
          });
    const environments = loadFor("slurm-check", positionals, context);
    const harnesses = environments.flatMap(({ resolved }) => {
      const files = filesOf(resolved);
      return files ? [{ environment: resolved.name, files }] : [];
    });
    const checks: Check[] = environments
      .filter(({ resolved }) => !resolved.slurm)
      .map(({ resolved }) => ({
        environment: resolved.name,
        kind: "NOTE",
        promise: "start",
        text: "the environment has no Slurm",
      }));
    if (harnesses.length === 0) {
      const nothing = reportOf(null, checks);
      if (out) writeOutputs([{ ...out, text: jsonText(nothing) }]);
      const names = environments.map(({ resolved }) => resolved.name);
      const has = names.length === 1 ? "has" : "have";
      context.print(
        values.json ? jsonText(nothing) : `${names.join(", ")} ${has} no Slurm: there is nothing to check.`,
      );
      return 0;
    }
    for (const each of from === undefined ? [root] : [root, from]) assertTools(each);
    // files as the older one knows them: both read the same
    const version = slurmVersion(from ?? root);
    const slurm = `${version[0]}.${String(version[1]).padStart(2, "0")}`;
    // what is told on the way is for people, and JSON must be alone on the output
    const tell = values.json ? () => {} : context.print;
    tell(`Slurm ${slurm}`);
    for (const check of checks) tell(resultLine(check.environment, check));
    const onResult = (environment: string) => (result: CheckResult) => {
      checks.push({ environment, ...result });
      tell(resultLine(environment, result));
    };
    const common = { root, version, timeoutSeconds: Number(values.timeout) };
    const asked = values.submissions !== true && from === undefined;
    const all = eachOf(harnesses, AT_ONE_TIME, ({ environment, files }, index) =>
      runHarness({
        ...common,
        files,
        ...(from !== undefined && { from }),
        // once is enough: it hangs on two settings that all environments share
        lostNode: values["lost-node"] === true && index === 0,
        askedElsewhere: index > 0,
        ...(values.submissions === true && { only: "submissions" as const }),
        onResult: onResult(environment),
      }),
    );
    // beside the others: they wait for minutes, and little else
    const drills = eachOf(asked ? drillsOf(harnesses) : [], DRILLS.length, ({ environment, files, only, words }) => {
      const tellDrill = onResult(environment);
      return runHarness({
        ...common,
        files,
        lostNode: false,
        only,
        onResult: (result) => {
          if (result.kind === "FAIL" || result.text.startsWith(words)) tellDrill(result);
        },
      });
    });
    await Promise.all([all, drills]);
    const report = reportOf(slurm, checks);
    tell(["", ...promiseLines(checks, harnesses.length, slurm), ...brokenLines(checks)].join("\n"));
    tell(`\n${report.passed} passed, ${report.failed} failed`);
    if (values.json) context.print(jsonText(report));
    if (out) writeOutputs([{ ...out, text: jsonText(report) }]);
    return report.failed > 0 ? 2 : 0;
  });
}

/** What is printed with --json, and kept with --out. */
function reportOf(slurm: string | null, checks: readonly Check[]) {
  const of = (kind: CheckResult["kind"]) => checks.filter((check) => check.kind === kind).length;
  return {
    slurm,
    passed: of("PASS"),
    failed: of("FAIL"),
    promises: promiseResults(checks),
    unknown: unknowns(checks),
    checks,
  };
}

const jsonText = (report: object): string => JSON.stringify(report, null, 2);

interface Harness {
  readonly environment: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Parts that take minutes, which one environment that has the file is asked for: no value of config changes what they say. */
const DRILLS = [
  { file: /^check-.+\.sh$/, only: "health", words: "health: " },
  { file: /^check-.+\.sh$/, only: "rollout", words: "rollout: " },
  { file: /^node-repair\.sh$/, only: "repair", words: "repair: " },
  { file: /^block-end\.sh$/, only: "block-end", words: "block: " },
  { file: /^plugstack\.conf$/, only: "containers", words: "containers: " },
] as const;

const drillsOf = (harnesses: readonly Harness[]) =>
  DRILLS.flatMap(({ file, only, words }) => {
    const first = harnesses.find(({ files }) => Object.keys(files).some((name) => file.test(name)));
    return first ? [{ ...first, only, words }] : [];
  });

/** Environments that are checked side by side: of six seconds of one, five are waiting for what daemons do by the clock. */
const AT_ONE_TIME = 4;

async function eachOf<T>(all: readonly T[], atOneTime: number, run: (one: T, index: number) => Promise<void>) {
  const queue = all.entries();
  const work = async () => {
    for (const [index, one] of queue) await run(one, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOneTime, all.length) }, work));
}

/** What the daemons of an environment would read; null without Slurm. */
function filesOf(env: SiteEnvironment): Record<string, string> | null {
  if (!env.slurm) return null;
  const layout = slurmLayout(env, env.slurm);
  const groups = usedGroups(layout).map(({ name }) => name);
  const images = { ncclImage: "registry.example.com/nccl-tests:1", containerImage: "registry.example.com/pytorch:1" };
  const samples = Object.entries(slurmSamples({ layout, ...images })).map(([name, text]) => [`sample-${name}`, text]);
  const gpuOf = (group: string) => trainingGpu(env, group);
  const jobs = {
    ...trainingJobs({ layout, gpuOf, image: images.containerImage }),
    ...tierFiles(env, layout),
    ...preloadFiles(env, layout).files,
    ...driftFiles(env, layout).files,
  };
  const training = Object.entries(jobs).flatMap(([name, text]) =>
    name.endsWith(".sbatch") ? [[`training-${name}`, text]] : [],
  );
  return {
    ...generatedFiles(layout, env.names.cluster),
    promises: promises(layout),
    ...directoryFiles(layout),
    ...(layout.health && repairFiles(groups)),
    ...offHoursFiles(slurmHours(env, env.slurm).hours, groups),
    ...Object.fromEntries(samples),
    ...Object.fromEntries(training),
  };
}

const WORDS = { PASS: "ok  ", FAIL: "FAIL", NOTE: "not checked:", UNKNOWN: "not known:" } as const;

function resultLine(environment: string, { kind, text }: CheckResult): string {
  return `${environment}  ${WORDS[kind]}  ${text}`;
}
