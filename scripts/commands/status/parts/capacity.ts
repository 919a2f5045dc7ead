import { awsOf } from "../../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../../config/sites/environment";
import { askAws } from "../../../lib/aws/ask-aws";
import { parseJson } from "../../../lib/files/read-json";
import { reservationById, RESERVATIONS_ACTION } from "../../../preflight/reservations";
import { momentText, spanText } from "../moments";
import type { StatusPart } from "../part";

interface Wanted {
  readonly id: string;
  readonly pools: readonly string[];
  readonly isBlock: boolean;
}

interface Seen {
  readonly id: string;
  /** Null: the account sees none of this id. */
  readonly state: string | null;
  readonly start: string | null;
  /** Null: it has no end. */
  readonly end: string | null;
  readonly total: number | null;
  readonly free: number | null;
}

/** A block that ends sooner wants somebody who knows of it: AWS takes its instances half an hour before. */
const SOON_MS = 24 * 3_600_000;

/** Capacity Blocks and reservations that config names, as EC2 has them. */
export const CAPACITY: StatusPart = {
  id: "capacity",
  title: "Capacity",
  absent: (environment) =>
    wantedOf(environment).length > 0 ? null : "no pool has a Capacity Block or a reservation of its own",
  ask: async ({ environment, aws }) => {
    const seen: Seen[] = [];
    for (const { id } of wantedOf(environment)) {
      const found = await askAws(RESERVATIONS_ACTION, () => reservationById(aws, id));
      seen.push({
        id,
        state: found?.State ?? null,
        start: found?.StartDate?.toISOString() ?? null,
        end: found?.EndDate?.toISOString() ?? null,
        total: found?.TotalInstanceCount ?? null,
        free: found?.AvailableInstanceCount ?? null,
      });
    }
    return JSON.stringify(seen);
  },
  read: (answer, { environment, now }) => {
    const seen = parseJson(answer, { name: "What EC2 says of capacity" }) as Seen[];
    const rows = wantedOf(environment).map((wanted) => rowOf(wanted, seen, now));
    const open = rows.filter(({ isWell }) => !isWell);
    return {
      state: open.length > 0 ? "attention" : "well",
      line: rows.length === 1 ? rows[0]!.text : `${rows.length - open.length} of ${rows.length} are as they should be`,
      details: rows.length === 1 ? [] : [...open, ...rows.filter(({ isWell }) => isWell)].map(({ text }) => text),
    };
  },
};

function wantedOf(environment: SiteEnvironment): Wanted[] {
  const found = new Map<string, Wanted>();
  for (const { name, machines } of awsOf(environment)?.nodeGroups ?? []) {
    if (machines.kind !== "aws") continue;
    const { capacity } = machines;
    const id =
      capacity.kind === "capacity-block"
        ? capacity.id
        : capacity.kind === "reservation" && /^cr-/.test(capacity.target)
          ? capacity.target
          : null;
    if (id !== null)
      found.set(id, {
        id,
        pools: [...(found.get(id)?.pools ?? []), name],
        isBlock: capacity.kind === "capacity-block",
      });
  }
  return [...found.values()];
}

function rowOf({ id, pools, isBlock }: Wanted, seen: readonly Seen[], now: Date): { isWell: boolean; text: string } {
  const of = `${isBlock ? "block" : "reservation"} ${id} of ${pools.join(", ")}`;
  const found = seen.find((one) => one.id === id);
  if (!found || found.state === null) return { isWell: false, text: `${of}: the account sees none of this id` };
  const { state, start, end, total, free } = found;
  const used = total === null || free === null ? "unknown in use" : `${total - free} of ${total} in use`;
  const left = end === null ? null : Date.parse(end) - now.getTime();
  if (start !== null && Date.parse(start) > now.getTime())
    return {
      isWell: true,
      text: `${of}: begins ${momentText(start)}, in ${spanText(Date.parse(start) - now.getTime())}`,
    };
  if (state !== "active") return { isWell: false, text: `${of}: is ${state}; nothing new starts in it` };
  if (left === null) return { isWell: true, text: `${of}: ${used}; it has no end` };
  const ends = left > 0 ? `ends ${momentText(end)}, in ${spanText(left)}` : `ended ${momentText(end)}`;
  return { isWell: left > SOON_MS, text: `${of}: ${used}; ${ends}` };
}
