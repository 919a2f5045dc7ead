import type { PlanJson, ResourceChange } from "../../lib/terraform/plan-json";
import { at } from "./values";
import { isPlain } from "../../../config/kernel/plain";

/** What the review reads of a resource in a plan, beside what the rehearsal does. */
export interface PlannedResource extends ResourceChange {
  /** Address that it had in the state, when it was moved. */
  readonly previous_address?: string;
  /** `registry.terraform.io/hashicorp/aws` */
  readonly provider_name?: string;
}

/** What the review reads of a plan, beside what the rehearsal does. */
export interface PlanFile extends PlanJson {
  readonly format_version?: string;
  readonly resource_changes?: readonly PlannedResource[];
  /** Planning went wrong, and the rest of the file is what was known by then. */
  readonly errored?: boolean;
  /** Resources that Terraform will only plan after this plan is applied. */
  readonly deferred_changes?: readonly unknown[];
  /** What the provider found to differ from the state. */
  readonly resource_drift?: readonly PlannedResource[];
  readonly configuration?: {
    readonly provider_config?: Readonly<Record<string, ConfiguredProvider>>;
    readonly root_module?: {
      readonly resources?: readonly ConfiguredResource[];
      readonly module_calls?: Readonly<Record<string, { readonly source?: string }>>;
    };
  };
}

interface ConfiguredProvider {
  /** `aws` */
  readonly name: string;
  readonly expressions?: Readonly<Record<string, { readonly constant_value?: unknown }>>;
}

interface ConfiguredResource {
  readonly address: string;
  readonly expressions?: Readonly<Record<string, unknown>>;
  /** Programs that run where the resource is made or destroyed. */
  readonly provisioners?: readonly { readonly type: string; readonly expressions?: unknown }[];
}

/** Why Terraform replaces or deletes a resource when no attribute says it. */
const REASONS: Readonly<Record<string, string>> = {
  replace_because_tainted: "an earlier apply failed half-way and left it tainted",
  replace_by_request: "the plan was made with -replace for it",
  replace_by_triggers: "something that its replace_triggered_by names changes",
  delete_because_no_resource_config: "it is no longer in the configuration",
  delete_because_no_module: "its module is no longer in the configuration",
  delete_because_wrong_repetition: "its count or for_each has changed",
  delete_because_count_index: "its count is smaller",
  delete_because_each_key: "its key is no longer in for_each",
  delete_because_no_move_target: "it was moved to an address that is not in the configuration",
};

/** Why a resource is replaced or deleted, in words; null where the plan does not say. */
export function reasonOf({ action_reason: reason, deposed }: PlannedResource): string | null {
  if (deposed !== undefined) return "an earlier replacement left it behind";
  return reason === undefined ? null : (REASONS[reason] ?? null);
}

/** Whether the configuration gives a value at some steps of a resource; null for plans that do not tell it. */
export type IsWritten = (address: string, steps: readonly (string | number)[]) => boolean | null;

/** Whether the configuration of a plan gives a value at a place. */
export function writtenValues(plan: PlanFile): IsWritten {
  const resources = plan.configuration?.root_module?.resources ?? [];
  const byAddress = new Map(resources.map(({ address, expressions }) => [address, expressions ?? {}]));
  return (address, steps) => {
    const expressions = byAddress.get(address.replace(/\[[^\]]*\]$/, ""));
    return expressions ? isThere(expressions, steps) : null;
  };
}

/** Blocks are lists or objects of expressions; an expression gives all that is in its value. */
function isThere(expressions: unknown, [step, ...rest]: readonly (string | number)[]): boolean {
  if (step === undefined || (isPlain(expressions) && ("references" in expressions || "constant_value" in expressions)))
    return true;
  const inner = at(expressions, step);
  return inner !== undefined && isThere(inner, rest);
}

const SCALERS = ["aws_autoscaling_schedule", "aws_autoscaling_policy"];

/** Auto Scaling groups that something else than Terraform gives their size. */
export function scaledGroups({ resource_changes: all = [] }: PlanFile): ReadonlySet<string> {
  const names = all.flatMap(({ type, change: { actions, before, after } }) => {
    if (!SCALERS.includes(type) || (actions.length === 1 && actions[0] === "delete")) return [];
    return [at(after, "autoscaling_group_name"), at(before, "autoscaling_group_name")];
  });
  return new Set(names.filter((name) => typeof name === "string"));
}

/** Auto Scaling groups that a resource is, or has made. */
export function groupNames({ type, change: { before } }: PlannedResource): string[] {
  if (!isPlain(before)) return [];
  if (type === "aws_autoscaling_group") return [String(before["name"])];
  const groups = at(at(before["resources"], 0), "autoscaling_groups");
  return Array.isArray(groups) ? groups.map((group) => String(at(group, "name"))) : [];
}
