import { awsOf } from "../../../config/sites/aws-eks/environment";
import { clusterOf } from "../../../config/sites/kubernetes/environment";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import type { AwsAccess } from "../../lib/aws/access";
import { assertReachable } from "../../lib/kubernetes/existing-cluster";
import { assertLockHolds } from "../../lib/terraform/lock-holds";
import { stateAccess } from "../../lib/terraform/state-access";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { DEPLOY_COMMAND } from "./definition";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { deploy, isWell, type DeployedStack } from "./deploy";
import { drainFirst } from "./drain-first";
import { silenceFirst } from "./silence-first";
import { forgetFailed } from "./failed-releases";
import { Progress } from "../../lib/terraform/progress";
import { resultText } from "./result";
import { assertStacks } from "../../lib/environments/known-stacks";
import { writtenNames } from "../../lib/environments/environment-table";
import { loadFor } from "../../lib/environments/load-for";
import { openTerminal } from "../../lib/terminal/ask";
import { type VerifyAfter, verifyAfter } from "./verify-after";
import { absentRoles, droppedRoles } from "../../lib/terraform/dropped-stacks";
import { interruptible } from "../../lib/process/interruptible";
import { assertSameCluster } from "../../preflight/cluster/same-cluster";
import { exitCode as preflightCode } from "../../preflight/report";
import { STACKS, type StackRole } from "../../../config/names/resolve";
import { assertBootstrapState, assertStatesKnow } from "./known-states";
import { preflightClusterFirst, preflightFirst, skipped } from "./preflight-first";
import { recordedState } from "../../lib/terraform/recorded-states";
import { findTerraform } from "../../lib/terraform/terraform";
import { SAVE_MINUTES } from "../../lib/slurm/send-away";
import { lockEnvironment } from "../../lib/synth/environment-lock";
import { synthesize } from "../../lib/synth/synthesize";
import { refuse, together, UsageError } from "../../lib/errors/usage";
import { temporaryFolder } from "../../lib/process/temporary-folder";

