import type { Fault } from "../fault";
import { isAttributes, type Attributes, type Value } from "../value";
import { canonical } from "./changes";

/** What goes wrong, told as the real provider would. */
export const FAULT_TEXTS = {
  "api-error": "InternalError: an internal error has occurred (injected by --fail)",
  timeout: "timeout while waiting for state to become 'ACTIVE' (injected by --fail)",
  throttling:
    "operation error: exceeded maximum number of attempts, 25, ThrottlingException: Rate exceeded (injected by --fail)",
} as const;

/** Failures that are still to happen. Each happens once. */
export class Faults {
  private readonly waiting = new Set<Fault>();
  private readonly done: Fault[] = [];

  add(fault: Fault): void {
    this.waiting.add(fault);
  }

  get happened(): readonly Fault[] {
    return this.done;
  }

  /** The fault that an operation runs into, if any. @param object what is planned, or what is deleted */
  take(type: string, object: Attributes, deletes: boolean): Fault | null {
    for (const fault of this.waiting) {
      if (fault.type !== type || fault.deletes !== deletes || !matches(object, fault.known)) continue;
      this.waiting.delete(fault);
      this.done.push(fault);
      return fault;
    }
    return null;
  }
}

/** Whether an object has all that the plan knew of it. Terraform's plan leaves out what was not known then. */
function matches(object: Value, known: unknown): boolean {
  if (known === null || known === undefined) return true;
  if (Array.isArray(known)) return sameElements(object, known);
  if (typeof known !== "object") return object === known;
  if (!isAttributes(object)) return false;
  return Object.entries(known).every(([name, value]) => matches(object[name] ?? null, value));
}

/** Sets come in any order, and elements may have parts that were not known. */
function sameElements(object: Value, known: readonly unknown[]): boolean {
  if (!Array.isArray(object)) return false;
  const values = object as readonly Value[];
  return known.every((each) =>
    values.some((value) => matches(value, each) || canonical(value) === JSON.stringify(each)),
  );
}
