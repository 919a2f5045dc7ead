import { UsageError } from "../../../lib/errors/usage";

/** How the fork buys the nodes of a group. */
export type CapacityAnswer =
  | { readonly kind: "follow" }
  | { readonly kind: "on-demand" }
  | { readonly kind: "spot" }
  | { readonly kind: "reservation"; readonly target: string; readonly zone: string; readonly count?: number }
  | {
      readonly kind: "capacity-block";
      readonly id: string;
      readonly zone: string;
      readonly start: string;
      readonly end: string;
      readonly count?: number;
    };

/** How an answer is written, for hints. */
export const CAPACITY_FORMS =
  "on-demand, spot, reservation:<cr-… or ARN>:<zone>[:<count>], capacity-block:<cr-…>:<zone>:<start>:<end>[:<count>], or follow (same account and Region: the reservation is shared)";

const MOMENT = String.raw`(\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)`;
const ZONE = "([a-z][a-z0-9-]*)";
const COUNT = String.raw`(?::(\d+))?`;
const RESERVATION = new RegExp(`^reservation:(.+):${ZONE}${COUNT}$`);
const BLOCK = new RegExp(`^capacity-block:([^:]+):${ZONE}:${MOMENT}:${MOMENT}${COUNT}$`);

/** Reads an answer. Whether ids and zones are legal is left to the schema and the rules. */
export function parseCapacity(text: string): CapacityAnswer {
  if (text === "follow" || text === "on-demand" || text === "spot") return { kind: text };
  const reservation = RESERVATION.exec(text);
  if (reservation) {
    const [, target = "", zone = "", count] = reservation;
    return { kind: "reservation", target, zone, ...(count !== undefined && { count: Number(count) }) };
  }
  const block = BLOCK.exec(text);
  if (block) {
    const [, id = "", zone = "", start = "", end = "", count] = block;
    return { kind: "capacity-block", id, zone, start, end, ...(count !== undefined && { count: Number(count) }) };
  }
  throw new UsageError(`${JSON.stringify(text)} is no capacity: write ${CAPACITY_FORMS}`);
}
