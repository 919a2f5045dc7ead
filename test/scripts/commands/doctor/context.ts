import { delimiter } from "node:path";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import type { Check, DoctorContext, Seen } from "../../../../scripts/commands/doctor/check";
import { NOW, sample } from "../../../helpers/environment";

/** What checks look at, in the sample environment; its cluster is 1.36 at the time of writing. */
export const contextOf = (change: Partial<DoctorContext> = {}): DoctorContext => ({
  root: "/nowhere",
  env: {},
  now: NOW,
  environment: sample().env,
  aws: awsAccess({ region: "us-east-1", env: process.env }),
  signal: new AbortController().signal,
  ...change,
});

/** Only programs of this folder are there, and those of bash. */
export const pathOf = (folder: string) => ({ PATH: [folder, "/nowhere"].join(delimiter) });

export function look(checks: readonly Check[], id: string, change: Partial<DoctorContext> = {}): Promise<Seen> {
  const check = checks.find((one) => one.id === id);
  if (!check) throw new Error(`no check ${id}`);
  return check.look(contextOf(change));
}
