import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { isOnCluster } from "../../../config/sites/kubernetes/environment";
import { STACKS, type StackRole } from "../../../config/names/resolve";
import { stacksOf } from "../../lib/terraform/environment-plans";
import { assertAddresses, fullAddress } from "../../lib/terraform/allowed";
import { planText } from "../../lib/terraform/plan-lines";
import { ExpectedError } from "../../lib/errors/expected-error";
import { RefusedError } from "../../lib/errors/refused-error";
import { losses as lossesOf } from "../../lib/terraform/losses";
import type { AwsAccess } from "../../lib/aws/access";
import { recordedObjects } from "../../lib/terraform/recorded-states";
import { countChanges, NO_CHANGES, type Change, type Changes, type PlanJson } from "../../lib/terraform/plan-json";
import { foreignResources } from "../../review/read-plan";
import { clusterAccess } from "../../lib/kubernetes/cluster-access";
import { StackDestruction } from "./stack-destruction";
import { keptAddresses } from "./kept";
import { lustreExports } from "./lustre-exports";
import { claimName, deletingClaims } from "./owned-objects";
import { Quiesce } from "./quiesce";
import type { Patience } from "../../lib/process/until";
import { mustBeNamed, stacksToDestroy, unnamedText, type ChosenStacks } from "./what-goes";

export interface DestroyProps extends ChosenStacks {
  /** What is given up: `<stack>.<address>`, `<namespace>/<claim>`. */
  readonly allow: readonly string[];
  /** What stays, in its state: `<stack>.<address>` of a bucket, a key or a log group. */
  readonly keep: readonly string[];
  /** File systems whose files may go though S3 does not have them: `<stack>.<address>`. */
  readonly unexported: readonly string[];
  readonly skipDrain: boolean;
  readonly cancelJobs: boolean;
  readonly drainMinutes: number;
  readonly workFolder: string;
  /** Repository root, which local states are relative to. */
  readonly root: string;
  readonly aws: AwsAccess;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly patience: Patience;
  /** Asked when all is known, and nothing is done yet. @param warnings what goes without a copy */
  readonly confirm: (warnings: readonly string[]) => Promise<boolean>;
}

/** `empty`: nothing was there. */
export type DestroyOutcome = "destroyed" | "empty" | "failed" | "not-run";

export interface DestroyedStack {
  readonly stack: string;
  readonly outcome: DestroyOutcome;
  /** Of a stack that failed, some may have gone. */
  readonly changes: Changes;
  /** Addresses that stay in its state. */
  readonly kept: readonly string[];
  /** What went wrong, and what to do. @default - nothing */
  readonly problem?: string;
}

/** A claim, which has a namespace: labels of DNS. */
export const CLAIM = /^[a-z0-9-]+\/[a-z0-9.-]+$/;

/** Nothing was done. */
export class DestroyRefused extends RefusedError {}

interface PlannedDestruction {
  readonly stack: string;
  readonly destruction: StackDestruction;
  readonly plan: PlanJson;
}

/**
 * Destroys an environment: everything is planned and must have been named before anything is touched; jobs end, files are
 * exported, what controllers own in AWS goes while they run; then each stack before those that it stands on. At the first
 * that fails it stops.
 * @throws ExpectedError when no stack was destroyed
 */
export async function destroy(props: DestroyProps): Promise<DestroyedStack[]> {
  const { synthFolder, environment, allow, keep, unexported, patience, workFolder, env } = props;
  const { tell, signal } = patience;
  const stacks = stacksToDestroy(props);
  const all = stacksOf({ synthFolder, environment });
  assertAddresses(
    "--allow",
    allow.filter((name) => !CLAIM.test(name)),
    all,
  );
  assertAddresses("--unexported", unexported, all);
  assertAddresses("--keep", keep, all);
  await assertNoneForgotten(props, all);
  const keptOf = new Map(stacks.map((stack) => [stack, keptAddresses(synthFolder, stack, keep)]));
  const planned: PlannedDestruction[] = [];
  for (const stack of stacks) {
    tell(`${stack}: planning what goes`);
    const destruction = new StackDestruction({
      synthFolder,
      stack,
      kept: keptOf.get(stack),
      workFolder,
      env,
      signal,
      tell,
    });
    const plan = await destruction.plan();
    assertOwn(environment, stack, plan);
    tell(`${stack}: ${isNothing(plan) ? "nothing there" : planText(plan)}`);
    planned.push({ stack, destruction, plan });
  }
  const there = planned.filter(({ plan }) => !isNothing(plan));
  const goes = (...roles: StackRole[]) =>
    roles.some((role) => there.some(({ stack }) => stack === environment.names.stack(role)));
  const cluster = await reach(props, goes("slurm", "platform", "nodes", "storage", "cluster"));
  const claims = cluster && goes("cluster") ? await deletingClaims(cluster) : [];
  const refused = unnamedText({
    resources: there
      .flatMap(({ stack, plan }) => mustBeNamed(props, stack, plan))
      .filter((loss) => !allow.includes(fullAddress(loss))),
    claims: environment.production ? claims.filter((claim) => !allow.includes(claimName(claim))) : [],
  });
  if (refused !== null) throw new DestroyRefused(refused);
  const exports = lustreExports({ ...props, stacks: there });
  const warnings = [...exports.warnings, ...claims.map((claim) => `${claimName(claim)}: its volume is deleted`)];
  if (there.length > 0 && !(await props.confirm(warnings)))
    throw new DestroyRefused("Not confirmed: nothing was drained or destroyed.");
  const agreedClaims = environment.production ? new Set(claims.map(claimName)) : null;
  const quiesce = new Quiesce({ ...props, cluster, goes, agreedClaims });
  await quiesce.drain();
  await exports.run();
  const done: DestroyedStack[] = [];
  for (const { stack, destruction, plan } of planned) {
    const one = { stack, changes: NO_CHANGES, kept: [...(keptOf.get(stack) ?? [])] };
    if (done.some(({ outcome }) => outcome === "failed")) done.push({ ...one, outcome: "not-run" });
    else if (isNothing(plan)) done.push({ ...one, outcome: "empty" });
    else done.push({ ...one, ...(await destroyStack(stack, destruction, plan)) });
  }
  return done;

  async function destroyStack(
    stack: string,
    destruction: StackDestruction,
    plan: PlanJson,
  ): Promise<Pick<DestroyedStack, "outcome" | "changes" | "problem">> {
    try {
      await quiesce.before(stack);
      // what came after the first export, while the stacks above went
      if (done.some(({ outcome }) => outcome === "destroyed")) await exports.before(stack);
      tell(`${stack}: destroying`);
      const changes = await destruction.destroy((now) => assertAgreed(stack, plan, now));
      tell(`${stack}: destroyed`);
      return { outcome: "destroyed", changes };
    } catch (error) {
      if (!(error instanceof ExpectedError) || signal?.aborted) throw error;
      return { outcome: "failed", changes: NO_CHANGES, problem: error.message };
    }
  }
}

