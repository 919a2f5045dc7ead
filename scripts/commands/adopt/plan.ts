import { rmSync } from "node:fs";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { StackRole } from "../../../config/names/resolve";
import { planStacks } from "../../lib/terraform/environment-plans";
import { StackTerraformError } from "../../lib/terraform/stack-terraform";
import { importsOf, importLines } from "../../lib/terraform/imports";
import { countChanges } from "../../lib/terraform/plan-json";
import { losses } from "../../lib/terraform/losses";
import { temporaryFolder } from "../../lib/process/temporary-folder";

export interface AdoptionPlanProps {
  /** Where synth has written: `cdktf.out`. */
  readonly synthFolder: string;
  readonly environment: AwsEnvironment;
  readonly roles: readonly StackRole[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

/** Terraform's own plan of a stack with resources that are adopted. */
export interface AdoptionPlan {
  readonly stack: string;
  readonly imports: ReturnType<typeof importsOf>;
  readonly changes: ReturnType<typeof countChanges>;
  /** Addresses of what would be lost; none may be. */
  readonly lost: readonly string[];
}

/** Plans the stacks with the person's own Terraform and credentials, and tells every change that is left. Applies nothing. */
export async function planAdoption(props: AdoptionPlanProps): Promise<AdoptionPlan[]> {
  const { synthFolder, environment, roles, env, signal, onLine } = props;
  // plans have secrets in them
  const workFolder = temporaryFolder("adopt-plan");
  const stacks = roles.map((role) => environment.names.stack(role));
  const done: AdoptionPlan[] = [];
  try {
    const options = { synthFolder, environment, stacks, workFolder, lock: false, byHand: true, env, signal };
    for await (const { stack, saved } of planStacks({ ...options, tell: () => {} })) {
      const imports = importsOf(saved.json);
      const changes = countChanges(saved.json);
      const imported = imports.map(({ address }) => address);
      const lost = losses(saved.json, imported).map(({ address, action }) => `${address} would be ${action}d`);
      const { create, update, replace, delete: gone } = changes;
      if (imports.length === 0) onLine(`${stack}: nothing to import: the state has it already`);
      importLines(stack, imports).forEach(onLine);
      onLine(
        create + update + replace + gone === 0
          ? `${stack}: the plan is empty`
          : `${stack}: ${create} made, ${update} changed in place, ${replace} replaced, ${gone} deleted`,
      );
      lost.forEach((line) => onLine(`${stack}: LOST: ${line}`));
      done.push({ stack, imports, changes, lost });
    }
  } catch (error) {
    // protection turns a replacement into an error of the plan
    if (!(error instanceof StackTerraformError) || !/Instance cannot be destroyed/.test(error.message)) throw error;
    onLine(error.message);
    done.push({
      stack: "",
      imports: [],
      changes: { create: 0, update: 0, replace: 0, delete: 0 },
      lost: [error.message],
    });
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
  return done;
}
