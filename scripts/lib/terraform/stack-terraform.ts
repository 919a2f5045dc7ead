import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { runChild, type ChildResult } from "../process/child";
import type { PlanJson } from "./plan-json";
import { parseJson } from "../files/read-json";

export interface StackTerraformProps {
  /** Folder that synth wrote. */
  readonly folder: string;
  readonly stack: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Each line that Terraform writes while it plans and applies. @default - nobody is told */
  readonly onLine?: ((line: string) => void) | undefined;
}

/** Terraform did not do what it was told; the message has its last words. */
export class StackTerraformError extends ExpectedError {
  /** @param killed somebody or the kernel has ended it, so that it has put nothing away */
  constructor(
    message: string,
    readonly killed = false,
  ) {
    super(message);
  }
}

/** A saved plan: what is applied later is this and nothing else. */
export interface SavedPlan {
  readonly file: string;
  readonly json: PlanJson;
  /** Something would change. */
  readonly changes: boolean;
}

/** The person's own Terraform, with real providers, state and credentials, on one stack. */
export class StackTerraform {
  readonly #props: StackTerraformProps;

  constructor(props: StackTerraformProps) {
    this.#props = props;
  }

  /**
   * @param locked text of a lock file: providers are those that it has the hashes of, and no others; null: there are none.
   * @default - whatever the constraints allow, and the folder's own lock file
   * @throws StackTerraformError where an earlier run has left what is not in the state: a plan would make it again
   */
  async init(locked?: string | null): Promise<void> {
    const { folder, stack } = this.#props;
    if (existsSync(join(folder, "errored.tfstate")))
      throw new StackTerraformError(`${stack}: an earlier run could not write its state, and left errored.tfstate.`);
    const strange = strangers(folder);
    if (strange.length > 0)
      throw new StackTerraformError(
        `${stack}: ${folder} has what Railyard did not write, and Terraform reads it with the rest: ${strange.join(", ")}. Take it away: what a stack has comes from config.`,
      );
    if (locked !== undefined) this.#lock(locked);
    const options = locked === undefined ? [] : ["-lockfile=readonly"];
    await this.#run([0], "init", "-input=false", "-no-color", ...options);
  }

  /** The lock file that init has left: versions and hashes of the providers; null where the stack has none. */
  locked(): string | null {
    return existsSync(this.#lockFile) ? readFileSync(this.#lockFile, "utf8") : null;
  }

  get #lockFile(): string {
    return join(this.#props.folder, ".terraform.lock.hcl");
  }

  #lock(text: string | null): void {
    if (text === null) rmSync(this.#lockFile, { force: true });
    else writeFileSync(this.#lockFile, text);
  }

  /**
   * @param file where the plan is saved; it has secrets in it
   * @param lock false for who may read the state only
   * @param more as in `-destroy`, `-target=aws_vpc.network`
   */
  async plan(file: string, lock: boolean, more: readonly string[] = []): Promise<SavedPlan> {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const options = ["-input=false", "-no-color", "-detailed-exitcode", `-lock=${lock}`, "-lock-timeout=5m", ...more];
    const { code } = await this.#run([0, 2], "plan", ...options, `-out=${file}`);
    const { stdout } = await this.#run([0], "show", "-json", "-no-color", file);
    return {
      file,
      json: parseJson(stdout, { name: `The plan of ${this.#props.stack}, as terraform show writes it,` }) as PlanJson,
      changes: code === 2,
    };
  }

  /** Addresses of what the state has; nothing of the configuration is looked at. */
  async recorded(): Promise<string[]> {
    const { code, stdout, stderr } = await this.#run([0, 1], "state", "list");
    if (code === 1 && !stderr.includes("No state file was found"))
      throw new StackTerraformError(`${this.#props.stack}: terraform state list failed:\n${stderr.trim()}`);
    return stdout.split("\n").filter((line) => line && !line.startsWith("data."));
  }

  /** Applies a saved plan; Terraform refuses it when the state is not the one that it was made from. */
  async apply({ file }: SavedPlan): Promise<void> {
    await this.#run([0], "apply", "-input=false", "-no-color", "-lock-timeout=5m", file);
  }

  async #run(good: readonly number[], ...args: string[]): Promise<ChildResult> {
    const { folder, stack, env, signal, onLine } = this.#props;
    const program = env["TERRAFORM_BINARY_NAME"] || "terraform";
    const result = await runChild({
      program,
      args,
      folder,
      // the states of the stacks are those of the default workspace, whichever one was chosen for another project
      env: { ...wholeStacks(env), TF_IN_AUTOMATION: "1", CHECKPOINT_DISABLE: "1", TF_WORKSPACE: "default" },
      signal,
      ...(LOCKING.includes(args[0] ?? "") && { onLine, outlives: true }),
      // an apply that is killed loses what it has made
      graceSeconds: 600,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw new StackTerraformError(`There is no program "${program}".`);
    });
    if (result.code !== null && good.includes(result.code)) return result;
    const how = result.code === null ? "was killed: by somebody, or by the kernel for lack of memory" : "failed";
    const words = lastWords(result);
    throw new StackTerraformError(
      `${stack}: terraform ${args[0]} ${how}${words && `:\n${words}`}`,
      result.code === null,
    );
  }
}

/** What locks the state, and is left to write it and to give the lock back when this process is killed. */
const LOCKING = ["plan", "apply"];

/** Configuration that is written here: of synth, of copies that are destroyed, of what is imported. */
const WRITTEN = ["cdk.tf.json", "railyard_override.tf.json", "railyard-imports.tf.json"];

/** @see https://developer.hashicorp.com/terraform/language/files */
function strangers(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => /\.(?:tf|tofu)(?:\.json)?$/.test(name) && !WRITTEN.includes(name));
}

/** Arguments by which Terraform would look at another state, or at a part of a stack; those for providers stay. */
const ELSEWHERE = /-(?:backend|reconfigure|migrate-state|force-copy|from-module)/;

/**
 * Without the arguments that somebody's environment gives every Terraform: what is planned here is all of a stack.
 * @see https://developer.hashicorp.com/terraform/cli/config/environment-variables
 */
function wholeStacks(env: StackTerraformProps["env"]): StackTerraformProps["env"] {
  const kept = ([name, value]: [string, string | undefined]) =>
    name === "TF_CLI_ARGS_init" ? !ELSEWHERE.test(value ?? "") : !/^TF_(?:CLI_ARGS(?:_|$)|DATA_DIR$)/.test(name);
  return Object.fromEntries(Object.entries(env).filter(kept));
}

const LINES = 60;

function lastWords({ stdout, stderr }: ChildResult): string {
  const lines = (stderr.trim() || stdout.trim()).split("\n");
  return lines.slice(-LINES).join("\n");
}
