import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../lib/aws/access";
import { StackTerraform, StackTerraformError, type SavedPlan } from "../../lib/terraform/stack-terraform";
import { planLines, planText } from "../../lib/terraform/plan-lines";
import { ExpectedError } from "../../lib/errors/expected-error";
import { RefusedError } from "../../lib/errors/refused-error";
import { countChanges, kindOf, type Changes } from "../../lib/terraform/plan-json";
import { ownLocation, readStack, stackFolder } from "../../lib/terraform/stack-json";
import { writeOutputs } from "../../lib/files/output";
import { findExisting, isPresumed, type Existing } from "./find-existing";
import { missingResources } from "./missing";

export interface BootstrapProps {
  readonly environment: AwsEnvironment;
  /** Folder that synth wrote into: `cdktf.out`. */
  readonly synthFolder: string;
  readonly aws: AwsAccess;
  /** Folder for the saved plan, for as long as it takes. */
  readonly workFolder: string;
  /** Environment of Terraform. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Asked before the plan is applied. */
  readonly confirm: () => Promise<boolean>;
  readonly tell: (text: string) => void;
}

export interface Bootstrapped {
  readonly environment: string;
  readonly account: string;
  readonly stack: string;
  readonly outcome: "applied" | "unchanged" | "planned" | "declined";
  /** State of the stack: the file to commit. */
  readonly stateFile: string;
  readonly stateBucket: string;
  /** What the account had already. */
  readonly imported: readonly Existing[];
  readonly changes: Changes;
  /** Roles of the pipeline; null: the config has no `ci`. */
  readonly roles: { readonly plan: string; readonly deploy: string } | null;
}

const IMPORTS = "railyard-imports.tf.json";

/** Plans and applies the bootstrap stack, after import of what the account has and the state does not. */
export async function bootstrap(props: BootstrapProps): Promise<Bootstrapped> {
  const { environment, synthFolder, aws, env, signal, tell } = props;
  const { name, account, ci } = environment;
  const bucket = stateBucketOf(environment);
  const stack = environment.names.stack("bootstrap");
  const folder = stackFolder(synthFolder, stack);
  const stateFile = ownLocation(synthFolder, stack) ?? "";
  const json = readStack(synthFolder, stack);
  const missing = missingResources(json, stateFile);
  if (!existsSync(stateFile)) tell(`${stateFile} is not there: looking for what the account has already`);
  const found = await findExisting({ aws, environment, bucket, stack: json, missing });
  const terraform = new StackTerraform({ folder, stack, env, signal });
  try {
    await terraform.init();
    const { saved, imported } = await plan(terraform, found, props, folder);
    for (const { address, id } of imported) tell(`imports ${address}: ${id}`);
    assertNothingGoes(stack, saved);
    const done = (outcome: Bootstrapped["outcome"]): Bootstrapped => ({
      environment: name,
      account,
      stack,
      outcome,
      stateFile,
      stateBucket: bucket,
      imported,
      changes: countChanges(saved.json),
      roles: ci && { plan: ci.planRoleArn, deploy: ci.deployRoleArn },
    });
    if (!saved.changes && imported.length === 0) return done("unchanged");
    const imports = imported.length > 0 ? [`${imported.length} to import`] : [];
    tell([`${stack}: ${[...imports, planText(saved.json)].join(", ")}`, ...planLines(saved.json)].join("\n"));
    if (props.dryRun) return done("planned");
    if (!(await props.confirm())) return done("declined");
    await terraform.apply(saved);
    return done("applied");
  } finally {
    rmSync(join(folder, IMPORTS), { force: true });
  }
}

async function plan(
  terraform: StackTerraform,
  found: readonly Existing[],
  { workFolder, dryRun }: BootstrapProps,
  folder: string,
): Promise<{ readonly saved: SavedPlan; readonly imported: readonly Existing[] }> {
  const attempt = async (imported: readonly Existing[]) => {
    const blocks = imported.map(({ address, id }) => ({ to: address, id }));
    if (blocks.length > 0)
      writeOutputs([
        {
          option: "the import blocks",
          path: join(folder, IMPORTS),
          text: JSON.stringify({ import: blocks }, null, 2),
        },
      ]);
    else rmSync(join(folder, IMPORTS), { force: true });
    return { saved: await terraform.plan(join(workFolder, "bootstrap.tfplan"), !dryRun), imported };
  };
  // an alias and its key, at the most
  for (let there = found; ;) {
    try {
      return await attempt(there);
    } catch (error) {
      const left = there.filter((existing) => !(isPresumed(existing) && isGone(existing, error)));
      if (left.length === there.length) throw error;
      there = left;
    }
  }
}

/** Whether Terraform has found that what it was to import is not there. */
function isGone({ address }: Existing, error: unknown): boolean {
  if (!(error instanceof StackTerraformError)) return false;
  return error.message.includes("Cannot import non-existent remote object") && error.message.includes(`"${address}"`);
}

/** Whatever this stack has, others stand on: states, and roles that run at this moment. */
function assertNothingGoes(stack: string, { json }: SavedPlan): void {
  const going = (json.resource_changes ?? []).filter(
    ({ mode, change }) => mode === "managed" && ["delete", "replace"].includes(kindOf(change) ?? ""),
  );
  if (going.length === 0) return;
  throw new RefusedError(
    `${stack}: this would delete or replace ${going.map(({ address }) => address).join(", ")}. bootstrap does neither, and nothing was changed.\n` +
      `Where it is meant, as after ci was taken out of the config: npm run cdktf -- deploy ${stack}`,
  );
}

/** @throws ExpectedError when the environment keeps its state in files */
export function stateBucketOf({ name, state }: AwsEnvironment): string {
  if (state.kind === "s3") return state.bucket;
  throw new ExpectedError(
    `${name} keeps its state in files, so there is no bucket to make. For a bucket, write state: { kind: "s3" }.`,
  );
}