/**
 * A state of another environment, by a wrong bucket or a file that was copied, has the same addresses: all that it has would go.
 * @throws DestroyRefused
 */
function assertOwn(environment: SiteEnvironment, stack: string, plan: PlanJson): void {
  const { name } = environment;
  const account = awsOf(environment)?.account;
  const others = foreignResources(plan, name, account === undefined ? [] : [account]);
  if (others.length === 0) return;
  throw new DestroyRefused(
    `${stack}: its state has resources of ${others.join(" and ")}, and this is ${name}: look where the state is (state of the config). ` +
      "Nothing was drained or destroyed.",
  );
}

/** Nobody agreed to what has come since, under whichever address. */
function assertAgreed(stack: string, agreed: PlanJson, now: PlanJson): void {
  const idOf = (change: Change) => String((change.before as { id?: unknown } | null)?.id ?? "");
  const objects = ({ resource_changes: changes = [] }: PlanJson) =>
    changes.map(({ address, change }) => ({ address, key: `${address} ${idOf(change)}` }));
  const before = new Set(objects(agreed).map(({ key }) => key));
  const lost = lossesOf(now).map(({ address }) => address);
  const more = objects(now).filter(({ address, key }) => lost.includes(address) && !before.has(key));
  if (more.length === 0) return;
  throw new DestroyRefused(
    `${stack}: ${more.map(({ address }) => address).join(", ")} came since it was planned. Nothing of this stack was destroyed: run the same command again.`,
  );
}

/**
 * A stack that config has dropped is in no folder any more, but all that it made is there: jobs in it would end, files would
 * stay behind or hold up the network, and nobody would have been asked.
 */
async function assertNoneForgotten(props: DestroyProps, known: readonly string[]): Promise<void> {
  const { names } = props.environment;
  for (const role of STACKS) {
    const stack = names.stack(role);
    if (known.includes(stack)) continue;
    const left = (await recordedObjects(role, props))?.length ?? 0;
    if (left === 0) continue;
    throw new DestroyRefused(
      `${stack} is not in the config any more, but its state has ${left} resource${left === 1 ? "" : "s"}: nothing here would drain, ` +
        "export or destroy them. Put what made this stack back into the config as it was, and run the same command again. " +
        "Nothing was drained or destroyed.",
    );
  }
}

const isNothing = (plan: PlanJson): boolean => Object.values(countChanges(plan)).every((count) => count === 0);

/** The cluster, where something of it goes; null: there is none, or it is not to be asked. */
async function reach(props: DestroyProps, needed: boolean) {
  const { environment, aws, workFolder, env, skipDrain, patience } = props;
  if (!needed || skipDrain) return null;
  const access = await clusterAccess({ environment, aws, folder: workFolder, env, signal: patience.signal });
  if (access.kind === "reached") return access.kubectl;
  if (access.kind === "gone") return null;
  if (isOnCluster(environment))
    throw new ExpectedError(
      `The cluster of ${environment.name} does not answer here: ${access.why}\n` +
        "Jobs can't be drained, and its releases can't be removed. Run this from where it answers. Nothing was destroyed.",
    );
  throw new ExpectedError(
    `The cluster ${environment.names.cluster} does not answer here: ${access.why}\n` +
      "Jobs can't be drained, and what its controllers made in AWS (load balancers, volumes) would stay. Run this from inside " +
      "the VPC or what is connected to it, or go on without: --skip-drain. Nothing was destroyed.",
  );
}
