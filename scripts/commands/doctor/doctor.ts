import { setMaxListeners } from "node:events";
import { ACCOUNT_CHECKS } from "./account";
import type { Check, CheckReport, DoctorContext } from "./check";
import { CLUSTER_CHECKS } from "./cluster";
import { MACHINE_CHECKS } from "./machine";
import { NETWORK_CHECKS } from "./network";
import { NODE_CHECKS } from "./node";
import { PROGRAM_CHECKS } from "./programs";

/** Every check, in the order in which they are told. */
export const CHECKS: readonly Check[] = [
  ...NODE_CHECKS,
  ...PROGRAM_CHECKS,
  ...ACCOUNT_CHECKS,
  ...CLUSTER_CHECKS,
  ...NETWORK_CHECKS,
  ...MACHINE_CHECKS,
];

export interface DoctorReport {
  /** Null: no environment was named. */
  readonly environment: string | null;
  /** Nothing that is needed is missing or wrong. */
  readonly usable: boolean;
  readonly checks: readonly CheckReport[];
}

/** Looks at this machine, at everything at once. */
export async function doctor(context: DoctorContext, checks: readonly Check[] = CHECKS): Promise<DoctorReport> {
  // each program and each connection listens; Node takes more than ten for a leak, and says so on the output
  setMaxListeners(0, context.signal);
  const reports = await Promise.all(
    checks.flatMap(({ id, title, purpose, need: needOf, look }) => {
      const need = needOf(context.environment);
      return need === null ? [] : [look(context).then((seen) => ({ id, title, purpose, need, ...seen }))];
    }),
  );
  return { environment: context.environment?.name ?? null, usable: !reports.some(isFailed), checks: reports };
}

/** Something that is needed is missing or wrong; what is unknown may well be there. */
export const isFailed = ({ need, verdict }: CheckReport): boolean =>
  need === "needed" && (verdict === "missing" || verdict === "wrong");
