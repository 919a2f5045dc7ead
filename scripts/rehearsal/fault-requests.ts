import { didYouMean } from "../../config/kernel/nearest";
import { UsageError } from "../lib/errors/usage";
import { FAULT_KINDS, type Fault, type FaultKind } from "./fault";
import { kindOf, type PlanJson, type ResourceChange } from "../lib/terraform/plan-json";

/** A failure that is asked for by address. */
export interface FaultRequest {
  /** `<stack>.<address>`, or `<address>`. */
  readonly name: string;
  readonly kind: FaultKind;
}

/** Reads `--fail <address>[=<kind>]`. @throws UsageError */
export function parseFault(text: string): FaultRequest {
  const [, name = "", kind = "api-error"] = /^([^=]*)(?:=(.*))?$/.exec(text) ?? [];
  const known = FAULT_KINDS.find((each) => each === kind);
  if (name === "") throw new UsageError(`--fail needs the address of a resource, but is "${text}"`);
  if (known) return { name, kind: known };
  throw new UsageError(
    `--fail ${name}: "${kind}" is none of ${FAULT_KINDS.join(", ")}. ${didYouMean(kind, FAULT_KINDS) ?? ""}`.trimEnd(),
  );
}

/** What is to fail of a stack, as its plan has it. Resources that the plan does not change cannot fail. */
export function faultsOf(
  stack: string,
  { resource_changes: changes = [] }: PlanJson,
  requests: readonly FaultRequest[],
) {
  return requests.flatMap((request) => {
    const change = changes.find(({ address }) => request.name === address || request.name === `${stack}.${address}`);
    if (!change || change.mode !== "managed" || kindOf(change.change) === null) return [];
    return [{ request, fault: faultOf(stack, change, request.kind) }];
  });
}

function faultOf(stack: string, { address, type, change }: ResourceChange, kind: FaultKind): Fault {
  const deletes = kindOf(change) === "delete";
  const known = (deletes ? change.before : change.after) as Readonly<Record<string, unknown>>;
  return { kind, address: `${stack}.${address}`, type, known, deletes };
}
