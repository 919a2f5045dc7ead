import { statefulType } from "../../catalog/catalog";
import { isGuard } from "./guard-entries";
import type { Loss } from "./losses";
import { recordedIn } from "./recorded-state";
import { resourcesOf, type StackJson } from "./stack-json";

/** Blocks by which code says what becomes of an address that it has no more. */
interface Farewells {
  readonly moved?: readonly { readonly from: string }[];
  readonly removed?: readonly { readonly from: string; readonly lifecycle?: { readonly destroy?: boolean } }[];
}

/** An address without the key of an instance. */
const whole = (address: string): string => address.replace(/\[.*\]$/, "");

/**
 * What a state has and the code of its stack has no more: the next apply destroys it, which is known without a plan. What an
 * apply would replace is not among it.
 * @param state as Terraform writes it; null: there is none
 * @returns losses, as a plan would tell them
 */
export function goneFromCode(state: unknown, code: StackJson & Farewells): Loss[] {
  if (state === null) return [];
  const stays = new Set([
    ...resourcesOf(code).map(({ address }) => address),
    ...(code.moved ?? []).map(({ from }) => whole(from)),
    ...(code.removed ?? []).flatMap(({ from, lifecycle }) => (lifecycle?.destroy === false ? [whole(from)] : [])),
  ]);
  return recordedIn(state).flatMap(({ address, type }): Loss[] => {
    const stateful = statefulType(type);
    if (stateful === null || isGuard({ type, name: whole(address).split(".").at(-1) ?? "" })) return [];
    return stays.has(whole(address)) ? [] : [{ address, type, action: "delete", ...stateful, reasonPaths: [] }];
  });
}
