import { compareVersions } from "../../../config/kernel/version-order";
import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { runChild, type ChildResult } from "../process/child";
import { runToEnd } from "../process/run-to-end";
import { jsonIn } from "../files/read-json";

/** Thrown when there is no Terraform that can be used. */
export class TerraformError extends ExpectedError {}

/** A Terraform that is there and new enough. */
export interface Terraform {
  readonly program: string;
  /** As in `1.11.4`. */
  readonly version: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds Terraform where CDKTF looks for it.
 * @param requirement what the stacks ask for, as in `>= 1.11.0`
 */
export function findTerraform(requirement: string, env: Environment = process.env): Terraform {
  const program = env["TERRAFORM_BINARY_NAME"] || "terraform";
  const needed = requirement.replace(/^>=\s*/, "");
  const fail = (found: string): never => {
    throw new TerraformError(
      `Terraform ${needed} or newer is needed, but ${found}.\n` +
        "Install one from https://developer.hashicorp.com/terraform/install, " +
        "or name a program in TERRAFORM_BINARY_NAME.",
    );
  };
  // warnings about the person's own settings come on the error output
  const { isMissing, failure, stdout, stderr } = runToEnd(program, ["version", "-json"], {
    env: terraformEnvironment(env),
    limitSeconds: 60,
  });
  if (isMissing) return fail(`there is no program "${program}"`);
  if (failure !== null) return fail(`"${program}" cannot be run (${failure})`);
  const version = versionIn(stdout);
  if (version === null) return fail(`"${program} version -json" tells no version${quoted(stderr || stdout)}`);
  if (compareVersions(version, needed) < 0) return fail(`"${program}" is ${version}`);
  return { program, version };
}

function versionIn(output: string): string | null {
  const { terraform_version: version } = (jsonIn(output) ?? {}) as { terraform_version?: unknown };
  return typeof version === "string" && /^\d+\.\d+\.\d+/.test(version) ? version : null;
}

function quoted(text: string): string {
  const line = text.trim().split("\n", 1)[0];
  return line ? `: ${line.slice(0, 200)}` : "";
}

/**
 * What Terraform sees of a person's environment: no settings, arguments, variables and credentials, and no proxy, since
 * it has nowhere to go. The rest stays, for the sake of version managers.
 */
const KEPT_BACK = /^(TF_|TFE_|AWS_|AMAZON_|KUBE|HELM_|CDKTF_|CHECKPOINT_|(HTTP|HTTPS|ALL|NO)_PROXY$)/i;

/** Variables with which Terraform runs: a person's without what would change what it does. */
export function terraformEnvironment(env: Environment = process.env): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && !KEPT_BACK.test(name));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    CHECKPOINT_DISABLE: "1",
    // Terraform runs for moments here: collecting garbage less often saves a sixth of its time
    GOGC: env["GOGC"] ?? "400",
    NO_PROXY: "*",
    TF_CLI_CONFIG_FILE: join(__dirname, "terraform.tfrc"),
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
  };
}

export interface RunTerraformProps {
  readonly terraform: Terraform;
  /** Folder of the stack. */
  readonly folder: string;
  readonly args: readonly string[];
  /** What comes on top of the environment that Terraform always gets: sockets of the stand-in. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly onLine?: ((line: string) => void) | undefined;
  /** Seconds that Terraform has to write its state when it is interrupted. @default 10 */
  readonly graceSeconds?: number | undefined;
}

/** Runs Terraform to its end, whatever its exit code. */
export function runTerraform({ terraform, env, ...props }: RunTerraformProps): Promise<ChildResult> {
  return runChild({ ...props, program: terraform.program, env: { ...terraformEnvironment(), ...env } });
}
