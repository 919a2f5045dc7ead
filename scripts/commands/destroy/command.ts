import { awsOf } from "../../../config/sites/aws-eks/environment";
import { clusterOf } from "../../../config/sites/kubernetes/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import type { AwsAccess } from "../../lib/aws/access";
import { assertReachable } from "../../lib/kubernetes/existing-cluster";
import { assertLockHolds } from "../../lib/terraform/lock-holds";
import { stateAccess } from "../../lib/terraform/state-access";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ArgsOf } from "../../cli/define-command";
import { DESTROY_COMMAND } from "./definition";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { Progress } from "../../lib/terraform/progress";
import { assertAccount } from "../../lib/aws/account";
import { CLAIM, destroy } from "./destroy";
import { clearDestroyFolder } from "../../lib/terraform/destroy-folder";
import { resultLines } from "./result";
import { assertStacks } from "../../lib/environments/known-stacks";
import { writtenNames } from "../../lib/environments/environment-table";
import { loadFor } from "../../lib/environments/load-for";
import { openTerminal } from "../../lib/terminal/ask";
import { ExpectedError } from "../../lib/errors/expected-error";
import { assertSameCluster } from "../../preflight/cluster/same-cluster";
import { findOrphans, type FindOrphansProps, type FoundOrphans } from "../../orphans/find-orphans";
import { droppedRoles } from "../../lib/terraform/dropped-stacks";
import { orphanLines } from "../../orphans/orphan-text";
import { interruptible } from "../../lib/process/interruptible";
import { findTerraform } from "../../lib/terraform/terraform";
import { lockEnvironment } from "../../lib/synth/environment-lock";
import { synthesize } from "../../lib/synth/synthesize";
import { refuse, together } from "../../lib/errors/usage";

/** What a test puts in place of the world. */
export interface DestroyWorld {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly open?: OpenTerminal;
  readonly aws?: AwsAccess;
  /** @default 10 */
  readonly pollSeconds?: number;
}

/** The environment that the words name. @throws UsageError with all that is wrong with them */
function askedOf({ values, positionals }: ArgsOf<typeof DESTROY_COMMAND>, context: CommandContext, open: OpenTerminal) {
  const [name, ...more] = positionals;
  const named = values["yes-destroy"];
  return together({
    words: () =>
      refuse(
        (name === undefined || more.length > 0) &&
          `name one environment, not ${positionals.length}, as in: destroy dev`,
        name !== undefined &&
          named !== undefined &&
          named !== name &&
          `--yes-destroy is "${named}", but the environment is ${name}`,
      ),
    environment: () => {
      if (name === undefined) return null;
      const { resolved } = loadFor("destroy", [name], context)[0]!;
      together({
        asks: () =>
          refuse(
            named === undefined &&
              !canAsk(open) &&
              `nobody can be asked here: --yes-destroy ${name} says that it is meant`,
          ),
        stack: () => assertStacks("--stack", values.stack, [resolved]),
        allow: () =>
          assertStacks(
            "--allow",
            values.allow?.filter((one) => !CLAIM.test(one)),
            [resolved],
          ),
        keep: () => assertStacks("--keep", values.keep, [resolved]),
        unexported: () => assertStacks("--unexported", values.unexported, [resolved]),
      });
      return resolved;
    },
  }).environment!;
}

/** `railyard destroy`. @returns the exit code */
export async function destroyCommand(
  args: readonly string[],
  context: CommandContext,
  { env = process.env, open = openTerminal, aws: given, pollSeconds = 10 }: DestroyWorld = {},
): Promise<number> {
  return runCommand(
    DESTROY_COMMAND,
    args,
    context,
    async ({ values, positionals }) => {
      const environment = askedOf({ values, positionals }, context, open);
      const { name } = environment;
      const [onAws, inCluster] = [awsOf(environment), clusterOf(environment)];
      const named = values["yes-destroy"];
      const drainMinutes = Number(values["drain-timeout"] ?? 60);
      findTerraform(TERRAFORM_VERSION, env);
      if (inCluster) await assertReachable(inCluster, env);
      const aws = given ?? stateAccess(environment, env);
      await assertLockHolds(environment, aws);
      if (onAws) await assertAccount(aws, onAws);
      if (inCluster) await assertSameCluster({ environment: inCluster, aws, root: context.root, env });
      const synthFolder = join(context.root, "cdktf.out");
      const workFolder = join(synthFolder, "destroy", name);
      mkdirSync(workFolder, { recursive: true, mode: 0o700 });
      const { release } = lockEnvironment(synthFolder, name);
      const { tell } = new Progress(context.printError);
      const clear = () => clearDestroyFolder(workFolder);
      // a second Ctrl-C ends this process at once
      process.on("exit", clear);
      try {
        const dropped = await droppedRoles({ environment, aws, root: context.root });
        for (const role of dropped)
          tell(`${environment.names.stack(role)} is not in the config any more: it goes, too`);
        synthesize([environment], synthFolder, writtenNames(), dropped);
        const stacks = await interruptible((signal) => {
          signal.addEventListener("abort", () => tell("Interrupted: Terraform ends what it is at. Again kills it."));
          return destroy({
            synthFolder,
            environment,
            only: values.stack,
            bootstrap: values.bootstrap === true,
            allow: values.allow ?? [],
            keep: values.keep ?? [],
            unexported: values.unexported ?? [],
            skipDrain: values["skip-drain"] === true,
            cancelJobs: values["cancel-jobs"] === true,
            drainMinutes,
            workFolder,
            root: context.root,
            aws,
            env,
            patience: { pollSeconds, signal, tell },
            confirm: async (warnings) => {
              for (const warning of warnings) tell(`! ${warning}`);
              if (named === name) return true;
              return confirm(open, `Type ${name} to destroy it (${placeOf(environment)})`, name);
            },
          });
        });
        const isDone = stacks.every(({ outcome }) => outcome === "destroyed" || outcome === "empty");
        // with stacks left, much is no orphan; and what was in a cluster that exists was in releases alone
        const found =
          values.stack || !isDone || !onAws
            ? null
            : await leftOver({ environment: onAws, aws, root: context.root, now: context.clock() });
        context.print(
          values.json
            ? JSON.stringify({ environment: name, stacks, ...(found && { left: found }) }, null, 2)
            : [...resultLines(stacks), ...(found ? ["", ...orphanLines(found, name)] : [])].join("\n"),
        );
        if (!isDone) return 1;
        return found && (found.orphans.length > 0 || found.unknown.length > 0) ? 2 : 0;
      } finally {
        process.off("exit", clear);
        clear();
        release();
      }
    },
    undefined,
    (given) => askedOf(given, context, open),
  );
}

/** Where it stands, for whoever is asked whether it is the right one. */
function placeOf(environment: SiteEnvironment): string {
  const onAws = awsOf(environment);
  if (onAws) return `${onAws.account}, ${onAws.region}`;
  const access = clusterOf(environment)?.cluster.access;
  return access?.kind === "kubeconfig"
    ? `context ${access.context} of ${access.path}`
    : (access?.host ?? environment.site);
}

/** What was destroyed is destroyed, whether or not the rest can be looked at. */
async function leftOver(props: FindOrphansProps): Promise<FoundOrphans> {
  try {
    return await findOrphans(props);
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    const unknown = [{ what: "what is left over", why: error.message }];
    return { statesFound: true, orphans: [], clusterRuns: false, unknown };
  }
}
