import type { StackRole } from "../../config/resolve/names";
import { stacksOf } from "../ci/environment-plans";
import { assertAddresses, fullAddress } from "../deploy/allowed";
import { planText } from "../deploy/plan-lines";
import { ExpectedError } from "../expected-error";
import { losses as lossesOf } from "../rehearsal/run/losses";
import { countChanges, NO_CHANGES, type Changes, type PlanJson } from "../rehearsal/run/plan-json";
import type { AwsAccess } from "../aws/access";
import { clusterAccess } from "./cluster-access";
import { DoomedStack } from "./destroy-stack";
import { keptAddresses } from "./kept";
import { lustreExports } from "./lustre-exports";
import { claimName, deletingClaims } from "./owned-objects";
import { Quiesce } from "./quiesce";
import type { Patience } from "./until";
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
  readonly aws: AwsAccess;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly patience: Patience;
  /** Asked when all is known, and nothing is done yet. @param warnings what goes without a copy */
  readonly confirm: (warnings: readonly string[]) => Promise<boolean>;
}

export interface DestroyedStack {
  readonly stack: string;
  readonly outcome: "destroyed" | "empty";
  readonly changes: Changes;
  /** Addresses that stay in its state. */
  readonly kept: readonly string[];
}

/** A claim, which has a namespace: labels of DNS. */
const CLAIM = /^[a-z0-9-]+\/[a-z0-9.-]+$/;

/** Nothing was done. */
export class DestroyRefused extends ExpectedError {}

interface Doomed {
  readonly stack: string;
  readonly doomed: DoomedStack;
  readonly plan: PlanJson;
}

/**
 * Destroys an environment: everything is planned and must have been named before anything is touched; jobs end, files are
 * exported, what controllers own in AWS goes while they run; then each stack before those that it stands on.
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
  const keptOf = new Map(stacks.map((stack) => [stack, keptAddresses(synthFolder, stack, keep)]));
  const planned: Doomed[] = [];
  for (const stack of stacks) {
    tell(`${stack}: planning what goes`);
    const doomed = new DoomedStack({ synthFolder, stack, kept: keptOf.get(stack), workFolder, env, signal, tell });
    const plan = await doomed.plan();
    tell(`${stack}: ${isNothing(plan) ? "nothing there" : planText(plan)}`);
    planned.push({ stack, doomed, plan });
  }
  const there = planned.filter(({ plan }) => !isNothing(plan));
  const goes = (...roles: StackRole[]) =>
    roles.some((role) => there.some(({ stack }) => stack === environment.names.stack(role)));
  const cluster = await reach(props, goes("slurm", "platform", "nodes", "cluster"));
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
  const quiesce = new Quiesce({ ...props, cluster, goes });
  await quiesce.drain();
  await exports.run();
  const done: DestroyedStack[] = [];
  for (const { stack, doomed, plan } of planned) {
    const kept = [...(keptOf.get(stack) ?? [])];
    if (isNothing(plan)) {
      done.push({ stack, outcome: "empty", changes: NO_CHANGES, kept });
      continue;
    }
    await quiesce.before(stack);
    tell(`${stack}: destroying`);
    const changes = await doomed.destroy((now) => assertAgreed(stack, plan, now));
    tell(`${stack}: destroyed`);
    done.push({ stack, outcome: "destroyed", changes, kept });
  }
  return done;
}

/** Nobody agreed to what has come since. */
function assertAgreed(stack: string, agreed: PlanJson, now: PlanJson): void {
  const before = new Set((agreed.resource_changes ?? []).map(({ address }) => address));
  const more = lossesOf(now).filter(({ address }) => !before.has(address));
  if (more.length === 0) return;
  throw new DestroyRefused(
    `${stack}: ${more.map(({ address }) => address).join(", ")} came since it was planned. Nothing of this stack was destroyed: run the same command again.`,
  );
}

const isNothing = (plan: PlanJson): boolean => Object.values(countChanges(plan)).every((count) => count === 0);

/** The cluster, where something of it goes; null: there is none, or it is not to be asked. */
async function reach(props: DestroyProps, needed: boolean) {
  const { environment, aws, workFolder, env, skipDrain, patience } = props;
  if (!needed || skipDrain) return null;
  const access = await clusterAccess({ environment, aws, folder: workFolder, env, signal: patience.signal });
  if (access.kind === "reached") return access.kubectl;
  if (access.kind === "gone") return null;
  throw new DestroyRefused(
    `The cluster ${environment.names.cluster} does not answer here: ${access.why}\n` +
      "Jobs can't be drained, and what its controllers made in AWS (load balancers, volumes) would stay. Run this from inside " +
      "the VPC or what is connected to it, or go on without: --skip-drain. Nothing was destroyed.",
  );
}