/** `railyard deploy`. @param open the terminal to ask in @param given AWS that is asked for states @returns the exit code */
export async function deployCommand(
  args: readonly string[],
  context: CommandContext,
  env: Readonly<Record<string, string | undefined>> = process.env,
  open: OpenTerminal = openTerminal,
  given?: AwsAccess,
  verify: VerifyAfter = verifyAfter,
): Promise<number> {
  return runCommand(DEPLOY_COMMAND, args, context, async ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length}, as in: deploy dev`);
    // a name that no environment has is told before anything that is said of it
    const environment = loadFor("deploy", [name], context)[0]!.resolved;
    const [onAws, inCluster] = [awsOf(environment), clusterOf(environment)];
    const dryRun = values["dry-run"] === true;
    const minutes = Number(values["drain-timeout"] ?? 60);
    const requeueAfter = values["requeue-after"] === undefined ? undefined : Number(values["requeue-after"]);
    together({
      asks: () =>
        refuse(
          !dryRun &&
            !values.yes &&
            !canAsk(open) &&
            "nobody can be asked here: --yes applies without a question, --dry-run plans only",
        ),
      stack: () => assertStacks("--stack", values.stack, [environment]),
      allow: () => assertStacks("--allow", values.allow, [environment]),
      drain: () => assertDrain(requeueAfter, minutes, values["no-drain"] === true),
    });
    findTerraform(TERRAFORM_VERSION, env);
    const synthFolder = join(context.root, "cdktf.out");
    const { tell } = new Progress(context.printError);
    if (inCluster) await assertReachable(inCluster, env);
    const aws = given ?? stateAccess(environment, env);
    await assertLockHolds(environment, aws);
    const dropped = await droppedRoles({ environment, aws, root: context.root });
    const states = { environment, aws, root: context.root };
    if (onAws) await assertBootstrapState({ ...states, environment: onAws });
    if (inCluster && !values["no-preflight"]) await assertSameCluster({ ...states, environment: inCluster, env });
    let unknown: readonly string[] = [];
    if (onAws && !values["no-preflight"]) {
      const absent: readonly StackRole[] = absentRoles(environment);
      const wanted = STACKS.filter(
        (role) => !absent.includes(role) && !(role === "bootstrap" && environment.state.kind === "local"),
      );
      const strangers = await assertStatesKnow({ ...states, environment: onAws }, wanted);
      ({ unknown } = strangers);
      const { unasked } = strangers;
      if (unasked !== null) tell(`Whether the account has more of ${name} than its states know is unknown: ${unasked}`);
    }
    const { release } = lockEnvironment(synthFolder, name);
    const workFolder = temporaryFolder("deploy");
    const clear = () => rmSync(workFolder, { recursive: true, force: true });
    // a second Ctrl-C ends this process at once
    process.on("exit", clear);
    try {
      synthesize([environment], synthFolder, writtenNames(), dropped);
      const { preflight, stacks } = await interruptible(async (signal) => {
        const asking = { now: context.clock(), signal, dryRun, tell };
        const preflight = values["no-preflight"]
          ? skipped(inCluster ? "cluster" : "account", tell)
          : inCluster
            ? await preflightClusterFirst({ ...asking, environment: inCluster, env })
            : await preflightFirst({ ...asking, environment: onAws!, aws });
        if (preflight && preflight.counts.failed > 0 && !dryRun) return { preflight, stacks: [] };
        signal.addEventListener("abort", () => tell("Interrupted: Terraform ends what it is at. Again kills it."));
        const stacks = await deploy({
          synthFolder,
          environment,
          dropped,
          only: values.stack,
          allow: values.allow ?? [],
          unknown,
          recorded: (stack) =>
            recordedState(
              STACKS.find((role) => environment.names.stack(role) === stack)!,
              states,
            ),
          now: context.clock(),
          dryRun,
          workFolder,
          env,
          signal,
          confirm: async (stack) =>
            values.yes === true || (await confirm(open, `Apply this plan of ${stack}? yes or no`, "yes")),
          forgetFailed: forgetFailed({ environment, aws, folder: workFolder, env, signal, tell }),
          // Slurm that config has dropped goes before all other stacks
          drainFirst:
            values["no-drain"] || !environment.slurm
              ? undefined
              : drainFirst({
                  environment,
                  aws,
                  folder: workFolder,
                  env,
                  minutes,
                  requeueAfter,
                  patience: { pollSeconds: 10, signal, tell },
                }),
          // nobody is told of alerts where there is no Alertmanager
          silenceFirst: environment.monitoring.enabled
            ? silenceFirst({ environment, aws, folder: workFolder, env, tell })
            : undefined,
          tell,
        });
        return { preflight, stacks };
      });
      if (values.json) context.print(JSON.stringify({ environment: name, dryRun, preflight, stacks }, null, 2));
      else if (stacks.length > 0) context.print(resultText(stacks).join("\n"));
      const code = exitCode(stacks) || (preflight ? preflightCode(preflight, false) : 0);
      const isNew = values.stack === undefined && stacks.some(({ outcome }) => outcome === "applied");
      if (code !== 0 || !isNew || values["no-verify"]) return code;
    } finally {
      process.off("exit", clear);
      clear();
      release();
    }
    // what is printed as JSON is one value
    const print = values.json ? context.printError : context.print;
    return (await verify(environment, { ...context, print })) ? 0 : FOUND_WRONG;
  });
}

/** @throws UsageError where jobs would be sent away without a wait, or too late to save */
function assertDrain(requeueAfter: number | undefined, minutes: number, isOff: boolean): void {
  if (requeueAfter === undefined) return;
  refuse(
    isOff && "--no-drain waits for no job, and --requeue-after sends jobs away after a wait: give one of them",
    requeueAfter + SAVE_MINUTES >= minutes &&
      `--requeue-after ${requeueAfter} leaves jobs no time to save: they have ${SAVE_MINUTES} minutes from then on, and --drain-timeout ends the wait after ${minutes}; give a longer --drain-timeout`,
  );
}

/** All was applied, and a check of it failed. */
const FOUND_WRONG = 2;

/** What went wrong weighs more than what was not wanted. */
function exitCode(stacks: readonly DeployedStack[]): number {
  if (stacks.every(isWell)) return 0;
  return stacks.some(({ outcome }) => outcome === "failed") ? 1 : 2;
}
