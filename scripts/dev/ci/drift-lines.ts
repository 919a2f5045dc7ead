import type { PlanJson } from "../../lib/terraform/plan-json";
import { resourceChanges, type ReviewedChange } from "../../review/changes/resource-changes";
import type { Shown } from "../../review/model";

/** Who made the difference. */
export type DriftCause =
  /** The resource is another one than Terraform left it. */
  | "changed-outside"
  /** It is gone, and Terraform did not remove it. */
  | "removed-outside"
  /** The code changed since it was applied. */
  | "not-deployed";

export interface DriftAttribute {
  readonly path: string;
  readonly real: Shown;
  readonly code: Shown;
}

/** A resource that is not as the code says. */
export interface DriftLine {
  readonly address: string;
  readonly cause: DriftCause;
  /** What deploying would do about it. */
  readonly action: ReviewedChange["action"];
  readonly attributes: readonly DriftAttribute[];
}

export interface StackDrift {
  readonly stack: string;
  /** Nothing of the stack is there. */
  readonly missing: boolean;
  readonly lines: readonly DriftLine[];
  /** Differences that are expected, or of which the code says nothing. */
  readonly leftOut: number;
}

interface DriftPlan extends PlanJson {
  /** What the provider found to differ from the state. */
  readonly resource_drift?: PlanJson["resource_changes"];
  readonly prior_state?: {
    readonly values?: { readonly root_module?: { readonly resources?: readonly { readonly mode: string }[] } };
  };
}

/** How a stack differs from what the code says, from a real plan of it. */
export function stackDrift(stack: string, plan: DriftPlan): StackDrift {
  const { changes, noise } = resourceChanges({ stack, plan });
  const outside = new Map((plan.resource_drift ?? []).map(({ address, change }) => [address, change.actions]));
  const changed = new Set(changes.map(({ address }) => address));
  const held = plan.prior_state?.values?.root_module?.resources ?? [];
  const missing = !held.some(({ mode }) => mode === "managed") && outside.size === 0 && changes.length > 0;
  return {
    stack,
    missing,
    lines: missing ? [] : changes.map((change) => driftLine(change, outside.get(change.address))),
    leftOut: noise + [...outside.keys()].filter((address) => !changed.has(address)).length,
  };
}

function driftLine(change: ReviewedChange, outside: readonly string[] | undefined): DriftLine {
  const { address, action, attributes } = change;
  return {
    address,
    action,
    cause: outside === undefined ? "not-deployed" : outside.includes("delete") ? "removed-outside" : "changed-outside",
    attributes: attributes.map(({ path, before, after }) => ({ path, real: before, code: after })),
  };
}
