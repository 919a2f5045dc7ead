import { existsSync } from "node:fs";
import { join } from "node:path";
import { StackTerraform, StackTerraformError, type SavedPlan } from "../../lib/terraform/stack-terraform";
import { advice } from "../../lib/terraform/advice";
import { isNews } from "../../lib/terraform/progress";
import { ExpectedError } from "../../lib/errors/expected-error";
import { countChanges, kindOf, type Changes, type PlanJson } from "../../lib/terraform/plan-json";
import { stackFolder } from "../../lib/terraform/stack-json";
import { destroyFolder, type DestroyFolder } from "../../lib/terraform/destroy-folder";

export interface DestroyStackProps {
  readonly synthFolder: string;
  readonly stack: string;
  /** Addresses that stay. @default - all of it goes */
  readonly kept?: ReadonlySet<string> | undefined;
  /** Folder for the copies of stacks. */
  readonly workFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (text: string) => void;
}

/** A stack could not be destroyed; the message has Terraform's last words, and what to do. */
export class DestroyStackError extends ExpectedError {}

/** One stack that is to go. */
export class StackDestruction {
  readonly #props: DestroyStackProps;
  readonly #place: DestroyFolder;
  readonly #terraform: StackTerraform;
  #ready = false;

  constructor(props: DestroyStackProps) {
    const { synthFolder, stack, workFolder, env, signal, tell } = props;
    this.#props = props;
    this.#place = destroyFolder(synthFolder, stack, workFolder);
    const onLine = (line: string) => isNews(line) && tell(`${stack}: ${line}`);
    this.#terraform = new StackTerraform({ folder: this.#place.folder, stack, env, signal, onLine });
  }

  /**
   * What would go; nothing is changed. A stack with nothing left is not planned: what it reads from the stacks below may be
   * gone by then, and Terraform would fail for that.
   */
  async plan(): Promise<PlanJson> {
    const there = await this.#run(async (terraform) => {
      await this.#init(terraform);
      return terraform.recorded();
    });
    if (there.every((address) => this.#props.kept?.has(withoutKey(address)))) return {};
    return (await this.#planGoing()).json;
  }

  /**
   * Destroys it.
   * @param check throws when the plan takes more than what was agreed
   */
  async destroy(check: (plan: PlanJson) => void): Promise<Changes> {
    const saved = await this.#planGoing();
    check(saved.json);
    const switched = this.#toSwitch(saved.json);
    if (switched.length === 0) {
      await this.#run((terraform) => terraform.apply(saved));
      return countChanges(saved.json);
    }
    this.#props.tell(`${this.#props.stack}: deletion protection of ${switched.join(", ")} goes first`);
    const lift = await this.#plan(...switched.map((address) => `-target=${address}`));
    assertOnlyUpdates(this.#props.stack, lift.json);
    await this.#run((terraform) => terraform.apply(lift));
    const unprotected = await this.#planGoing();
    check(unprotected.json);
    await this.#run((terraform) => terraform.apply(unprotected));
    return countChanges(unprotected.json);
  }

  /** A plan that takes all but what is kept: Terraform can be told what goes, and not what stays. */
  async #planGoing(): Promise<SavedPlan> {
    const { kept, stack } = this.#props;
    const all = await this.#plan("-destroy");
    const stays = (address: string) => kept?.has(withoutKey(address)) === true;
    const deleted = addressesOf(all.json);
    if (!deleted.some(stays)) return all;
    const targets = [...new Set(deleted.map(withoutKey))].filter((address) => !stays(address));
    if (targets.length === 0) return { ...all, json: {}, changes: false };
    const going = await this.#plan("-destroy", ...targets.map((address) => `-target=${address}`));
    const lost = addressesOf(going.json).filter(stays);
    if (lost.length === 0) return going;
    throw new DestroyStackError(`${stack}: ${lost.join(", ")} cannot be kept: it goes with what it stands on.`);
  }

  /** Resources that are there with a protection on. */
  #toSwitch({ resource_changes: changes = [] }: PlanJson): string[] {
    return changes.flatMap(({ address, change }) => {
      const names = this.#place.switched[withoutKey(address)] ?? [];
      const before = (change.before ?? {}) as Readonly<Record<string, unknown>>;
      return kindOf(change) === "delete" && names.some((name) => before[name] === true) ? [address] : [];
    });
  }

  async #plan(...options: string[]): Promise<SavedPlan> {
    const { workFolder, stack } = this.#props;
    return this.#run(async (terraform) => {
      await this.#init(terraform);
      return terraform.plan(join(workFolder, `${stack}.tfplan`), true, options);
    });
  }

  async #init(terraform: StackTerraform): Promise<void> {
    if (!this.#ready) await terraform.init();
    this.#ready = true;
  }

  async #run<T>(act: (terraform: StackTerraform) => Promise<T>): Promise<T> {
    try {
      return await act(this.#terraform);
    } catch (error) {
      if (!(error instanceof StackTerraformError)) throw error;
      const { synthFolder, stack } = this.#props;
      const { folder } = this.#place;
      // the copy is gone when somebody reads this, unless it has such a file
      const what = existsSync(join(folder, "errored.tfstate"))
        ? advice("errored.tfstate", folder)
        : advice(error.message, stackFolder(synthFolder, stack));
      throw new DestroyStackError(`${error.message}\n${what}`);
    }
  }
}

const withoutKey = (address: string): string => address.replace(/\[[^\]]*\]$/, "");

/** What a plan deletes. */
function addressesOf({ resource_changes: changes = [] }: PlanJson): string[] {
  return changes
    .filter(({ mode, change }) => mode === "managed" && kindOf(change) === "delete")
    .map(({ address }) => address);
}

/** Targets bring along what they stand on: it may be brought up to date, but nothing is made again. */
function assertOnlyUpdates(stack: string, { resource_changes: changes = [] }: PlanJson): void {
  const others = changes.filter(({ mode, change }) => mode === "managed" && ![null, "update"].includes(kindOf(change)));
  if (others.length === 0) return;
  throw new DestroyStackError(
    `${stack}: to lift its deletion protection Terraform would ${others.map(({ address, change }) => `${change.actions.join(", ")} ${address}`).join("; ")}. ` +
      "Lift it by hand, then run the same command again.",
  );
}
