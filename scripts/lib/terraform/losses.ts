import { didYouMean } from "../../../config/kernel/nearest";
import { givenUp, isGuard } from "./guard-entries";
import { kindOf, pathText, type PlanJson } from "./plan-json";
import { statefulType, type Stateful } from "../../catalog/catalog";
import type { Holds } from "../../catalog/catalog-type";

/** A resource with something in it that a plan deletes or replaces. */
export interface Loss {
  readonly address: string;
  readonly type: string;
  readonly action: "delete" | "replace";
  readonly holds: Holds;
  /** What goes with it. */
  readonly why: string;
  /** Attributes that cannot change in place, as in `subnet_ids[0]`; none when something else makes Terraform do it. */
  readonly reasonPaths: readonly string[];
}

/** A loss in one of an environment's stacks. */
export interface StackLoss extends Loss {
  readonly stack: string;
}

const PROTECTED: Stateful = { holds: "data", why: "the stack has prevent_destroy on it" };

/**
 * What a plan would lose.
 * @param protectedAddresses resources that the configuration itself protects; they count whatever their type
 */
export function losses(
  { resource_changes: changes = [] }: PlanJson,
  protectedAddresses: readonly string[] = [],
): Loss[] {
  const given = new Set([...protectedAddresses, ...changes.flatMap(givenUp)]);
  return changes.flatMap((resource) => {
    const { address, type, mode, change } = resource;
    const action = kindOf(change);
    if (mode !== "managed" || (action !== "delete" && action !== "replace") || isGuard(resource)) return [];
    const guarded = given.has(address.replace(/\[[^\]]*\]$/, ""));
    const stateful = statefulType(type) ?? (guarded ? PROTECTED : null);
    if (stateful === null) return [];
    return [{ address, type, action, ...stateful, reasonPaths: (change.replace_paths ?? []).map(pathText) }];
  });
}

export interface Judgement {
  readonly refused: readonly StackLoss[];
  readonly allowed: readonly StackLoss[];
  /** What is wrong with the names that were to be allowed. */
  readonly mistakes: readonly string[];
}

/**
 * Sets losses that a person allows apart.
 * @param allow `<address>`, or `<stack>.<address>` where several stacks lose the same; each must be lost, so that a list
 * of them does not grow old
 */
export function judge(found: readonly StackLoss[], allow: readonly string[]): Judgement {
  const full = ({ stack, address }: StackLoss) => `${stack}.${address}`;
  const named = (name: string) => found.filter((loss) => name === loss.address || name === full(loss));
  const mistakes = [...new Set(allow)].flatMap((name) => {
    const meant = named(name);
    if (meant.length === 1) return [];
    if (meant.length > 1) return [`--allow ${name} could be ${meant.map(full).join(" or ")}: name the stack too`];
    const names = found.flatMap((loss) => [loss.address, full(loss)]);
    return [`--allow ${name}: no such resource is deleted or replaced. ${didYouMean(name, names) ?? ""}`.trimEnd()];
  });
  const isAllowed = (loss: StackLoss) =>
    allow.some((name) => named(name).length === 1 && (name === loss.address || name === full(loss)));
  return {
    refused: found.filter((loss) => !isAllowed(loss)),
    allowed: found.filter(isAllowed),
    mistakes,
  };
}
